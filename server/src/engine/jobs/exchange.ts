import type { Exchanged, ExchangedItem } from '../../domain/report-exchange.ts'
import { taxonomiesOf } from '../../domain/report-summary.ts'
import type { Db } from '../../storage/database.ts'
import { withDecisions } from '../../storage/rows/decisions.ts'
import { summaryRows } from '../job-rows/report-store.ts'
import { readJob } from '../job-rows/store.ts'

/** As many as a job may have. */
const maxArtifacts = 10_000
const worstFirst = ['malicious', 'suspicious', 'safe']

/** A job in the format of other platforms; undefined when there is none. */
export async function exchangedJob(
  db: Db,
  organization: string,
  id: string,
): Promise<Exchanged | undefined> {
  const job = await readJob(db, organization, id)
  if (!job) return undefined
  const artifacts = await db
    .selectFrom('artifacts')
    .innerJoin('jobs', 'jobs.id', 'artifacts.job_id')
    .select([
      'artifacts.data_type',
      'artifacts.data',
      'artifacts.attachment_id',
      'artifacts.attachment_name',
      'artifacts.message',
    ])
    .where('jobs.organization', '=', organization)
    .where('artifacts.job_id', '=', id)
    .orderBy('artifacts.id')
    .limit(maxArtifacts)
    .execute()
  const [summary] = await summaryRows(db, organization, [id])
  const levels = new Set(taxonomiesOf(summary?.beginning ?? '')?.map(({ level }) => level))
  const verdict = worstFirst.find((level) => levels.has(level as never))
  const own = itemOf({ ...job, message: job.message })
  return {
    id: `job ${id}`,
    title: `${job.worker_name}: ${own[0]?.value.slice(0, 200) ?? job.data_type}`,
    date: job.end_date ?? job.created_at,
    tlp: job.tlp,
    ...(verdict === undefined ? {} : { verdict }),
    items: await withDecisions(db, organization, [...own, ...artifacts.flatMap(itemOf)]),
  }
}

interface Observed {
  data_type: string
  data: string | null
  attachment_id: string | null
  attachment_name: string | null
  message: string | null
}

/** The id of an attachment is its SHA-256. */
function itemOf(row: Observed): ExchangedItem[] {
  const message = row.message ? { message: row.message } : {}
  if (row.attachment_id !== null)
    return [
      {
        dataType: 'file',
        value: row.attachment_name ?? row.attachment_id,
        sha256: row.attachment_id,
        ...message,
      },
    ]
  return row.data === null ? [] : [{ dataType: row.data_type, value: row.data, ...message }]
}
