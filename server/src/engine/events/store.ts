import type { Selectable } from 'kysely'
import { givenMoment, momentOf } from '../../storage/common/moment.ts'
import type { StreamEventTable } from '../../storage/tables/tables.ts'
import type { EngineDeps } from '../deps.ts'
import type { JobEvent } from '../jobs/events.ts'

type Source = Pick<EngineDeps, 'db' | 'dialect' | 'clock'>
export type StreamEvent = Pick<Selectable<StreamEventTable>, 'number' | 'job_id' | 'status' | 'at'>

/** A stream without polls for this long is forgotten, and so are its events. */
export const keptMs = 15 * 60_000
/** A page that opens streams and never polls must not fill the table. */
const maxStreams = 10_000
/** Beyond this the oldest go first; a client that polls once a minute never notices. */
const maxEvents = 200_000
/** Of one answer; the rest is in the next one. */
const maxRead = 1_000
const recordKey = 0x61_73_73_65

const moment = (deps: Source) => momentOf(deps.dialect, givenMoment(deps))

/** False when there are too many already. */
export async function insertStream(deps: Source, organization: string, id: string) {
  const { db } = deps
  const { count } = await db
    .selectFrom('streams')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxStreams) return false
  await db
    .insertInto('streams')
    .values((eb) => ({
      id,
      organization,
      // Earlier events are not shown: a stream begins now.
      position: eb.fn.coalesce(
        eb.selectFrom('stream_events').select((of) => of.fn.max('number').as('last')),
        eb.lit(0),
      ),
      polled_at: moment(deps),
    }))
    .execute()
  return true
}

/** The position of a stream of this organization; undefined when it no longer exists. */
export async function touchStream(deps: Source, organization: string, id: string) {
  const row = await deps.db
    .updateTable('streams')
    .set({ polled_at: moment(deps) })
    .where('id', '=', id)
    .where('organization', '=', organization)
    .where('polled_at', '>', (eb) => eb(moment(deps), '-', keptMs))
    .returning('position')
    .executeTakeFirst()
  return row?.position
}

export const readEvents = (
  { db }: Source,
  organization: string,
  after: number,
): Promise<StreamEvent[]> =>
  db
    .selectFrom('stream_events')
    .select(['number', 'job_id', 'status', 'at'])
    .where('organization', '=', organization)
    .where('number', '>', after)
    .orderBy('number')
    .limit(maxRead)
    .execute()

/** False when another poll of the same stream, at whatever process, was faster. */
export async function moveStream({ db }: Source, id: string, from: number, to: number) {
  const { numUpdatedRows } = await db
    .updateTable('streams')
    .set({ position: to })
    .where('id', '=', id)
    .where('position', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * They become visible in the order of their numbers: without the lock, a client could get number 11
 * while 10 is not committed, and would never see 10.
 */
export async function insertEvents(deps: Source, events: readonly JobEvent[]): Promise<void> {
  const { db, dialect } = deps
  await db.transaction().execute(async (tx) => {
    await dialect.lockKey(tx, recordKey)
    await tx
      .insertInto('stream_events')
      .values(
        events.map(({ jobId, organization, status }) => ({
          job_id: jobId,
          organization,
          status,
          at: moment(deps),
        })),
      )
      .execute()
  })
}

/** Organizations with a polling client. */
export async function polledOrganizations(deps: Source): Promise<Set<string>> {
  const rows = await deps.db
    .selectFrom('streams')
    .select('organization')
    .distinct()
    .where('polled_at', '>', (eb) => eb(moment(deps), '-', keptMs))
    .execute()
  return new Set(rows.map(({ organization }) => organization))
}

export async function removeOld(deps: Source): Promise<void> {
  const { db } = deps
  await db
    .deleteFrom('streams')
    .where('polled_at', '<=', (eb) => eb(moment(deps), '-', keptMs))
    .execute()
  await db
    .deleteFrom('stream_events')
    .where('at', '<=', (eb) => eb(moment(deps), '-', keptMs))
    .execute()
  await db
    .deleteFrom('stream_events')
    .where('number', '<=', (eb) =>
      eb
        .selectFrom('stream_events as newest')
        .select((of) => of(of.fn.max('newest.number'), '-', maxEvents).as('limit')),
    )
    .execute()
}
