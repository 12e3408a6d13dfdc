import { checkPublicUrl, isRecord, isText, organizationsProblem } from './checks.ts'

/** A MISP server that cases are sent to, as it stands in the settings. */
export interface MispSetting {
  readonly name: string
  readonly url: string
  readonly key: string
  /** Names of organizations; without `include`, or with `*` in it, all of them. */
  readonly organizations?: { readonly include?: string[]; readonly exclude?: string[] }
}

const keys = ['name', 'url', 'key', 'organizations']

export function checkMispServers(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((server) => isRecord(server) && isText(server.name)))
    return 'must be a list of MISP servers, each with a name, a url and a key'
  if (new Set(value.map(({ name }) => name)).size < value.length)
    return 'must give every MISP server another name'
  for (const server of value) {
    const problem = serverProblem(server)
    if (problem !== undefined)
      return `has a MISP server ${JSON.stringify(String(server.name).slice(0, 40))} whose ${problem}`
  }
}

function serverProblem(server: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(server).find((key) => !keys.includes(key))
  if (unknown !== undefined)
    return `key ${JSON.stringify(unknown.slice(0, 40))} is not known; it may have ${keys.join(', ')}`
  if (!isText(server.url)) return 'url is missing'
  if (checkPublicUrl(server.url) !== undefined)
    return 'url is not an http or https address without credentials; those go into key'
  // It becomes a header, in which nothing else can stand.
  if (!isText(server.key) || !/^[\x21-\x7e]+$/.test(server.key)) return 'key is missing or no key'
  return organizationsProblem(server.organizations)
}
