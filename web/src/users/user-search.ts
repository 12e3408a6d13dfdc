import { type RoleSet, roleSets } from './role-sets.ts'

export interface UserFilter {
  readonly text: string
  readonly roles: readonly string[]
  readonly statuses: readonly string[]
  readonly organizations: readonly string[]
}

type Query = Record<string, unknown>

/** Criteria of the search call; undefined finds everybody. */
export function userQuery(filter: UserFilter): Query | undefined {
  const all = [
    textQuery(filter.text.trim()),
    anyOf(filter.roles.filter(isRoleSet).map(roleQuery)),
    anyOf(filter.statuses.map((status) => ({ status }))),
    anyOf(filter.organizations.map((organization) => ({ organization }))),
  ].filter((query) => query !== undefined)
  return all.length === 0 ? undefined : { _and: all }
}

/** The server compares logins and names letter by letter, so the usual spellings are all asked for. */
function textQuery(wanted: string): Query | undefined {
  if (wanted === '') return undefined
  const spellings = [...new Set([wanted, wanted.toLowerCase(), capitalized(wanted)])]
  return anyOf(
    spellings.flatMap((spelling) =>
      ['login', 'name'].map((field) => ({
        _wildcard: { _field: field, _value: `*${spelling}*` },
      })),
    ),
  )
}

const capitalized = (words: string) =>
  words.toLowerCase().replace(/(^|\s)\S/g, (start) => start.toUpperCase())

/** Somebody with more than the set is not of the set. */
function roleQuery(set: RoleSet): Query {
  const more = { read: ['analyze'], analyze: ['orgadmin'], orgadmin: [], superadmin: [] }[set]
  return { _and: [{ roles: set }, ...more.map((roles) => ({ _not: { roles } }))] }
}

const isRoleSet = (value: string): value is RoleSet => roleSets.some((set) => set === value)

const anyOf = (queries: readonly Query[]): Query | undefined =>
  queries.length === 0 ? undefined : { _or: queries }
