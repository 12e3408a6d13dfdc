import type { Selectable } from 'kysely'
import { analyst } from '../../domain/values/decision.ts'
import { nextDue } from '../../domain/watch.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows, type OrganizationWalk } from '../../storage/rows/due.ts'
import type { ValueWatchTable } from '../../storage/tables/watches.ts'

/** How long a process that is not heard of keeps a watch; another one then does it again. */
const takenMs = 10 * 60_000

export interface DueWatch extends Selectable<ValueWatchTable> {
  /** When it was due. */
  readonly due: number
  readonly every: 'day' | 'week'
}

const watchesDue = { table: 'value_watches', at: 'next_at' } as const

export const organizationsToRecheck = (db: Db, walk: OrganizationWalk) =>
  dueOrganizations(db, watchesDue, walk)

export const recheckDue = (db: Db, now: number) => dueRows(db, watchesDue, now)

/** Watches of an organization whose time has come, for this process alone. */
export async function takeDue(
  db: Db,
  organization: string,
  { count, now }: { count: number; now: number },
): Promise<DueWatch[]> {
  const due = await db
    .selectFrom('value_watches')
    .select(['id', 'next_at', 'every'])
    .where('organization', '=', organization)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(count)
    .execute()
  const taken: DueWatch[] = []
  for (const { id, next_at, every } of due) {
    if (next_at === null || every === null) continue
    const row = await db
      .updateTable('value_watches')
      .set({ next_at: now + takenMs })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst()
    // Otherwise another process was faster, or its owner has chosen another time.
    if (row) taken.push({ ...row, due: next_at, every })
  }
  return taken
}

/** Done; unless its owner has chosen another time since. */
export const putBack = (db: Db, watch: DueWatch, now: number): Promise<unknown> =>
  db
    .updateTable('value_watches')
    .set({ next_at: nextDue(watch.every, watch.due, now) })
    .where('id', '=', watch.id)
    .where('next_at', '=', watch.next_at)
    .execute()

/** The analyzers that have answered, each with the job that did, if it is still there. */
export const lastAnswers = (db: Db, { organization, value_hash }: DueWatch) =>
  db
    .selectFrom('value_answers as a')
    .innerJoin('workers as w', (join) =>
      join.onRef('w.id', '=', 'a.worker_id').onRef('w.organization', '=', 'a.organization'),
    )
    .leftJoin('jobs as j', (join) =>
      join.onRef('j.id', '=', 'a.job_id').onRef('j.organization', '=', 'a.organization'),
    )
    .select(['a.worker_id', 'a.data_type', 'j.tlp', 'j.pap', 'j.parameters'])
    .where('a.organization', '=', organization)
    .where('a.value_hash', '=', value_hash)
    .where('a.level', 'is not', null)
    .where('a.worker_id', '!=', analyst)
    .where('w.type', '=', 'analyzer')
    .orderBy('w.name')
    .limit(100)
    .execute()

/** What was read so long ago is of no more use. */
export async function removeReadNews(db: Db, before: number): Promise<void> {
  for (const table of ['value_news', 'mentions', 'notices'] as const)
    await db.deleteFrom(table).where('read_at', '<', before).execute()
}
