import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import type { ResponseRow } from './store.ts'

const hour = 3_600_000

interface Counting {
  readonly dialect: Dialect
  readonly now: number
  readonly perHour: number | null
  readonly row: Pick<ResponseRow, 'id' | 'organization' | 'worker_id' | 'worker_name' | 'dry'>
}

export interface OverLimit {
  readonly message: string
  readonly retryAfterSeconds: number
}

/**
 * Why it is too much for this hour: by what was submitted; or by what was started, for an approval also by what may
 * start now. Dry runs do not count. What waited for a day, for an approval or a budget, would otherwise run in one minute. Counted while no
 * other run is.
 */
export async function overLimit(
  tx: Db,
  { dialect, now, perHour, row }: Counting,
  counted: 'submitted' | 'approved' | 'started',
): Promise<OverLimit | undefined> {
  const { organization, worker_id } = row
  if (perHour === null || row.dry === 1) return undefined
  const policy = tx
    .selectFrom('responder_policies')
    .select('worker_id')
    .where('organization', '=', organization)
    .where('worker_id', '=', worker_id)
  await dialect.lockRow(policy).execute()
  const since = now - hour
  const own = tx
    .selectFrom('guarded_responses')
    .where('worker_id', '=', worker_id)
    .where('organization', '=', organization)
    .where('id', '!=', row.id)
    // guard: server/test/engine/dry-runs.test.ts
    .where('dry', '=', 0)
  const recent =
    counted === 'submitted'
      ? await own
          .select('created_at as at')
          .where('created_at', '>', since)
          .orderBy('created_at', 'desc')
          .limit(perHour)
          .execute()
      : await own
          .select('started_at as at')
          .where('started_at', '>', since)
          .orderBy('started_at', 'desc')
          .limit(perHour)
          .execute()
  const ready =
    counted === 'approved'
      ? await own.select('id').where('state', '=', 'approved').limit(perHour).execute()
      : []
  if (recent.length + ready.length < perHour) return undefined
  const oldest = recent.at(-1)
  return {
    message: `${row.worker_name} may be run ${perHour} times an hour, and was. Nothing was started`,
    retryAfterSeconds: Math.max(1, Math.ceil(((oldest?.at ?? now) - since) / 1_000)),
  }
}
