import { parseAddress, parseNetwork, parsePrivateTarget } from '@assay/contract/detect'

// Checks that are more than a kind and a range. Each answers with the end of a sentence that begins
// with the name of the setting, or with nothing. None repeats a value that may hold a secret.

export function checkPublicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  if (!isPlain) return 'must be an http or https address such as https://assay.example.org'
}

/** By number: an image need not know the name. */
export function checkContainerUser(text: string): string | undefined {
  if (!/^\d{1,10}(:\d{1,10})?$/.test(text)) return 'must be numbers such as 65534:65534'
}

/** A quantity of Kubernetes: cores, or thousandths of one. */
export function checkCpu(text: string): string | undefined {
  if (!/^(?:\d{1,4}(?:\.\d{1,3})?|\d{1,7}m)$/.test(text)) return 'must be such as 2, 0.5 or 250m'
}

/** It becomes a part of addresses of the API of Kubernetes. */
export function checkLabel(text: string): string | undefined {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text))
    return 'must be a name of Kubernetes: at most 63 lower-case letters, digits and hyphens'
}

export function checkPairs(items: string[]): string | undefined {
  const wrong = items.find((item) => !/^[\w./-]{1,317}=[\w.-]{0,63}$/.test(item))
  if (wrong !== undefined)
    return `must hold pairs such as disktype=ssd, not ${JSON.stringify(wrong.slice(0, 40))}`
}

export function checkAddresses(items: string[]): string | undefined {
  const wrong = items.find((item) => !isAddressRange(item))
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must hold IP addresses or ranges such as 10.0.0.0/8, not ${shown}`
  }
}

const isAddressRange = (text: string) =>
  parseAddress(text) !== undefined || parseNetwork(text) !== undefined

export function checkPrivateTargets(items: string[]): string | undefined {
  const wrong = items.find((item) => parsePrivateTarget(item) === undefined)
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must hold addresses, ranges or host names, each with a port or without, such as 10.0.0.0/8 or proxy.example.org:3128, not ${shown}`
  }
}

/** Options of an S3 store may stand in its address; its credentials may not, which is shown. */
export function checkBlobsUrl(text: string): string | undefined {
  const s3 = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?(\?[^#@]*)?$/
  if (/^file:(?!\/\/[^/])/.test(text) || text === 'postgres:' || s3.test(text)) return
  return 'must be file:, file:/folder, postgres: or s3://bucket/prefix; the S3 key goes into blobs.s3.keyId and blobs.s3.secret'
}

/** Labels become parts of what a job needs, which `/` separates. The contract has the same rule. */
export function checkLabels(items: string[]): string | undefined {
  const wrong = items.find((item) => !/^[a-z0-9][a-z0-9-]{0,31}$/.test(item))
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must hold names of small letters, digits and dashes, at most 32 long, not ${shown}`
  }
}

/**
 * A raw #, / or ? in a password ends the host part early: the address then parses, points at a
 * wrong host, and the rest of the password would be shown as its path. An @ behind the host gives
 * it away.
 */
export function checkDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hash) return databaseUrlAdvice
  if (/@/.test(url.pathname + url.search)) return databaseUrlAdvice
}

const databaseUrlAdvice =
  'must look like postgres://user:password@host:5432/name; ' +
  'in a password write # / ? @ : as %23 %2F %3F %40 %3A'

/** An engine server, as it stands in the settings. */
export interface EngineSetting {
  readonly name: string
  readonly url: string
  readonly auth?: EngineAuth
  /** Names of organizations; without `include`, or with `*` in it, all of them. */
  readonly organizations?: { readonly include?: string[]; readonly exclude?: string[] }
}

export type EngineAuth =
  | { readonly type: 'bearer' | 'key'; readonly key: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'none' }

export function checkEngines(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((engine) => isRecord(engine) && isText(engine.name)))
    return 'must be a list of engines, each with at least a name and a url'
  if (new Set(value.map((engine) => engine.name)).size < value.length) {
    return 'must give every engine another name'
  }
  for (const engine of value) {
    const problem = engineProblem(engine)
    if (problem !== undefined)
      return `has an engine ${JSON.stringify(String(engine.name).slice(0, 40))} whose ${problem}`
  }
}

const engineKeys = ['name', 'url', 'auth', 'organizations']

function engineProblem(engine: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(engine).find((key) => !engineKeys.includes(key))
  if (unknown !== undefined)
    return `key ${JSON.stringify(unknown.slice(0, 40))} is not known; it may have ${engineKeys.join(', ')}`
  if (!isText(engine.url)) return 'url is missing'
  if (checkPublicUrl(engine.url) !== undefined)
    return 'url is not an http or https address without credentials; those go into auth'
  return authProblem(engine.auth) ?? organizationsProblem(engine.organizations)
}

/** What must stand beside each type. */
const authKeys: Record<string, readonly string[]> = {
  bearer: ['key'],
  key: ['key'],
  basic: ['username', 'password'],
  none: [],
}

function authProblem(auth: unknown): string | undefined {
  if (auth === undefined) return
  const types = `auth.type must be one of ${Object.keys(authKeys).join(', ')}`
  if (!isRecord(auth) || !isText(auth.type) || !Object.hasOwn(authKeys, auth.type)) return types
  const missing = authKeys[auth.type]?.find((key) => !isText(auth[key]))
  if (missing !== undefined) return `auth.${missing} is missing; auth.type ${auth.type} needs it`
}

export function organizationsProblem(organizations: unknown): string | undefined {
  if (organizations === undefined) return
  const isGood =
    isRecord(organizations) &&
    Object.entries(organizations).every(
      ([key, names]) =>
        ['include', 'exclude'].includes(key) && Array.isArray(names) && names.every(isText),
    )
  if (!isGood) return 'organizations must hold include or exclude, each a list of names'
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
