import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Item, Work } from '../../background/work.ts'
import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import { keptForMs, type RetentionLimits } from '../../domain/retention.ts'
import { analyst } from '../../domain/values/decision.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Config } from '../../settings/config.ts'
import { markOrphaned, removeOrphanedBlobs } from '../../storage/blobs/orphaned-blobs.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { keepTraces, removeSomeTraces } from './removed.ts'

const everyMs = 10 * 60_000
const day = 86_400_000
/** Small steps: a big delete would hold up every writer. */
const step = 200

export type RetentionDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'blobs' | 'stopping'>

/**
 * Removes jobs that ended too long ago, with their reports, artifacts and files that no other row
 * uses.
 */
export function startRetention(deps: EngineDeps): Working {
  const { background, config } = deps
  const files = startSweep(background, {
    name: 'files without an owner',
    everyMs,
    async step() {
      await removeOrphanedBlobs(deps)
      return false
    },
  })
  const answers = startSweep(background, {
    name: 'old answers',
    // It walks a whole table, and years are not over by the minute.
    everyMs: day,
    step: async () => config.job.retentionMs > 0 && removeSomeAnswers(deps),
  })
  const round: Round = new Map()
  const jobs = background.start(retentionWork(deps, round, files.wake))
  return {
    wake: jobs.wake,
    async stop() {
      await Promise.all([jobs.stop(), files.stop(), answers.stop()])
      // Of a round that was broken off: what is gone is gone.
      for (const removal of round.values()) await removal.end()
    },
  }
}

/** What is still to be done in this round. */
type Round = Map<string, Removal>

interface OldJobs extends Item {
  readonly removal: Removal
}

/** Step by step, in turns: an organization with a million old jobs does not hold up the others. */
export function retentionWork(
  deps: EngineDeps,
  round: Round,
  onRemoved: () => void,
): Work<OldJobs> {
  let nextRound = 0
  const beginRound = async () => {
    // A timer may fire a little early.
    nextRound = performance.now() + everyMs * 0.9
    for (const { organization, ms } of await keptJobs(deps))
      if (ms > 0) round.set(organization, beginRemoval(deps, organization, deps.clock.now() - ms))
  }
  return {
    name: 'retention',
    everyMs,
    limits: { atOnce: 2, perOrganization: 1, timeoutMs: 5 * 60_000 },
    async organizations({ after, upTo, without, limit }) {
      if (round.size === 0 && performance.now() >= nextRound) await beginRound()
      return [...round.keys()]
        .filter((name) => after === undefined || name > after)
        .filter((name) => (upTo === undefined || name <= upTo) && !without.includes(name))
        .toSorted()
        .slice(0, limit)
    },
    async claim(organization) {
      const removal = round.get(organization)
      return removal ? [{ organization, removal }] : []
    },
    async run({ organization, removal }, signal) {
      let isMore = false
      try {
        isMore = !signal.aborted && (await removal.step())
      } finally {
        if (!isMore) {
          round.delete(organization)
          if (await removal.end()) onRemoved()
        }
      }
      return isMore ? 'later' : 'done'
    },
  }
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
  /** 0 is forever. */
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
  for (const { organization, ms } of await keptJobs(deps, only)) {
    if (ms <= 0) continue
    const removal = beginRemoval(deps, organization, deps.clock.now() - ms)
    try {
      while (!deps.stopping.aborted && (await removal.step()));
    } finally {
      removed += await removal.end()
    }
  }
  await removeOrphanedBlobs(deps)
  return removed
}

/** Verdicts outlive reports: what was malicious half a year ago is worth knowing. */
const answersMs = 365 * day

/** Answers whether there may be more. */
export async function removeSomeAnswers({ db, clock, config }: RetentionDeps): Promise<boolean> {
  const before = clock.now() - Math.max(answersMs, config.job.retentionMs)
  const isMore = await removeSomeTraces(db, before, step)
  const old = await db
    .selectFrom('value_answers')
    .select(['organization', 'value_hash', 'worker_id'])
    .where((eb) => eb(eb.fn.coalesce('answered_at', 'failed_at', 'first_at'), '<', before))
    .where((eb) => eb.or([eb('failed_at', 'is', null), eb('failed_at', '<', before)]))
    // What a person decided stays until it ends.
    // guard: server/test/values/decisions.test.ts
    .where('worker_id', '!=', analyst)
    .limit(step)
    .execute()
  if (old.length === 0) return isMore
  await db
    .deleteFrom('value_answers')
    .where((eb) => eb.or(old.map((key) => eb.and(key))))
    .execute()
  return true
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

interface Removal {
  /** Answers whether there may be more. */
  step(): Promise<boolean>
  /** Writes down what was removed since it began, and answers how many that were. */
  end(): Promise<number>
}

function beginRemoval(deps: RetentionDeps, organization: string, before: number): Removal {
  const { db } = deps
  let removed = 0
  let from = 0
  let oldest: number | undefined
  return {
    async step() {
      const old = await oldJobs(db, organization, before, from, step)
        .select(['id', 'attachment_id', 'created_at'])
        .execute()
      const ids = old.map(({ id }) => id)
      // Skipped ones, which wait or have just ended, are not walked again with every step.
      from = old.at(-1)?.created_at ?? before
      if (ids.length === 0) return false
      removed += await removeJobs(db, ids, old)
      oldest ??= old[0]?.created_at
      return true
    },
    async end() {
      const jobs = removed
      removed = 0
      if (jobs > 0)
        await audit(db, retentionActor, deps.clock.now(), {
          action: 'retention.run',
          objectType: 'organization',
          objectId: organization,
          organization,
          details: { jobs, endedBefore: before, oldest },
        })
      return jobs
    },
  }
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
    await keepTraces(tx, ids)
    const { numDeletedRows } = await tx.deleteFrom('jobs').where('id', 'in', ids).executeTakeFirst()
    await markOrphaned(
      tx,
      [...old, ...artifacts].map(({ attachment_id }) => attachment_id),
    )
    // Another process may have been faster.
    return Number(numDeletedRows)
  })
