import { checkPublicUrl, isRecord, isText, organizationsProblem } from './checks.ts'
import { checkNamedList, unknownKey } from './named-list.ts'

/** Whose alerts its events become. */
export interface MispImport {
  readonly organization: string
  /** Only events with one of these; without it, all. */
  readonly tags?: readonly string[]
  /** A day: what was published before it is not read. Without it, what is published from the first start on. */
  readonly since?: string
}

/** A MISP server in the settings that cases are sent to, and whose events become alerts. */
export interface MispSetting {
  readonly name: string
  readonly url: string
  readonly key: string
  /** Names of organizations; without `include`, or with `*` in it, all of them. */
  readonly organizations?: { readonly include?: string[]; readonly exclude?: string[] }
  readonly import?: MispImport
}

export const checkMispServers = (value: unknown): string | undefined =>
  checkNamedList(value, {
    one: 'a MISP server',
    all: 'MISP servers, each with a name, a url and a key',
    problemOf: serverProblem,
  })

function serverProblem(server: Record<string, unknown>): string | undefined {
  const wrong = unknownKey(server, ['name', 'url', 'key', 'organizations', 'import'])
  if (wrong !== undefined) return wrong
  if (!isText(server.name)) return 'name is missing'
  if (!isText(server.url)) return 'url is missing'
  if (checkPublicUrl(server.url) !== undefined)
    return 'url must be an http or https URL without credentials; those go into key'
  // It becomes a header, in which nothing else can stand.
  if (!isText(server.key) || !/^[\x21-\x7e]+$/.test(server.key)) return 'key is missing or invalid'
  return organizationsProblem(server.organizations) ?? importProblem(server.import, server.name)
}

const maxTags = 100

function importProblem(value: unknown, server: string): string | undefined {
  if (value === undefined) return undefined
  if (!isRecord(value)) return 'import must have an organization'
  const wrong = unknownKey(value, ['organization', 'tags', 'since'])
  if (wrong !== undefined) return `import ${wrong}`
  const { organization, tags, since } = value
  if (!isText(organization)) return 'import has no organization'
  // The source of its alerts.
  if (server.length > 128) return 'name is longer than 128 characters, the limit with import'
  if (tags !== undefined && !isTags(tags))
    return `import has tags that are no list of 1 to ${maxTags} names`
  if (since !== undefined && !isDay(since))
    return 'import has a since that is no date such as 2026-01-31'
  return undefined
}

const isTags = (tags: unknown) =>
  Array.isArray(tags) &&
  tags.length > 0 &&
  tags.length <= maxTags &&
  tags.every((tag) => isText(tag) && tag.length <= 256)

const isDay = (since: unknown) =>
  typeof since === 'string' && /^\d{4}-\d\d-\d\d$/.test(since) && Date.parse(since) >= 0
