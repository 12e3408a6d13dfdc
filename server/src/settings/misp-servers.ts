import { checkPublicUrl, isText, organizationsProblem } from './checks.ts'
import { checkNamedList, unknownKey } from './named-list.ts'

/** A MISP server in the settings that cases are sent to. */
export interface MispSetting {
  readonly name: string
  readonly url: string
  readonly key: string
  /** Names of organizations; without `include`, or with `*` in it, all of them. */
  readonly organizations?: { readonly include?: string[]; readonly exclude?: string[] }
}

export const checkMispServers = (value: unknown): string | undefined =>
  checkNamedList(value, {
    one: 'a MISP server',
    all: 'MISP servers, each with a name, a url and a key',
    problemOf: serverProblem,
  })

function serverProblem(server: Record<string, unknown>): string | undefined {
  const wrong = unknownKey(server, ['name', 'url', 'key', 'organizations'])
  if (wrong !== undefined) return wrong
  if (!isText(server.name)) return 'name is missing'
  if (!isText(server.url)) return 'url is missing'
  if (checkPublicUrl(server.url) !== undefined)
    return 'url must be an http or https URL without credentials; those go into key'
  // It becomes a header, in which nothing else can stand.
  if (!isText(server.key) || !/^[\x21-\x7e]+$/.test(server.key)) return 'key is missing or invalid'
  return organizationsProblem(server.organizations)
}
