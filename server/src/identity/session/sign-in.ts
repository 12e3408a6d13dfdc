import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import type { Caller, Origin, SignInOrigin } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import type { Source } from '../../domain/login-throttle.ts'
import { ldapDirectories } from '../../settings/ldap-directories.ts'
import { audit } from '../audit/store.ts'
import { SignInRefused } from '../federation/refusal.ts'
import { signInByDirectory } from '../ldap/sign-in.ts'
import { verifyPassword } from '../secrets.ts'
import { type CallerRow, findLogin } from '../users/store.ts'
import { toCaller } from '../users/views.ts'
import {
  countAttempt,
  countBind,
  forgiveAttempt,
  forgiveBind,
  takeBackAttempt,
} from './attempts.ts'
import { sourceOf } from './known-sources.ts'
import { inTurn, whenDirectoryFree, whenFree } from './lanes.ts'

export interface SignedIn {
  readonly caller: Caller
  readonly name: string
  /** As of the password check: the second factors of the account, and what is required of it. */
  readonly user: CallerRow
  /** The directory that knew the password, if it was one. */
  readonly provider?: string
}

/**
 * Login and password → caller, or undefined. Unknown user, wrong password, locked user and locked
 * organization take the same path and the same time; only a counter of failures makes it longer.
 */
export async function signIn(
  deps: Deps,
  login: string,
  password: string,
  origin: SignInOrigin,
  via: Caller['via'],
): Promise<SignedIn | undefined> {
  const source = await sourceOf(deps, login, origin)
  // The delay belongs to the turn: an account that is being guessed sees one guess per delay.
  return inTurn(login, source, async () => {
    const { attempt, user, isRight } = await whenFree(source, () =>
      check(deps, login, password, source),
    )
    if (isRight && user) return { caller: toCaller(user, via), name: user.name, user }
    const found = await askDirectories(deps, { login, password, origin, source, user })
    if (found) {
      const { user: known, provider } = found
      return { caller: toCaller(known, via), name: known.name, user: known, provider }
    }
    await auditRefusal(deps, login, user, origin)
    await holdBack(deps, attempt.delayMs)
    return undefined
  })
}

interface Asked {
  readonly login: string
  readonly password: string
  readonly origin: SignInOrigin
  readonly source: Source
  readonly user: CallerRow | undefined
}

/** Not for a user with a local password: the directory would see it. */
async function askDirectories(deps: Deps, { source, user, ...asked }: Asked) {
  const { db, config } = deps
  const isLocal = config.auth.provider.includes('local') && user?.password_hash
  if (isLocal || ldapDirectories(config).length === 0) return undefined
  const { login } = asked
  try {
    const found = await whenDirectoryFree(source, () =>
      signInByDirectory(deps, {
        ...asked,
        beforeBind: (entry) => countBind(deps, entry, source, config.auth.ldap.maxFailures),
        afterBind: (entry) => forgiveBind(deps, entry, source),
      }),
    )
    if (found) await forgiveAttempt(db, login, source)
    return found
  } catch (error) {
    // None of these says that the password was wrong.
    if (error instanceof AppError) await takeBackAttempt(db, login, source)
    if (error instanceof SignInRefused && error.code !== 'unavailable')
      await auditRefusal(deps, login, user, asked.origin, { directory: error.code })
    throw error
  }
}

async function check(deps: Deps, login: string, password: string, source: Source) {
  const { db, dialect, clock, config } = deps
  const attempt = await countAttempt(db, dialect, login, source, clock.now())
  const user = await findLogin(db, login)
  const isActive = user?.status === 'Active' && user.organization_status === 'Active'
  const hash = config.auth.provider.includes('local') ? (user?.password_hash ?? null) : null
  const isRight = (await verifyPassword(hash, password)) && password !== '' && isActive
  if (isRight) await forgiveAttempt(db, login, source)
  return { attempt, user, isRight }
}

export async function auditRefusal(
  { db, clock }: Deps,
  login: string,
  user: Pick<CallerRow, 'organization'> | undefined,
  origin: Origin,
  details: Record<string, unknown> = {},
): Promise<void> {
  // An unknown login may be a password typed into the wrong field.
  const shown = user ? login : actors.unknown
  await audit(db, { login: shown, ...origin }, clock.now(), {
    action: 'session.refuse',
    objectType: 'user',
    objectId: shown,
    organization: user?.organization ?? null,
    details,
  })
}

/** A server that stops does not wait for those who guess. */
export async function holdBack({ clock, stopping }: Deps, ms: number): Promise<void> {
  if (stopping.aborted) return
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const onStop = () => stop()
  stopping.addEventListener('abort', onStop, { once: true })
  await Promise.race([clock.sleep(ms), stopped])
  stopping.removeEventListener('abort', onStop)
}
