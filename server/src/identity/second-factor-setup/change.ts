import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { type Caller, everyOrganization, type Origin } from '../../domain/caller.ts'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { type AccessTx, changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { deleteSessionsOf } from '../end-sessions.ts'
import type { NewCredential } from '../second-factor/passkeys.ts'
import { newRecoveryCodes, recoveryCodeHash } from '../second-factor/recovery-codes.ts'
import {
  confirmTotp,
  deletePasskey,
  deletePasskeysOf,
  deleteTotp,
  findTotp,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  replaceRecoveryCodes,
} from '../second-factor/store.ts'
import { lockUser, type UserRow, updateUser } from '../users/store.ts'

/** More than any user owns. */
export const maxPasskeys = 20

type Change = Pick<Deps, 'db' | 'bus' | 'clock' | 'dialect'>
export type Actor = Origin & { readonly login: string }

/** The one transaction in which factors change: the user is locked, and the sum in `users` follows. */
function changeFactors<T>(
  deps: Change,
  actor: Actor,
  user: Pick<UserRow, 'login'>,
  action: string,
  work: (tx: AccessTx, before: UserRow, now: number) => Promise<{ result: T; details?: object }>,
): Promise<T> {
  return changeAccess(deps, { login: user.login }, async (tx) => {
    const now = deps.clock.now()
    const before = await lockUser(tx, deps.dialect, everyOrganization, user.login)
    if (!before) throw notFound('user', user.login)
    const { result, details } = await work(tx, before, now)
    const second_factors = await factorsOf(tx, user.login)
    await updateUser(tx, user.login, { second_factors })
    // They replace a factor; without one they would be a second password.
    if (second_factors === null) await replaceRecoveryCodes(tx, user.login, [])
    await audit(tx, actor, now, {
      action,
      objectType: 'user',
      objectId: user.login,
      organization: before.organization,
      details: { ...details },
    })
    return result
  })
}

async function factorsOf(tx: AccessTx, login: string): Promise<string | null> {
  const totp = await findTotp(tx, login)
  const hasTotp = totp !== undefined && totp.confirmed_at !== null
  const hasPasskey = (await listPasskeys(tx, login)).length > 0
  return [hasTotp ? 'totp' : '', hasPasskey ? 'passkey' : ''].filter(Boolean).join(' ') || null
}

/** The first factor comes with recovery codes, and sessions without it end. */
async function welcome(
  tx: AccessTx,
  { secrets }: Deps,
  before: UserRow,
  keptSession: string | undefined,
): Promise<{ recoveryCodes?: string[] }> {
  if (before.second_factors !== null) return {}
  await deleteSessionsOf(tx, before.login, keptSession)
  return { recoveryCodes: await newCodes(tx, secrets, before.login) }
}

async function newCodes(tx: AccessTx, secrets: Deps['secrets'], login: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryCodeHash(secrets, login, code))
  await replaceRecoveryCodes(tx, login, hashes)
  return codes
}

export const addTotp = (
  deps: Deps,
  actor: Actor,
  user: UserRow,
  { sealed, step }: { sealed: string; step: number },
  keptSession: string | undefined,
) =>
  changeFactors(deps, actor, user, 'user.secondFactor.add', async (tx, before, now) => {
    if (!(await confirmTotp(tx, user.login, sealed, step, now)))
      throw badRequest('The authenticator app was set up again in the meantime. Start again')
    const result = await welcome(tx, deps, before, keptSession)
    return { result, details: { method: 'totp' } }
  })

export const addPasskey = (
  deps: Deps,
  actor: Actor,
  user: UserRow,
  name: string,
  { credentialId, publicKey, counter, transports }: NewCredential,
  keptSession: string | undefined,
): Promise<{ row: PasskeyRow; recoveryCodes?: string[] }> =>
  changeFactors(deps, actor, user, 'user.secondFactor.add', async (tx, before, now) => {
    if ((await listPasskeys(tx, user.login)).length >= maxPasskeys)
      throw badRequest(`You have reached the limit of ${maxPasskeys} passkeys. Remove one first`)
    const row = await insertPasskey(tx, {
      id: randomUUID(),
      login: user.login,
      name,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      created_at: now,
      used_at: null,
    })
    const result = { row, ...(await welcome(tx, deps, before, keptSession)) }
    return { result, details: { method: 'passkey', name } }
  }).catch((error: unknown) => {
    throw deps.dialect.isUniqueViolation(error) ? conflict('passkey', name) : error
  })

export const removeTotp = (deps: Deps, actor: Actor, user: UserRow): Promise<void> =>
  changeFactors(deps, actor, user, 'user.secondFactor.remove', async (tx) => {
    if (!(await deleteTotp(tx, user.login))) throw notFound('authenticator app of', user.login)
    return { result: undefined, details: { method: 'totp' } }
  })

export const removePasskey = (deps: Deps, actor: Actor, user: UserRow, id: string): Promise<void> =>
  changeFactors(deps, actor, user, 'user.secondFactor.remove', async (tx) => {
    const removed = await deletePasskey(tx, user.login, id)
    if (!removed) throw notFound('passkey', id)
    return { result: undefined, details: { method: 'passkey', name: removed.name } }
  })

export const renewRecoveryCodes = (deps: Deps, actor: Actor, user: UserRow): Promise<string[]> =>
  changeFactors(deps, actor, user, 'user.secondFactor.renewRecoveryCodes', async (tx, before) => {
    if (before.second_factors === null)
      throw badRequest('Recovery codes require a second factor. Set one up first')
    return { result: await newCodes(tx, deps.secrets, user.login) }
  })

/** For a user who lost all factors: the password alone is enough again, or the way to set one up. */
export const resetSecondFactor = (
  deps: Change,
  actor: Actor,
  user: Pick<UserRow, 'login'>,
): Promise<void> =>
  changeFactors(deps, actor, user, 'user.secondFactor.reset', async (tx) => {
    await deleteTotp(tx, user.login)
    await deletePasskeysOf(tx, user.login)
    await replaceRecoveryCodes(tx, user.login, [])
    await deleteSessionsOf(tx, user.login)
    return { result: undefined }
  })

export const actorOf = (caller: Caller, origin: Origin): Actor => ({
  login: caller.login,
  address: origin.address,
  requestId: origin.requestId,
})
