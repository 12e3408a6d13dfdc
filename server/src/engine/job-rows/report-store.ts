import { sql } from 'kysely'
import { summaryReach } from '../../domain/report-summary.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { walksTexts } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import { type JobKey, jobColumns, type VisibleJob } from './store.ts'

export type JobWithReportRow = VisibleJob & {
  /** Null when there is none, or when it is longer than `reportAtOnce`. */
  report_body: string | null
  report_bytes: number | null
}

/** A longer report is read in slices: one of 100 MB would be held in memory several times. */
export const reportAtOnce = 1_048_576
const reportSlice = 4 * 1_048_576

/** Job and report in one statement; the report stays the text that it is. */
export async function findJobWithReport(
  db: Db,
  organization: string,
  id: string,
): Promise<JobWithReportRow | undefined> {
  return (await jobWithReportById(db, { organization, id }))[0]
}

const jobWithReportById = prepared<JobKey, JobWithReportRow>((db, slot) =>
  db
    .selectFrom('jobs')
    .leftJoin('reports', 'reports.job_id', 'jobs.id')
    .select(jobColumns.map((column) => `jobs.${column}` as const))
    .select([
      sql<string | null>`case when octet_length(reports.body) <= ${sql.lit(reportAtOnce)}
        then reports.body end`.as('report_body'),
      sql<number | null>`octet_length(reports.body)`.as('report_bytes'),
    ])
    .where('jobs.id', '=', slot('id'))
    .where('jobs.organization', '=', slot('organization')),
)

/** A long report, piece by piece. It is written once, so the pieces fit. */
export async function* reportSlices(
  db: Db,
  dialect: Dialect,
  organization: string,
  jobId: string,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  const body = sql.ref('reports.body')
  for (let from = 1; from <= bytes; from += reportSlice) {
    const row = await db
      .selectFrom('reports')
      .select(dialect.bytesOf(body, from, reportSlice).as('slice'))
      .where('job_id', '=', jobId)
      .where('organization', '=', organization)
      .executeTakeFirst()
    // Removed by its retention since; the answer must not look complete.
    if (!row) throw new Error(`the report of job ${jobId} was removed while it was read`)
    yield row.slice
  }
}

export interface SummaryRow {
  readonly id: string
  /** Of the stored report, far enough to hold its summary. */
  readonly beginning: string
  /** Whether that is all of it. */
  readonly isWhole: boolean
  readonly artifacts: number
}

/**
 * The summary is cut out by position and not by the databases' JSON functions: those read a report
 * of 50 MB whole, and on PostgreSQL one that is not JSON would fail the others with it.
 */
export async function summaryRows(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<SummaryRow[]> {
  const found: SummaryRow[] = []
  // In portions: others get a turn between them.
  for (let at = 0; at < ids.length; at += 50) {
    const rows = await summariesOf(db, organization, ids.slice(at, at + 50))
    const long = rows.filter(({ beginning }) => beginning === null).map(({ id }) => id)
    const beginnings = await beginningsOf(db, organization, long)
    for (const { id, beginning, artifacts } of rows) {
      const text = beginning ?? beginnings.get(id)
      const isWhole = beginning !== null
      if (text !== undefined)
        found.push({ id, beginning: text, isWhole, artifacts: Number(artifacts) })
    }
  }
  return found
}

/** Of longer reports SQLite reads all to give the beginning: not in the event loop. */
const shortReport = 65_536

const summariesOf = (db: Db, organization: string, ids: readonly string[]) =>
  db
    .selectFrom('jobs')
    .innerJoin('reports', 'reports.job_id', 'jobs.id')
    .select((eb) => [
      'jobs.id',
      sql<string | null>`case when octet_length(reports.body) <= ${sql.lit(shortReport)}
        then reports.body end`.as('beginning'),
      eb
        .selectFrom('artifacts')
        .select((artifact) => artifact.fn.countAll<number>().as('count'))
        .whereRef('artifacts.job_id', '=', 'jobs.id')
        .as('artifacts'),
    ])
    .where('jobs.organization', '=', organization)
    .where('jobs.status', '=', 'Success')
    .where('jobs.id', 'in', ids)
    .execute()

async function beginningsOf(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('reports')
    .select(['job_id', walksTexts(beginningOfReport).as('beginning')])
    .where('organization', '=', organization)
    .where('job_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ job_id, beginning }) => [job_id, beginning]))
}

const beginningOfReport = sql<string>`substr(reports.body, 1, ${sql.lit(summaryReach)})`
