import type { Deps } from '../../deps.ts'
import { type PasskeyAnswer, passkeyOf, provesPasskey } from './passkeys.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { findTotp, totpContext, useRecoveryCode, useStep } from './store.ts'
import type { UnderWay } from './tokens.ts'
import { looksLikeTotp, matchingStep } from './totp.ts'

export type Method = 'totp' | 'passkey' | 'recoveryCode'

/** What a user brings after a correct password. */
export type Proof =
  | { readonly code: string }
  | { readonly passkey: PasskeyAnswer; readonly underWay: UnderWay }

/** By which factor of this user it is right, if by any; a code that was right is used up. */
export async function prove(deps: Deps, login: string, proof: Proof): Promise<Method | undefined> {
  if ('passkey' in proof) {
    const row = await passkeyOf(deps, proof.passkey, login)
    const isRight = row && (await provesPasskey(deps, proof.underWay, proof.passkey, row))
    return isRight ? 'passkey' : undefined
  }
  if (looksLikeTotp(proof.code)) return (await isTotp(deps, login, proof.code)) ? 'totp' : undefined
  const hash = recoveryCodeHash(deps.secrets, login, proof.code)
  return (await useRecoveryCode(deps.db, login, hash)) ? 'recoveryCode' : undefined
}

async function isTotp({ db, secrets, clock }: Deps, login: string, code: string) {
  const row = await findTotp(db, login)
  if (!row || row.confirmed_at === null) return false
  const secret = secrets.open(totpContext(login), row.secret_sealed)
  const step = matchingStep(secret, code, clock.now(), row.last_step)
  return step !== undefined && (await useStep(db, login, step))
}
