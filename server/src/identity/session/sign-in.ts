import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { audit } from '../audit/store.ts'
import { verifyPassword } from '../secrets.ts'
import { type CallerRow, findLogin } from '../users/store.ts'
import { toCaller } from '../users/views.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'

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

/**
 * Login and password → caller, or undefined. Unknown user, wrong password, locked user and locked
 * organization take the same path and the same time; only a counter of failures makes it longer.
 */
export async function signIn(
  deps: Deps,
  login: string,
  password: string,
  origin: Origin,
  via: Caller['via'],
): Promise<{ caller: Caller; name: string } | undefined> {
  const { db, dialect, clock } = deps
  const { attempt, user, isRight } = await inTurn(login, async () => {
    const attempt = await countAttempt(db, dialect, login, origin.address, clock.now())
    const user = await findLogin(db, login)
    const isActive = user?.status === 'Active' && user.organization_status === 'Active'
    const isRight = (await verifyWithProviders(deps, login, password, user)) && isActive
    if (isRight) await forgiveAttempt(db, login, origin.address)
    return { attempt, user, isRight }
  })
  if (isRight && user) return { caller: toCaller(user, via), name: user.name }
  // What is nobody's login may be a password typed into the wrong field.
  const shown = user ? login : '(unknown)'
  await audit(db, { login: shown, ...origin }, clock.now(), {
    action: 'session.refuse',
    objectType: 'user',
    objectId: shown,
    organization: user?.organization ?? null,
  })
  await clock.sleep(attempt.delayMs)
  return undefined
}

const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()
const mostWaiting = 100

/**
 * One attempt per account at a time. Attempts are counted before they are checked, so thirty right
 * ones at once would otherwise look like thirty guesses.
 */
async function inTurn<T>(login: string, attempt: () => Promise<T>): Promise<T> {
  const turn = turns.get(login) ?? { last: Promise.resolve(), waiting: 0 }
  if (turn.waiting >= mostWaiting)
    throw new AppError('RateLimitExceeded', 'Too many attempts at once; try again in a moment', {
      retryAfterSeconds: 1,
    })
  turns.set(login, turn)
  turn.waiting += 1
  const mine = turn.last.then(attempt, attempt)
  turn.last = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    turn.waiting -= 1
    if (turn.waiting === 0) turns.delete(login)
  }
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
