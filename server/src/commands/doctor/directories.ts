import { withConnection } from '../../identity/ldap/connection.ts'
import { bindService, claimsOf, findEntry } from '../../identity/ldap/directory.ts'
import { DirectoryTrouble, wordsOf } from '../../identity/ldap/trouble.ts'
import type { Config } from '../../settings/config.ts'
import { type LdapDirectory, ldapDirectories } from '../../settings/ldap-directories.ts'
import type { Finding } from './command.ts'

/**
 * Sends every server of every directory the queries of a sign-in, for a user that does not exist.
 */
export async function directories(config: Config): Promise<Finding[]> {
  const { timeoutMs } = config.auth.ldap
  return Promise.all(
    ldapDirectories(config).flatMap((directory) =>
      directory.urls.map((url) => look(directory, url, timeoutMs)),
    ),
  )
}

async function look(directory: LdapDirectory, url: string, timeoutMs: number): Promise<Finding> {
  const what = `directory ${directory.name}`
  try {
    await withConnection(directory, url, timeoutMs, async (connection) => {
      await bindService(connection, directory)
      await findEntry(connection, directory, 'assay-doctor')
      const nobody = { dn: `cn=assay-doctor,${directory.baseDn}`, attributes: new Map() }
      await claimsOf(connection, directory, nobody, 'assay-doctor')
    })
    return { what, is: 'ok', text: `${url} responds to a search in ${directory.baseDn}` }
  } catch (error) {
    const setting = error instanceof DirectoryTrouble ? error.setting : undefined
    return {
      what,
      is: 'problem',
      text: `${url}: ${wordsOf(error)}`,
      remedy: remedies[setting ?? 'urls'] ?? remedyOf(setting ?? 'urls'),
    }
  }
}

const remedyOf = (key: string) =>
  `fix ${key} in auth.ldap.directories (ASSAY_AUTH_LDAP_DIRECTORIES)`

const remedies: Readonly<Record<string, string>> = {
  urls: `${remedyOf('urls')}, or check the server and its firewall`,
  caFile: `${remedyOf('caFile')}: it must contain the CA of the server's certificate, and urls a hostname in that certificate`,
  startTls: `${remedyOf('startTls')}, or use ldaps://`,
  bindDn: `${remedyOf('bindDn')}, bindPassword or bindPasswordFile`,
  baseDn: `${remedyOf('baseDn')}, or grant bindDn read access to it`,
}
