import { readFile } from 'node:fs/promises'
import type { ClaimMapping, Claims } from '../../domain/claim-mapping.ts'
import { fillFilter, matchingGroups } from '../../domain/directory-names.ts'
import type { LdapDirectory } from '../../settings/ldap-directories.ts'
import type { Connection, Entry } from './connection.ts'
import { DirectoryTrouble, resultCode, results, wordsOf } from './trouble.ts'

const kinds = {
  ldap: {
    filter: '(uid={login})',
    claims: { login: 'uid', name: 'cn', groups: 'memberOf' },
  },
  ad: {
    filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName={login}))',
    claims: { login: 'sAMAccountName', name: 'displayName', groups: 'memberOf' },
  },
} as const

/** Stable when a user is renamed: OpenLDAP, Active Directory, 389, FreeIPA. */
const idAttributes = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID']

/** Where notifications may be sent; every kind of directory calls it so. */
const mailAttribute = 'mail'

/** The same form as that of a provider of OpenID Connect. */
export function mappingOf(directory: LdapDirectory): ClaimMapping {
  const { attributes: { id: _id, ...attributes } = {}, groups, organization, roles } = directory
  return {
    claims: { ...kinds[directory.type ?? 'ldap'].claims, ...attributes },
    ...(groups === undefined ? {} : { groups }),
    ...(organization === undefined ? {} : { organization }),
    ...(roles === undefined ? {} : { roles }),
  }
}

/** Becomes the account that searches, if there is one. */
export async function bindService(connection: Connection, directory: LdapDirectory): Promise<void> {
  const { name, bindDn, bindPassword, bindPasswordFile } = directory
  if (bindDn === undefined) return
  let password = bindPassword
  if (bindPasswordFile !== undefined)
    password = await readFile(bindPasswordFile, 'utf8').then(
      (text) => text.trim(),
      (error: NodeJS.ErrnoException) => {
        throw new DirectoryTrouble(
          'bindPasswordFile',
          `cannot read bindPasswordFile of ${name} (${error.code})`,
        )
      },
    )
  // It would be let in, as nobody.
  if (!password) throw new DirectoryTrouble('bindPasswordFile', 'bindDn password is empty')
  await connection.bind(bindDn, password).catch((error: unknown) => {
    if (resultCode(error) === undefined) throw error
    throw new DirectoryTrouble('bindDn', `bindDn rejected: ${wordsOf(error)}`, { cause: error })
  })
}

/** The only entry that the filter finds; none when there are several. */
export async function findEntry(
  connection: Connection,
  directory: LdapDirectory,
  login: string,
): Promise<Entry | 'several' | undefined> {
  const filter = directory.filter ?? kinds[directory.type ?? 'ldap'].filter
  const { id, ...attributes } = directory.attributes ?? {}
  const wanted = [
    ...Object.values({ ...kinds[directory.type ?? 'ldap'].claims, ...attributes }),
    ...(id === undefined ? idAttributes : [id]),
    mailAttribute,
  ]
  const found = await connection
    .search(directory.baseDn, {
      filter: fillFilter(filter, { login }),
      attributes: wanted,
      limit: 2,
    })
    .catch((error: unknown) => {
      if (resultCode(error) === results.sizeLimitExceeded) return 'several' as const
      throw searchTrouble(error, 'baseDn', 'filter')
    })
  if (found === 'several' || found.length > 1) return 'several'
  // A bind without a name is anonymous.
  return found[0]?.dn ? found[0] : undefined
}

function searchTrouble(error: unknown, base: keyof LdapDirectory, filter: keyof LdapDirectory) {
  if (error instanceof DirectoryTrouble) return error
  const code = resultCode(error)
  const isBase = code === results.noSuchObject || code === results.invalidDn || code === 10
  if (code === undefined && !/filter|paren|expression/i.test(wordsOf(error))) return error
  return new DirectoryTrouble(isBase ? base : filter, `search rejected: ${wordsOf(error)}`, {
    cause: error,
  })
}

/** More groups than any user is in. */
const maxGroups = 1_000

/** What the directory says about an entry; `groups` are those of the settings that it belongs to. */
export async function claimsOf(
  connection: Connection,
  directory: LdapDirectory,
  entry: Entry,
  login: string,
): Promise<Claims> {
  const { claims = {}, groups = {} } = mappingOf(directory)
  const texts = (name: string | undefined) =>
    (entry.attributes.get(name?.toLowerCase() ?? '') ?? []).filter(
      (value) => typeof value === 'string',
    )
  const one = (name: string | undefined) => {
    const values = texts(name)
    // An entry may have several logins: the one that was typed is meant.
    return values.find((value) => value.toLowerCase() === login.toLowerCase()) ?? values[0]
  }
  const memberOf = directory.groupSearch
    ? await searchGroups(connection, directory, directory.groupSearch, entry, login)
    : texts(claims.groups)
  return Object.fromEntries([
    [mailAttribute, texts(mailAttribute)[0]],
    ...(claims.organization === undefined ? [] : [[claims.organization, one(claims.organization)]]),
    [claims.name, one(claims.name)],
    [claims.login, one(claims.login)],
    [claims.groups, matchingGroups(Object.keys(groups), memberOf)],
  ])
}

async function searchGroups(
  connection: Connection,
  directory: LdapDirectory,
  { baseDn, filter = '(member={dn})' }: NonNullable<LdapDirectory['groupSearch']>,
  { dn }: Entry,
  login: string,
): Promise<string[]> {
  // People may often not read groups.
  await bindService(connection, directory)
  const options = {
    filter: fillFilter(filter, { login, dn }),
    attributes: ['1.1'],
    limit: maxGroups,
  }
  const found = await connection.search(baseDn, options).catch((error: unknown) => {
    throw searchTrouble(error, 'groupSearch', 'groupSearch')
  })
  return found.map((group) => group.dn)
}

/** The stable id, whatever changes in name and location. */
export function subjectOf(directory: LdapDirectory, entry: Entry): string {
  for (const name of directory.attributes?.id ? [directory.attributes.id] : idAttributes) {
    const value = entry.attributes.get(name.toLowerCase())?.[0]
    if (value?.length)
      return `${name.toLowerCase()}:${typeof value === 'string' ? value : value.toString('hex')}`
  }
  if (directory.attributes?.id !== undefined)
    throw new DirectoryTrouble('attributes', `cannot read ${directory.attributes.id} of an entry`)
  return `dn:${entry.dn.toLowerCase()}`
}
