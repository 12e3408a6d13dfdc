import type { Quota } from '@assay/contract'
import { windowMs } from '../../domain/rate.ts'
import type { Db } from '../../storage/database.ts'

/** Of the workers with a rate. Whatever became of them, all jobs in the window count. */
export async function quotasOf(db: Db, organization: string, now: number): Promise<Quota[]> {
  const rated = await db
    .selectFrom('workers')
    .select(['id', 'name', 'type', 'rate', 'rate_unit'])
    .where('organization', '=', organization)
    .where('rate', 'is not', null)
    .where('rate_unit', 'is not', null)
    .orderBy('name')
    .execute()
  return Promise.all(
    rated.flatMap(({ id, name, type, rate, rate_unit: rateUnit }) =>
      rate === null || rateUnit === null
        ? []
        : usedOf(db, organization, { workerId: id, name, type, rate, rateUnit }, now),
    ),
  )
}

async function usedOf(
  db: Db,
  organization: string,
  worker: Omit<Quota, 'used' | 'freeAt'>,
  now: number,
): Promise<Quota> {
  const { workerId, rate, rateUnit } = worker
  const inWindow = db
    .selectFrom('jobs')
    .where('worker_id', '=', workerId)
    .where('organization', '=', organization)
    .where('created_at', '>', now - windowMs(rateUnit))
  const { count } = await inWindow
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const used = Number(count)
  if (rate === 0 || used < rate) return { ...worker, used }
  // More than the rate may be in it: so many must leave that one of them is missing.
  const last = await inWindow
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(rate - 1)
    .limit(1)
    .executeTakeFirst()
  return { ...worker, used, ...(last && { freeAt: last.created_at + windowMs(rateUnit) }) }
}
