import type { Deps } from '../../deps.ts'
import type { Caller, Origin, SignInOrigin } from '../../domain/caller.ts'
import type { Source } from '../../domain/login-throttle.ts'
import { audit } from '../audit/store.ts'
import { verifyPassword } from '../secrets.ts'
import { type CallerRow, findLogin } from '../users/store.ts'
import { toCaller } from '../users/views.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'
import { sourceOf } from './known-sources.ts'
import { inTurn, whenFree } from './lanes.ts'

/**
 * Checks a password somewhere. Answers the same `undefined` for an unknown user and for a wrong
 * password, after about the same time. LDAP and others take their place beside `local`.
 */
export interface PasswordProvider {
  readonly name: string
  verify(login: string, password: string, user: CallerRow | undefined): Promise<boolean>
}

export const localProvider: PasswordProvider = {
  name: 'local',
  verify: (_login, password, user) => verifyPassword(user?.password_hash ?? null, password),
}

const providers: readonly PasswordProvider[] = [localProvider]

/** The providers that the settings name, in that order. */
export const passwordProviders = (names: readonly string[]): PasswordProvider[] =>
  names.map((name) => {
    const provider = providers.find((candidate) => candidate.name === name)
    if (provider) return provider
    const known = providers.map((candidate) => candidate.name).join(', ')
    throw new Error(`auth.provider names "${name}"; known providers: ${known}`)
  })

export interface SignedIn {
  readonly caller: Caller
  readonly name: string
  /** As the password found it: what the account has of second factors, and what is asked of it. */
  readonly user: CallerRow
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
    await auditRefusal(deps, login, user, origin)
    await holdBack(deps, attempt.delayMs)
    return undefined
  })
}

async function check(deps: Deps, login: string, password: string, source: Source) {
  const { db, dialect, clock } = deps
  const attempt = await countAttempt(db, dialect, login, source, clock.now())
  const user = await findLogin(db, login)
  const isActive = user?.status === 'Active' && user.organization_status === 'Active'
  const isRight = (await verifyWithProviders(deps, login, password, user)) && isActive
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
  // What is nobody's login may be a password typed into the wrong field.
  const shown = user ? login : '(unknown)'
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

async function verifyWithProviders(
  { config }: Deps,
  login: string,
  password: string,
  user: CallerRow | undefined,
): Promise<boolean> {
  for (const provider of passwordProviders(config.auth.provider)) {
    if (await provider.verify(login, password, user)) return password !== ''
  }
  return false
}
