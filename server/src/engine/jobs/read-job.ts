import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { prepared } from '../../storage/prepared.ts'
import { perHandle, shareCalls } from '../../storage/shared-calls.ts'
import { findJobWithReport, type JobWithReportRow } from './report-store.ts'
import { jobColumns } from './store.ts'

/** Of 256 reports that are read at once. */
const shortBytes = 65_536

/** A job and its report; on PostgreSQL together with those that others ask for at the moment. */
export async function readJobWithReport(
  { db, dialect }: { db: Db; dialect: Dialect },
  organization: string,
  id: string,
): Promise<JobWithReportRow | undefined> {
  if (dialect.name === 'sqlite') return findJobWithReport(db, organization, id)
  const row = await sharedReads(db)({ organization, id })
  if (row === undefined || (row.report_bytes ?? 0) <= shortBytes) return row
  return findJobWithReport(db, organization, id)
}

interface Key {
  readonly organization: string
  readonly id: string
}

const sharedReads = perHandle((db: Db) =>
  shareCalls<Key, JobWithReportRow | undefined>({
    bytesOf: () => 0,
    async run(keys) {
      const rows = await jobsById(db, { ids: JSON.stringify(keys.map(({ id }) => id)) })
      const found = new Map(rows.map((row) => [row.id, row]))
      return keys.map(({ organization, id }) => {
        const row = found.get(id)
        // Jobs of others look like those that do not exist.
        return row?.organization === organization ? row : undefined
      })
    },
  }),
)

/** An array, of which the planner expects few: it goes by the ids also where statistics are old. */
const jobsById = prepared<{ ids: string }, JobWithReportRow>(
  (db, slot) => ({
    compile: () =>
      sql<never>`select ${sql.join(jobColumns.map((column) => sql.ref(`jobs.${column}`)))},
      case when octet_length(reports.body) <= ${sql.lit(shortBytes)} then reports.body end
        as report_body,
      octet_length(reports.body) as report_bytes
    from jobs left join reports on reports.job_id = jobs.id
    where jobs.id = any (array(select json_array_elements_text(cast(${slot('ids')} as json))))`.compile(
        db,
      ),
  }),
  { isPlannedOnce: false },
)
