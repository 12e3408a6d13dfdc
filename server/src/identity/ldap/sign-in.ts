import type { Deps } from '../../deps.ts'
import type { SignInOrigin } from '../../domain/caller.ts'
import type { Config } from '../../settings/config.ts'
import { type LdapDirectory, ldapDirectories } from '../../settings/ldap-directories.ts'
import { type FederatedIdentity, userOf } from '../federation/account.ts'
import { SignInRefused } from '../federation/refusal.ts'
import { directoryIssuer } from '../identities.ts'
import type { CallerRow } from '../users/store.ts'
import { type Connection, withConnection } from './connection.ts'
import { bindService, claimsOf, findEntry, mappingOf, subjectOf } from './directory.ts'
import { DirectoryTrouble, resultCode, results, wordsOf } from './trouble.ts'

export interface DirectoryAttempt {
  readonly login: string
  readonly password: string
  readonly origin: SignInOrigin
  /** Throws when an entry has seen enough wrong passwords. */
  beforeBind(entry: string): Promise<unknown>
  afterBind(entry: string): Promise<unknown>
}

/**
 * Asks the directories, one after the other. Nothing is cached: a user who is locked in the
 * directory is refused with the next call, also by basic authentication, as with local passwords.
 */
export async function signInByDirectory(
  deps: Deps,
  attempt: DirectoryAttempt,
): Promise<{ user: CallerRow; provider: string } | undefined> {
  // Directories accept a bind without a password, as anonymous; some end a text at its first NUL.
  if (/^\s*$|\0/.test(attempt.password) || attempt.login.trim() === '') return undefined
  let isUnavailable = false
  for (const directory of ldapDirectories(deps.config)) {
    const federated = await askServers(deps, directory, attempt)
    if (federated === 'unavailable') isUnavailable = true
    else if (federated)
      return { user: await userOf(deps, federated, attempt.origin), provider: federated.by }
  }
  if (isUnavailable) throw new SignInRefused('unavailable', { gate: 'auth.ldap' })
  return undefined
}

/** A server that failed is skipped for a while: each try would keep users waiting. */
const restMs = 3_000
/** Longer when it refused our own account: endless tries would lock it. */
const refusedRestMs = 60_000

const resting = new WeakMap<Config, Map<string, number>>()

function restsOf(config: Config): Map<string, number> {
  const rests = resting.get(config) ?? new Map<string, number>()
  resting.set(config, rests)
  return rests
}

async function askServers(
  deps: Deps,
  directory: LdapDirectory,
  attempt: DirectoryAttempt,
): Promise<FederatedIdentity | undefined | 'unavailable'> {
  const rests = restsOf(deps.config)
  for (const url of directory.urls) {
    const key = `${directory.name} ${url}`
    if (performance.now() < (rests.get(key) ?? 0)) continue
    try {
      return await withConnection(directory, url, deps.config.auth.ldap.timeoutMs, (connection) =>
        ask(deps, connection, directory, attempt),
      )
    } catch (error) {
      if (!(error instanceof DirectoryTrouble)) throw error
      const pause = error.setting.startsWith('bind') ? refusedRestMs : restMs
      rests.set(key, performance.now() + pause)
      deps.log.warn(
        { directory: directory.name, url, setting: error.setting, reason: error.message },
        'LDAP server returned an unexpected response',
      )
    }
  }
  return 'unavailable'
}

async function ask(
  deps: Deps,
  connection: Connection,
  directory: LdapDirectory,
  attempt: DirectoryAttempt,
): Promise<FederatedIdentity | undefined> {
  const login = attempt.login.trim()
  const issuer = directoryIssuer(directory.name)
  await bindService(connection, directory)
  const entry = await findEntry(connection, directory, login)
  if (entry === 'several')
    deps.log.warn(
      { directory: directory.name },
      'LDAP filter matched several entries for one login; sign-in denied',
    )
  if (entry === undefined || entry === 'several') {
    // As if there were one: the refusal does not reveal whether a login exists.
    await attempt.beforeBind(`${issuer} typed:${login.toLowerCase()}`)
    return undefined
  }
  const subject = subjectOf(directory, entry)
  // By the entry, whatever was typed to find it: the directory counts so, too, before it locks it.
  const counted = `${issuer} ${subject}`
  await attempt.beforeBind(counted)
  if (!(await isRight(deps, connection, directory, entry.dn, attempt.password))) return undefined
  await attempt.afterBind(counted)
  return {
    gate: 'auth.ldap',
    by: issuer,
    mapping: mappingOf(directory),
    issuer,
    subject,
    claims: await claimsOf(connection, directory, entry, login),
    keepsPassword: false,
  }
}

/** Answers of a directory that concern this account, and not the directory. */
const refusals: readonly number[] = [
  results.constraintViolation,
  results.noSuchObject,
  results.inappropriateAuth,
  results.invalidCredentials,
  results.insufficientAccess,
  results.unwillingToPerform,
]

async function isRight(
  { log }: Deps,
  connection: Connection,
  directory: LdapDirectory,
  dn: string,
  password: string,
): Promise<boolean> {
  try {
    await connection.bind(dn, password)
    return true
  } catch (error) {
    const code = resultCode(error)
    if (code === undefined) throw error
    if (!refusals.includes(code)) throw new DirectoryTrouble('urls', wordsOf(error))
    // Active Directory says in its words whether an account is locked, disabled or expired.
    log.info(
      { directory: directory.name, reason: wordsOf(error) },
      'LDAP server rejected a password',
    )
    return false
  }
}
