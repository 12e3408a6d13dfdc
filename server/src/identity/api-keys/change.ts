import { randomUUID } from 'node:crypto'
import type { contract, Input } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, everyOrganization, type Origin } from '../../domain/caller.ts'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { type AccessTx, changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { newNamedKey } from '../secrets.ts'
import { lockUser, type UserRow } from '../users/store.ts'
import { namedKeyHash } from './find.ts'
import { type ApiKeyRow, countKeysOf, deleteKey, hasWorker, insertKey } from './store.ts'

export type NewKey = Input<typeof contract.createApiKey>

/** More than can be managed. */
export const maxKeys = 20
const dayMs = 24 * 60 * 60_000

export async function createKey(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  user: UserRow,
  { name, scope = 'all', worker, expiresInDays }: NewKey,
): Promise<{ row: ApiKeyRow; key: string }> {
  // guard: server/test/api/api-keys.test.ts
  if (worker !== undefined && scope !== 'run')
    throw badRequest('A key for one analyzer or responder must have the scope run')
  const now = deps.clock.now()
  const key = newNamedKey()
  const save = async (tx: AccessTx) => {
    // Locked: keys that are made at the same moment are counted one after the other.
    await lockUser(tx, deps.dialect, everyOrganization, user.login)
    // guard: server/test/api/api-keys.test.ts
    if ((await countKeysOf(tx, user.login)) >= maxKeys)
      throw badRequest(
        `User ${user.login} has reached the limit of ${maxKeys} keys. Revoke one first`,
      )
    // guard: server/test/api/api-keys.test.ts
    if (worker !== undefined && !(await hasWorker(tx, user.organization, worker)))
      throw notFound('worker', worker)
    const row = await insertKey(tx, {
      id: randomUUID(),
      login: user.login,
      name,
      key_hash: namedKeyHash(deps.secrets, key),
      scope,
      worker_id: worker ?? null,
      created_at: now,
      created_by: caller.login,
      expires_at: expiresInDays === undefined ? null : now + expiresInDays * dayMs,
      used_at: null,
    })
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.key.create',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
      details: { name, scope, ...(worker && { worker }), ...(expiresInDays && { expiresInDays }) },
    })
    return row
  }
  const row = await changeAccess(deps, { login: user.login }, save).catch((error: unknown) => {
    throw deps.dialect.isUniqueViolation(error) ? conflict('key', name) : error
  })
  return { row, key }
}

export async function revokeKey(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  user: UserRow,
  id: string,
): Promise<void> {
  await changeAccess(deps, { login: user.login }, async (tx) => {
    const row = await deleteKey(tx, user.login, id)
    // guard: server/test/api/api-keys.test.ts
    if (!row) throw notFound('key', id)
    await audit(tx, { login: caller.login, ...origin }, deps.clock.now(), {
      action: 'user.key.revoke',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
      details: { name: row.name, scope: row.scope },
    })
  })
}
