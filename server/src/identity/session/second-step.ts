import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { SignInOrigin } from '../../domain/caller.ts'
import {
  AppError,
  authenticationFailure,
  badRequest,
  SecondFactorRequired,
  type SecondStep,
} from '../../domain/errors.ts'
import { type PasskeyAnswer, passkeyOptions } from '../second-factor/passkeys.ts'
import { type Method, type Proof, prove } from '../second-factor/prove.ts'
import { relyingPartyProblem } from '../second-factor/relying-party.ts'
import { countRecoveryCodes } from '../second-factor/store.ts'
import { beginStep, endStep } from '../second-factor/tokens.ts'
import { type CallerRow, findLogin } from '../users/store.ts'
import { mustSetUpSecondFactor } from '../users/views.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'
import { sourceOf } from './known-sources.ts'
import { inTurn } from './lanes.ts'
import { auditRefusal, holdBack } from './sign-in.ts'

/**
 * The password was right. Returns the second factor used, or nothing for an account without one;
 * without a code the answer is a 402 that says how to continue.
 */
export async function passSecondFactor(
  deps: Deps,
  user: CallerRow,
  code: string | undefined,
  origin: SignInOrigin,
): Promise<Method | undefined> {
  if (user.second_factors === null) return undefined
  if (!code) throw new SecondFactorRequired(await waysOn(deps, user, user.second_factors))
  return checkProof(deps, user, { code }, origin)
}

async function waysOn(deps: Deps, user: CallerRow, factors: string): Promise<SecondStep> {
  const { token, challenge } = beginStep(deps, 'sign-in', user.login, stampOf(user))
  const has = factors.split(' ')
  // A passkey that was made under a public address is of no use without one.
  const canPasskey = has.includes('passkey') && relyingPartyProblem(deps.config) === undefined
  const hasCodes = (await countRecoveryCodes(deps.db, user.login)) > 0
  return {
    token,
    methods: [
      ...(has.includes('totp') ? (['totp'] as const) : []),
      ...(canPasskey ? (['passkey'] as const) : []),
      ...(hasCodes ? (['recoveryCode'] as const) : []),
    ],
    ...(canPasskey && { passkey: await passkeyOptions(deps, challenge, user.login) }),
  }
}

/** A password change ends sign-ins begun with the previous one. */
const stampOf = ({ password_hash }: CallerRow) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url')

interface SecondStepInput {
  readonly token: string
  readonly code?: string
  readonly passkey?: PasskeyAnswer
}

/** The second call of a sign-in in two steps. */
export async function takeSecondStep(
  deps: Deps,
  { token, code, passkey }: SecondStepInput,
  origin: SignInOrigin,
): Promise<{ user: CallerRow; method: Method }> {
  const underWay = endStep(deps, 'sign-in', token)
  const proof = code ? { code } : passkey && { passkey, underWay }
  if (!proof) throw badRequest('Send a code or a passkey response')
  const user = await findLogin(deps.db, underWay.login)
  // guard: server/test/sign-in/second-factor.test.ts
  if (!user || !isActive(user) || stampOf(user) !== underWay.stamp) throw authenticationFailure()
  return { user, method: await checkProof(deps, user, proof, origin) }
}

export const isActive = (user: CallerRow) =>
  user.status === 'Active' && user.organization_status === 'Active'

/** Counted and held back like a password, each for itself. */
export async function checkProof(
  deps: Deps,
  user: CallerRow,
  proof: Proof,
  origin: SignInOrigin,
): Promise<Method> {
  const { login } = user
  const method = await guarded(deps, user, origin, () => prove(deps, login, proof))
  // guard (open = true): server/test/sign-in/second-factor.test.ts
  if (method) return method
  throw new AppError('AuthenticationError', 'Invalid or already used code. Wait for the next one')
}

/** `check` in its turn; what is wrong is audited, and its answer comes late. */
export async function guarded<T>(
  deps: Deps,
  user: Pick<CallerRow, 'login' | 'organization'>,
  origin: SignInOrigin,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { db, dialect, clock } = deps
  const { login } = user
  const source = await sourceOf(deps, login, origin)
  return inTurn(login, source, async () => {
    const attempt = await countAttempt(db, dialect, login, source, clock.now(), 'code')
    const result = await check()
    if (result !== undefined) {
      await forgiveAttempt(db, login, source, 'code')
      return result
    }
    await auditRefusal(deps, login, user, origin, { secondFactor: 'wrong' })
    await holdBack(deps, attempt.delayMs)
    return undefined
  })
}

/** For basic authentication, which cannot prompt for more. */
export async function refuseBarePassword(
  deps: Deps,
  user: CallerRow,
  origin: SignInOrigin,
): Promise<void> {
  const hasOne = user.second_factors !== null
  if (!hasOne && !mustSetUpSecondFactor(user)) return
  await auditRefusal(deps, user.login, user, origin, { secondFactor: 'missing' })
  throw new AppError(
    'AuthenticationError',
    hasOne
      ? 'This account has a second factor. Use an API key instead of the password'
      : 'The organization requires a second factor. Use an API key instead of the password',
  )
}
