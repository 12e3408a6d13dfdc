import type { Queue } from '../../src/engine/queue/queue.ts'
import type { Db } from '../../src/storage/database.ts'
import { makeQueue, type TestQueue } from './queue-fixtures.ts'

/** What a script may use: ids and moments are given, so equal scripts leave equal rows. */
export interface Place extends Pick<TestQueue, 'clock' | 'row'> {
  readonly queue: Queue
  readonly db: Db
}

/** Operations, with what the database must answer; what it returns is compared between databases. */
export type Script = (place: Place) => Promise<unknown>

/** Runs a script on an empty queue; returns its output and every row that it left. */
export async function play(queue: TestQueue, script: Script) {
  const { deps, clock, row } = queue
  const { db } = deps
  const told = await script({ queue: deps.jobQueue, db, clock, row })
  return { told, rows: await rowsLeft(db) }
}

const tables = [
  ...(['jobs', 'reports', 'artifacts', 'value_answers', 'value_watches', 'value_news'] as const),
  ...(['file_likeness', 'files_to_follow', 'feed_entries', 'job_requests'] as const),
]

/** Every row of the tables that the queue writes, in an order that is the same everywhere; and the counts. */
export async function rowsLeft(db: Db) {
  const left: Record<string, Row[]> = {}
  for (const table of tables)
    left[table] = inOneOrder(await db.selectFrom(table).selectAll().execute())
  // Each database makes up its own ids of news.
  left.value_news = inOneOrder((left.value_news ?? []).map(({ id: _, ...row }) => row))
  const counts = await db
    .selectFrom('job_counts')
    .select(['organization', 'status', 'type', 'worker_id'])
    .select((eb) => eb.fn.sum<number>('count').as('count'))
    .groupBy(['organization', 'status', 'type', 'worker_id'])
    .execute()
  const shownCounts = counts.map((row) => ({ ...row, count: Number(row.count) }))
  return { ...left, job_counts: inOneOrder(shownCounts.filter(({ count }) => count !== 0)) }
}

type Row = Record<string, unknown>

/** The databases have their columns in other orders, and rows in any. */
const inOneOrder = (rows: readonly object[]): Row[] =>
  rows
    .map((row): Row => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** As it was made. */
export async function clearRows(db: Db) {
  for (const table of tables.toReversed()) await db.deleteFrom(table).execute()
}

/** The queue of the fixtures, and a user who watches values. */
export async function makePlace(open: Parameters<typeof makeQueue>[0]) {
  const queue = await makeQueue(open)
  await queue.deps.db
    .insertInto('users')
    .values({
      login: 'ada',
      organization: 'alpha',
      name: 'Ada',
      roles: '[]',
      status: 'Active',
      preferences: '{}',
      created_at: 0,
      created_by: 'init',
    })
    .execute()
  return queue
}
