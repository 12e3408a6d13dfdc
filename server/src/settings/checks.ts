import { parseAddress, parseNetwork, parsePrivateTarget } from '@assay/contract/detect'
import { isMailAddress } from '../domain/mail-address.ts'

// Checks beyond type and range. Each returns the end of a sentence that begins with the name of the
// setting, or nothing. None repeats a value that may be a secret.

export function checkPublicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  if (!isPlain) return 'must be an http or https URL such as https://assay.example.org'
}

export function checkMailUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain =
    url &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.search + url.hash === ''
  if (!isPlain)
    return 'must be smtp://host:587 (STARTTLS) or smtps://host:465, with user:password@ before the host if required'
}

export function checkSender(text: string): string | undefined {
  if (!isMailAddress(text)) return 'must be one address such as assay@example.org'
}

/** By number: an image need not know the name. */
export function checkContainerUser(text: string): string | undefined {
  if (!/^\d{1,10}(:\d{1,10})?$/.test(text)) return 'must be numbers such as 65534:65534'
}

/** A quantity of Kubernetes: cores, or thousandths of one. */
export function checkCpu(text: string): string | undefined {
  if (!/^(?:\d{1,4}(?:\.\d{1,3})?|\d{1,7}m)$/.test(text))
    return 'must be a CPU quantity such as 2, 0.5 or 250m'
}

/** It becomes a part of addresses of the API of Kubernetes. */
export function checkLabel(text: string): string | undefined {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text))
    return 'must be a Kubernetes name: at most 63 lowercase letters, digits and hyphens'
}

export function checkPairs(items: string[]): string | undefined {
  const wrong = items.find((item) => !/^[\w./-]{1,317}=[\w.-]{0,63}$/.test(item))
  if (wrong !== undefined)
    return `must be key=value pairs such as disktype=ssd, not ${JSON.stringify(wrong.slice(0, 40))}`
}

/** What a program has for itself cannot be shown to it, and with the root all would be shown. */
export function checkShownPaths(items: string[]): string | undefined {
  const own = ['/', '/dev', '/proc', '/tmp', '/var/tmp', '/run']
  const wrong = items.find((item) => {
    const path = item.replace(/(?<=.)\/+$/, '')
    return !path.startsWith('/') || own.includes(path) || /^\/(dev|proc)\//.test(path)
  })
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must be absolute paths such as /srv/rules, except ${own.join(', ')}, not ${shown}`
  }
}

export function checkAddresses(items: string[]): string | undefined {
  const wrong = items.find((item) => !isAddressRange(item))
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must be IP addresses or ranges such as 10.0.0.0/8, not ${shown}`
  }
}

const isAddressRange = (text: string) =>
  parseAddress(text) !== undefined || parseNetwork(text) !== undefined

export function checkPrivateTargets(items: string[]): string | undefined {
  const wrong = items.find((item) => parsePrivateTarget(item) === undefined)
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must be addresses, ranges or hostnames, optionally with a port, such as 10.0.0.0/8 or proxy.example.org:3128, not ${shown}`
  }
}

/** Options of an S3 store may be in its address; its credentials may not, because it is shown. */
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
    return `must be names of lowercase letters, digits and hyphens (max. 32), not ${shown}`
  }
}

/**
 * A raw #, / or ? in a password ends the host part early: the address then parses, points at a
 * wrong host, and the rest of the password would be shown as its path. An @ after the host reveals
 * it.
 */
export function checkDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const hosts = [
    /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(text)?.[1],
    url?.searchParams.get('host'),
  ]
  if (hosts.some((host) => host?.includes(','))) return oneHostAdvice
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hash) return databaseUrlAdvice
  if (/@/.test(url.pathname + url.search)) return databaseUrlAdvice
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    return `must have sslmode=${sslModes.slice(0, -1).join(', ')} or ${sslModes.at(-1)}; other modes may fall back to no encryption`
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert'))
    return 'must set sslrootcert to the CA file, because sslmode is verify-ca'
  const wanted = url.searchParams.get('target_session_attrs')
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted))
    return 'must point to the primary server: target_session_attrs can only be read-write'
}

/** As libpq names them; `no-verify` is what the driver calls `require`. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']

const oneHostAdvice =
  'must name one host; for several servers use an address that follows the primary (a virtual IP, HAProxy, PgBouncer)'

const databaseUrlAdvice =
  'must look like postgres://user:password@host:5432/name; ' +
  'in a password write # / ? @ : as %23 %2F %3F %40 %3A'

export function organizationsProblem(organizations: unknown): string | undefined {
  if (organizations === undefined) return
  const isGood =
    isRecord(organizations) &&
    Object.entries(organizations).every(
      ([key, names]) =>
        ['include', 'exclude'].includes(key) && Array.isArray(names) && names.every(isText),
    )
  if (!isGood) return 'organizations must have include or exclude, each a list of names'
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
