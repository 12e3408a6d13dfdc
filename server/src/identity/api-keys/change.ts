import { randomUUID } from 'node:crypto'
import {
  agentDefaults,
  agentScopes,
  type contract,
  type Input,
  isAgentScope,
  type KeyScopeName,
} from '@assay/contract'
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
  input: NewKey,
): Promise<{ row: ApiKeyRow; key: string }> {
  const { name, scope = 'all', worker, expiresInDays } = input
  const limits = agentLimits(scope, input)
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
    // guard: server/test/agents/keys.test.ts
    for (const id of limits.workers ?? [])
      if (!(await hasWorker(tx, user.organization, id))) throw notFound('worker', id)
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
      max_tlp: limits.maxTlp ?? null,
      max_pap: limits.maxPap ?? null,
      jobs_per_day: limits.jobsPerDay ?? null,
      workers: limits.workers === undefined ? null : JSON.stringify(limits.workers),
      jobs_day: null,
      jobs_used: null,
    })
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.key.create',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
      details: {
        name,
        scope,
        ...(worker && { worker }),
        ...limits,
        ...(expiresInDays && { expiresInDays }),
      },
    })
    return row
  }
  const row = await changeAccess(deps, { login: user.login }, save).catch((error: unknown) => {
    throw deps.dialect.isUniqueViolation(error) ? conflict('key', name) : error
  })
  return { row, key }
}

type AgentLimits = Pick<NewKey, 'maxTlp' | 'maxPap' | 'jobsPerDay' | 'workers'>

/** Stored with every key of an agent, so that a later default changes no key. */
function agentLimits(scope: KeyScopeName, input: NewKey): AgentLimits {
  const { maxTlp, maxPap, jobsPerDay, workers } = input
  if (isAgentScope(scope))
    return {
      maxTlp: maxTlp ?? agentDefaults.maxTlp,
      maxPap: maxPap ?? agentDefaults.maxPap,
      jobsPerDay: jobsPerDay ?? agentDefaults.jobsPerDay,
      ...(workers === undefined ? {} : { workers: [...new Set(workers)] }),
    }
  const given = Object.entries({ maxTlp, maxPap, jobsPerDay, workers })
    .filter(([, value]) => value !== undefined)
    .map(([key]) => key)
  // guard: server/test/agents/keys.test.ts
  if (given.length > 0)
    throw badRequest(
      `${given.join(', ')} can be set only for the scopes ${agentScopes.join(' and ')}`,
    )
  return {}
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
