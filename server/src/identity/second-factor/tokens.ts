import { randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../domain/errors.ts'

/** Long enough to find the phone. */
const validForMs = 5 * 60_000

/**
 * What must be the same at both ends of a step with a browser. It is sealed and kept by the browser, so
 * any process can accept the answer, and strangers who never come back leave no row behind.
 */
export interface UnderWay {
  readonly kind: 'sign-in' | 'passkey sign-in' | 'new passkey'
  /** Of a sign-in by passkey alone it is not known yet. */
  readonly login: string
  /** Changes with the password: a token from before the change is refused. */
  readonly stamp: string
  readonly challenge: string
  readonly until: number
}

type TokenDeps = Pick<Deps, 'secrets' | 'clock'>

export function beginStep(
  { secrets, clock }: TokenDeps,
  kind: UnderWay['kind'],
  login = '',
  stamp = '',
): { token: string; challenge: string } {
  const challenge = randomBytes(32).toString('base64url')
  const underWay: UnderWay = { kind, login, stamp, challenge, until: clock.now() + validForMs }
  return { token: secrets.seal('second-factor', JSON.stringify(underWay)), challenge }
}

export function endStep(
  { secrets, clock }: TokenDeps,
  kind: UnderWay['kind'],
  token: string,
): UnderWay {
  const underWay = opened(secrets, token)
  // guard: server/test/sign-in/second-factor.test.ts
  if (underWay?.kind !== kind || underWay.until <= clock.now())
    throw badRequest('Timed out after five minutes. Start again')
  return underWay
}

function opened(secrets: Deps['secrets'], token: string): UnderWay | undefined {
  try {
    return JSON.parse(secrets.open('second-factor', token)) as UnderWay
  } catch {
    return undefined
  }
}
