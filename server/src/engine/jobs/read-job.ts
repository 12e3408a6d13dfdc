import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { prepared } from '../../storage/prepared.ts'
import { perHandle, shareCalls } from '../../storage/shared-calls.ts'
import { findJobWithReport, type JobWithReportRow } from '../job-rows/report-store.ts'

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

const jobsById = prepared<{ ids: string }, JobWithReportRow>((db, slot) => ({
  compile: () =>
    sql<never>`select * from read_jobs_1(
      array(select json_array_elements_text(cast(${slot('ids')} as json))),
      ${sql.lit(shortBytes)})`.compile(db),
}))
