import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { type AccessTx, changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import type { Secrets } from '../secrets.ts'
import { type UserRow, updateUser } from './store.ts'
import { keepOneSuperadmin } from './update.ts'

/** A keyed hash to find the user by, and a sealed copy because `GET …/key` must return the key. */
export const sealedKey = (secrets: Secrets, login: string, key: string) => ({
  key_hash: secrets.lookup('api-key', key),
  key_sealed: secrets.seal(keyContext(login), key),
})

export const openKey = (secrets: Secrets, login: string, sealed: string): string =>
  secrets.open(keyContext(login), sealed)

/** 24 random bytes in base64: what cannot be guessed. */
export const safeKeyLength = 32

/** It travels in a header, so only visible ASCII. */
export function checkKey(key: string): void {
  if (key.length < safeKeyLength)
    throw badRequest(`A safe key must be at least ${safeKeyLength} chars`)
  if (!/^[\x21-\x7e]+$/.test(key))
    throw badRequest('A key may contain visible ASCII characters only')
}

/** Does not say why: that the key is somebody's is nobody else's business. */
export const keyInUse = () => badRequest('This key cannot be used')

export const keyContext = (login: string) => `users.key_sealed:${login}` as const

export async function saveKey(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  user: UserRow,
  key: string,
): Promise<string> {
  const { dialect, clock, secrets } = deps
  const now = clock.now()
  const save = async (tx: AccessTx) => {
    await updateUser(tx, user.login, {
      ...sealedKey(secrets, user.login, key),
      updated_at: now,
      updated_by: caller.login,
    })
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.key.set',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
    })
  }
  await changeAccess(deps, { login: user.login }, save).catch((error: unknown) => {
    throw dialect.isUniqueViolation(error) ? keyInUse() : error
  })
  return key
}

export async function removeKey(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  user: UserRow,
): Promise<void> {
  const now = deps.clock.now()
  await changeAccess(deps, { login: user.login }, async (tx) => {
    if (!user.has_password) await keepOneSuperadmin(tx, deps, user)
    await updateUser(tx, user.login, {
      key_hash: null,
      key_sealed: null,
      updated_at: now,
      updated_by: caller.login,
    })
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.key.remove',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
    })
  })
}
