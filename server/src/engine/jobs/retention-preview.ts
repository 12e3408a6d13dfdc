import type { RetentionPreview } from '@assay/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { dayMs } from '../../domain/retention.ts'
import { countHolders } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import { oldJobs } from './retention.ts'

const step = 500
/** A user waits for the answer; beyond this it is "at least". */
const maxMs = 8_000
const maxFiles = 200_000

interface Counting {
  jobs: number
  reports: number
  artifacts: number
  bytes: number
  oldest: number | undefined
  /** Rows that go, by the hash of their file. */
  readonly holders: Map<string, { size: number; going: number }>
}

/** What retention would remove now, counted in the same steps in which it would. */
export async function previewOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organization: string,
  keptMs: number,
): Promise<RetentionPreview> {
  const counting: Counting = {
    ...{ jobs: 0, reports: 0, artifacts: 0, bytes: 0, oldest: undefined },
    holders: new Map(),
  }
  const until = performance.now() + maxMs
  const before = clock.now() - keptMs
  let isComplete = true
  let after = { at: 0, id: '' }
  while (keptMs > 0) {
    const jobs = await oldJobs(db, organization, before, after.at, step)
      .where((eb) => eb.or([eb('created_at', '>', after.at), eb('id', '>', after.id)]))
      .orderBy('id')
      .select([
        ...(['id', 'created_at', 'attachment_id', 'attachment_size'] as const),
        sql<number | null>`octet_length(data)`.as('bytes'),
      ])
      .execute()
    const last = jobs.at(-1)
    if (last === undefined) break
    after = { at: last.created_at, id: last.id }
    counting.oldest ??= jobs[0]?.created_at
    counting.jobs += jobs.length
    addFiles(counting, jobs)
    await countPartsOf(
      db,
      counting,
      jobs.map(({ id }) => id),
    )
    if (jobs.length < step) break
    if (performance.now() > until || counting.holders.size > maxFiles) {
      isComplete = false
      break
    }
  }
  const files = await ownFiles(db, counting)
  return {
    keptDays: keptMs / dayMs,
    jobs: counting.jobs,
    reports: counting.reports,
    artifacts: counting.artifacts,
    files: files.count,
    bytes: counting.bytes + files.bytes,
    ...(counting.oldest === undefined ? {} : { oldest: counting.oldest }),
    isComplete,
  }
}

interface Holder {
  attachment_id: string | null
  attachment_size: number | null
  bytes: number | null
}

function addFiles(counting: Counting, rows: readonly Holder[]): void {
  for (const { attachment_id, attachment_size, bytes } of rows) {
    counting.bytes += Number(bytes ?? 0)
    if (attachment_id === null) continue
    const known = counting.holders.get(attachment_id) ?? { size: 0, going: 0 }
    counting.holders.set(attachment_id, {
      size: Math.max(known.size, attachment_size ?? 0),
      going: known.going + 1,
    })
  }
}

async function countPartsOf(db: Db, counting: Counting, ids: string[]): Promise<void> {
  const reports = await db
    .selectFrom('reports')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number | null>`sum(octet_length(body))`.as('bytes'),
    ])
    .where('job_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const artifacts = await db
    .selectFrom('artifacts')
    .select([
      ...(['attachment_id', 'attachment_size'] as const),
      sql<number | null>`octet_length(data)`.as('bytes'),
    ])
    .where('job_id', 'in', ids)
    .execute()
  counting.reports += Number(reports.count)
  counting.bytes += Number(reports.bytes ?? 0)
  counting.artifacts += artifacts.length
  addFiles(counting, artifacts)
}

/** Files of which every holder goes. */
async function ownFiles(db: Db, { holders }: Counting) {
  let [count, bytes] = [0, 0]
  const hashes = [...holders.keys()]
  for (let at = 0; at < hashes.length; at += step) {
    const total = await countHolders(db, hashes.slice(at, at + step))
    for (const [hash, held] of total) {
      const { size, going } = holders.get(hash) ?? { size: 0, going: 0 }
      if (held > going) continue
      count += 1
      bytes += size
    }
  }
  return { count, bytes }
}
