import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import { keptForMs, type RetentionLimits } from '../../domain/retention.ts'
import { audit } from '../../identity/audit/store.ts'
import { repeat } from '../../repeat.ts'
import type { Config } from '../../settings/config.ts'
import type { Db } from '../../storage/database.ts'
import { markOrphaned, removeOrphanedBlobs } from '../../storage/orphaned-blobs.ts'
import type { EngineDeps } from '../deps.ts'

const everyMs = 10 * 60_000
const day = 86_400_000
/** Small steps: a big delete would hold up every writer. */
const step = 200

export type RetentionDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'blobs' | 'stopping'>

/** Removes jobs that ended too long ago, with reports, artifacts and files nobody else has. */
export function startRetention(deps: EngineDeps) {
  let nextLook = 0
  const remove = async (): Promise<void> => {
    const now = deps.clock.now()
    // It walks a whole table, and years are not over by the minute.
    if (deps.config.job.retentionMs > 0 && now >= nextLook) {
      nextLook = now + day
      await removeOldAnswers(deps)
    }
    await removeOldJobs(deps)
  }
  return repeat(everyMs, remove, (err) =>
    deps.log.error({ err }, 'old jobs and their files were not removed'),
  )
}

export const retentionLimits = ({ job }: Pick<Config, 'job'>): RetentionLimits => ({
  defaultMs: job.retentionMs,
  minMs: job.retentionMinMs,
  maxMs: job.retentionMaxMs,
})

/** What an organization chose, if it did. */
export async function chosenDays(db: Db, organization: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('retention')
    .select('job_days')
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row?.job_days
}

export interface Kept {
  readonly organization: string
  /** 0 is for ever. */
  readonly ms: number
}

/** Of every organization, or of one. */
export async function keptJobs(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  organization?: string,
): Promise<Kept[]> {
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('retention', 'retention.organization', 'organizations.name')
    .select(['organizations.name', 'retention.job_days'])
    .$if(organization !== undefined, (query) =>
      query.where('organizations.name', '=', organization ?? ''),
    )
    .orderBy('organizations.name')
    .execute()
  const limits = retentionLimits(config)
  return rows.map(({ name, job_days }) => ({
    organization: name,
    ms: keptForMs(job_days ?? undefined, limits),
  }))
}

/** Answers how many were removed. */
export async function removeOldJobs(deps: RetentionDeps, only?: string): Promise<number> {
  let removed = 0
  // One after the other, because the index that knows the old ones begins with the organization.
  for (const { organization, ms } of await keptJobs(deps, only))
    if (ms > 0) removed += await removeOldJobsOf(deps, organization, deps.clock.now() - ms)
  await removeOrphanedBlobs(deps)
  return removed
}

/** Verdicts outlive reports: what was malicious half a year ago is worth knowing. */
const answersMs = 365 * day

async function removeOldAnswers({ db, clock, config, stopping }: EngineDeps): Promise<void> {
  const before = clock.now() - Math.max(answersMs, config.job.retentionMs)
  for (;;) {
    const old = await db
      .selectFrom('value_answers')
      .select(['organization', 'value_hash', 'worker_id'])
      .where((eb) => eb(eb.fn.coalesce('answered_at', 'failed_at', 'first_at'), '<', before))
      .where((eb) => eb.or([eb('failed_at', 'is', null), eb('failed_at', '<', before)]))
      .limit(step)
      .execute()
    if (old.length === 0 || stopping.aborted) return
    await db
      .deleteFrom('value_answers')
      .where((eb) => eb.or(old.map((key) => eb.and(key))))
      .execute()
  }
}

/**
 * Jobs that ended before this moment, the first made first. What counts is the end: a job that waited for
 * weeks until a worker came back must not lose its report with the next step. None ends before it was
 * made, so the index on that moment still serves.
 */
export const oldJobs = (
  db: Db,
  organization: string,
  before: number,
  from: number,
  limit: number,
) =>
  db
    .selectFrom('jobs')
    .where('organization', '=', organization)
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where('status', 'in', ['Success', 'Failure', 'Deleted'])
    .where((eb) => eb(eb.fn.coalesce('end_date', 'updated_at', 'created_at'), '<', before))
    .orderBy('created_at')
    .limit(limit)

async function removeOldJobsOf(deps: RetentionDeps, organization: string, before: number) {
  const { db, stopping } = deps
  let removed = 0
  let from = 0
  let oldest: number | undefined
  try {
    while (!stopping.aborted) {
      const old = await oldJobs(db, organization, before, from, step)
        .select(['id', 'attachment_id', 'created_at'])
        .execute()
      const ids = old.map(({ id }) => id)
      // Those passed over, which wait or have just ended, are not walked again with every step.
      from = old.at(-1)?.created_at ?? before
      if (ids.length === 0) break
      removed += await removeJobs(db, ids, old)
      oldest ??= old[0]?.created_at
    }
  } finally {
    // Also of a run that was broken off: what is gone is gone.
    if (removed > 0)
      await audit(db, retentionActor, deps.clock.now(), {
        action: 'retention.run',
        objectType: 'organization',
        objectId: organization,
        organization,
        details: { jobs: removed, endedBefore: before, oldest },
      })
  }
  return removed
}

/** In the audit trail; no user can be called so. */
const retentionActor = { login: actors.retention, address: 'server', requestId: 'retention' }

const removeJobs = (db: Db, ids: string[], old: readonly { attachment_id: string | null }[]) =>
  db.transaction().execute(async (tx) => {
    const artifacts = await tx
      .selectFrom('artifacts')
      .select('attachment_id')
      .where('job_id', 'in', ids)
      .where('attachment_id', 'is not', null)
      .execute()
    const { numDeletedRows } = await tx.deleteFrom('jobs').where('id', 'in', ids).executeTakeFirst()
    await markOrphaned(
      tx,
      [...old, ...artifacts].map(({ attachment_id }) => attachment_id),
    )
    // Another process may have been faster.
    return Number(numDeletedRows)
  })
