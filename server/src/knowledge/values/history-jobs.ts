import { sql } from 'kysely'
import type { AskerKind } from '../../domain/caller.ts'
import type { HistoryAsker, HistoryJob, ListHit } from '../../domain/values/history-runs.ts'
import { hitsInBody, readsLists } from '../../domain/values/list-hits.ts'
import type { Db } from '../../storage/database.ts'
import { tracedColumns } from '../../storage/rows/traced-jobs.ts'
import type { Wanted } from './named.ts'

/** Of one value; more of them are older than anyone reads. */
export const maxJobs = 500
/** Reports of lists that are read again for what they found, the newest. */
const maxReports = 60
const maxBytes = 65_536

export interface HistoryJobs {
  readonly jobs: readonly HistoryJob[]
  /** Only what began since then is complete. */
  readonly completeSince: number
}

/** Jobs about a value, with those that retention removed, and others that are known by their ids only. */
export async function historyJobs(
  db: Db,
  organization: string,
  wanted: Wanted,
  known: readonly string[],
): Promise<HistoryJobs> {
  const [here, removed] = await Promise.all([
    jobsAbout(db, organization, wanted),
    removedAbout(db, organization, wanted),
  ])
  const found = new Set([...here, ...removed].map(({ id }) => id))
  const missing = [...new Set(known)].filter((id) => id !== '' && !found.has(id)).slice(0, maxJobs)
  const others = missing.length === 0 ? [] : await jobsWithIds(db, organization, missing)
  const kept = [...here, ...others]
  const hits = await hitsOf(db, organization, kept)
  const completeSince = Math.max(
    ...[here, removed].map((rows) => (rows.length < maxJobs ? 0 : (rows.at(-1)?.created_at ?? 0))),
  )
  return {
    jobs: [
      ...kept.map((row) => ({
        ...jobView(row),
        hits: hits.get(row.id),
        hasReport: row.status === 'Success',
      })),
      ...removed.map((row) => ({
        ...jobView(row),
        hits: row.hits === null ? undefined : (JSON.parse(row.hits) as ListHit[]),
        hasReport: false,
      })),
    ],
    completeSince,
  }
}

interface Row {
  readonly id: string
  readonly worker_id: string
  readonly worker_name: string
  readonly worker_definition_id: string
  readonly status: string
  readonly created_at: number
  readonly end_date: number | null
  readonly asked_by: string | null
  readonly asked_kind: AskerKind | null
  readonly cause: string | null
  readonly created_by: string
}

const jobView = (row: Row): Omit<HistoryJob, 'hits' | 'hasReport'> => ({
  id: row.id,
  workerId: row.worker_id,
  worker: row.worker_name,
  definition: row.worker_definition_id,
  outcome: row.status === 'Success' ? 'done' : row.status === 'Failure' ? 'failed' : 'open',
  startedAt: row.created_at,
  endedAt:
    row.status === 'Success' || row.status === 'Failure'
      ? (row.end_date ?? row.created_at)
      : undefined,
  asker: askerOf(row),
})

const askerOf = ({ asked_by, asked_kind, cause, created_by }: Row): HistoryAsker => ({
  login: asked_by ?? created_by,
  kind: asked_kind,
  cause,
})

const jobsAbout = (db: Db, organization: string, { hashes, isFile, value }: Wanted) =>
  db
    .selectFrom('jobs')
    .select(tracedColumns)
    // guard: server/test/values/history.test.ts
    .where('organization', '=', organization)
    .where(isFile ? 'attachment_id' : 'data_hash', 'in', hashes)
    .where('data_type', '=', value.dataType)
    .where('type', '=', 'analyzer')
    .where('status', '!=', 'Deleted')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxJobs)
    .execute()

const jobsWithIds = (db: Db, organization: string, ids: readonly string[]) =>
  db
    .selectFrom('jobs')
    .select(tracedColumns)
    .where('organization', '=', organization)
    .where('id', 'in', ids)
    .where('type', '=', 'analyzer')
    .where('status', '!=', 'Deleted')
    .execute()

const removedAbout = (db: Db, organization: string, { hashes, value }: Wanted) =>
  db
    .selectFrom('removed_jobs')
    .select([
      'job_id as id',
      'worker_id',
      'worker_name',
      'worker_definition_id',
      'status',
      'created_at',
      'ended_at as end_date',
      'asked_by',
      'asked_kind',
      'cause',
      'asked_by as created_by',
      'hits',
    ])
    // guard: server/test/values/history.test.ts
    .where('organization', '=', organization)
    .where('text_hash', 'in', hashes)
    .where('data_type', '=', value.dataType)
    .orderBy('created_at', 'desc')
    .limit(maxJobs)
    .execute()

/** What the newest reports of lists found. */
async function hitsOf(db: Db, organization: string, rows: readonly Row[]) {
  const ids = rows
    .filter((row) => row.status === 'Success' && readsLists(row.worker_definition_id))
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, maxReports)
    .map(({ id }) => id)
  if (ids.length === 0) return new Map<string, ListHit[]>()
  const reports = await db
    .selectFrom('reports')
    .select(['job_id', 'body'])
    .where('organization', '=', organization)
    .where('job_id', 'in', ids)
    .where(sql<boolean>`octet_length(body) <= ${sql.lit(maxBytes)}`)
    .execute()
  return new Map(
    reports.flatMap(({ job_id, body }): [string, ListHit[]][] => {
      const hits = hitsInBody(body)
      return hits ? [[job_id, hits]] : []
    }),
  )
}
