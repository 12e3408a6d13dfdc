import { agentDefaults, isAgentScope } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { namedKeyPrefix, type Secrets } from '../secrets.ts'
import { toCaller } from '../users/views.ts'
import { findByNamedKey, markUsed, type NamedKeyCaller } from './store.ts'

/** The key of this hash outlives a rotation of the master key: only its owner has the API key. */
export const namedKeyHash = (secrets: Secrets, key: string) =>
  secrets.lookup('feed', `api-key ${key}`)

/** When it was used last is known to about ten minutes, and costs one write in that time. */
const usedEveryMs = 10 * 60_000

export async function callerByNamedKey(deps: Deps, key: string): Promise<Caller | undefined> {
  if (!key.startsWith(namedKeyPrefix)) return undefined
  const row = await findByNamedKey(deps.db, namedKeyHash(deps.secrets, key))
  const now = deps.clock.now()
  // guard (open = !row): server/test/api/api-keys.test.ts
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return undefined
  if (row.used_at === null || now - row.used_at >= usedEveryMs)
    await markUsed(deps.db, row.key_id, now)
  const scope = { kind: row.scope, workerId: row.worker_id ?? undefined, ...agentPart(row) }
  return { ...toCaller(row, 'key'), scope }
}

const agentPart = (row: NamedKeyCaller) =>
  isAgentScope(row.scope)
    ? {
        agent: {
          keyId: row.key_id,
          keyName: row.key_name,
          maxTlp: row.max_tlp ?? agentDefaults.maxTlp,
          maxPap: row.max_pap ?? agentDefaults.maxPap,
          jobsPerDay: row.jobs_per_day ?? agentDefaults.jobsPerDay,
          workers: row.workers === null ? undefined : (JSON.parse(row.workers) as string[]),
        },
      }
    : {}
