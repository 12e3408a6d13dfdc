import { checkPublicUrl, isRecord, isText, organizationsProblem } from './checks.ts'
import { checkNamedList, unknownKey } from './named-list.ts'

/** An engine server in the settings. */
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

export const checkEngines = (value: unknown): string | undefined =>
  checkNamedList(value, {
    one: 'an engine',
    all: 'engines, each with at least a name and a url',
    problemOf: engineProblem,
  })

function engineProblem(engine: Record<string, unknown>): string | undefined {
  const wrong = unknownKey(engine, ['name', 'url', 'auth', 'organizations'])
  if (wrong !== undefined) return wrong
  if (!isText(engine.name)) return 'name is missing'
  if (!isText(engine.url)) return 'url is missing'
  if (checkPublicUrl(engine.url) !== undefined)
    return 'url must be an http or https URL without credentials; those go into auth'
  return authProblem(engine.auth) ?? organizationsProblem(engine.organizations)
}

/** Required keys of each type. */
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
  if (missing !== undefined) return `auth.${missing} is missing; auth.type ${auth.type} requires it`
}
