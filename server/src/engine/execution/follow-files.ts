import { findBuiltin } from '@assay/analyzers'
import { passwordsIn } from '@assay/analyzers/mail-passwords'
import type { Item, Outcome, Work } from '../../background/work.ts'
import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import {
  askedBecauseOf,
  endFollowing,
  type Followed,
  findFollowed,
  followingDue,
  keepFollowing,
  organizationsToFollow,
  saveFollowed,
  seenFiles,
  takeLeftFollowing,
} from '../job-rows/followed.ts'
import type { JobRow } from '../job-rows/store.ts'
import { submit } from '../jobs/submit.ts'
import { findKnownWorker, type WorkerRow } from '../workers/store.ts'

interface FoundFile {
  readonly sha256: string
  readonly name: string
  readonly tlp: number
}

type FollowedJobRow = Pick<
  JobRow,
  | 'id'
  | 'organization'
  | 'worker_id'
  | 'attachment_id'
  | 'attachment_name'
  | 'pap'
  | 'parameters'
  | 'created_by'
>

/**
 * Submits the files that a built-in analyzer extracted to the built-in file analyzers, where its configuration
 * says `follow_files`. The intent was stored with the end of the job, so a killed process leaves it to the
 * next one. Whatever goes wrong, the job itself has succeeded.
 */
export async function followFiles(
  deps: EngineDeps,
  job: FollowedJobRow,
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> {
  try {
    // Its end may wait in the spool, or was refused: then there is nothing to do yet, or at all.
    if (!(await keepFollowing(deps, job.id))) return 'done'
    const worker = await findKnownWorker(deps.queue, job)
    if (worker) await follow(deps, job, worker, signal)
    if (signal.aborted) return 'later'
    await endFollowing(deps.db, job.id)
    return 'done'
  } catch (err) {
    deps.log.warn({ err, job: job.id }, 'failed to queue extracted files; will retry')
    return 'failed'
  }
}

/** What fails so often will not succeed; its job lists the files all the same. */
const maxAttempts = 5

interface LeftFollowing extends Item {
  readonly left: { readonly job_id: string; readonly attempts: number }
}

/** Periodically: what any process on any machine has left behind. */
export function followUpWork(deps: EngineDeps, everyMs: number): Work<LeftFollowing> {
  return {
    name: 'follow-ups',
    everyMs,
    // An archive of a thousand files takes minutes; the next attempt knows what was asked already.
    limits: { atOnce: 4, perOrganization: 1, timeoutMs: 5 * 60_000 },
    organizations: (walk) => organizationsToFollow(deps, walk),
    due: (now) => followingDue(deps, now),
    claim: async (organization, { count }) =>
      (await takeLeftFollowing(deps, organization, count)).map((left) => ({ organization, left })),
    async run({ organization, left }, signal) {
      const job = await deps.db
        .selectFrom('jobs')
        .select([
          'id',
          'organization',
          'worker_id',
          'attachment_id',
          'attachment_name',
          'pap',
          'parameters',
          'created_by',
        ])
        .where(ownedRow(organization, left.job_id))
        .where('status', '=', 'Success')
        .executeTakeFirst()
      if (job && left.attempts <= maxAttempts) return followFiles(deps, job, signal)
      await endFollowing(deps.db, left.job_id)
      return 'done'
    },
  }
}

async function filesOf({ db }: EngineDeps, job: FollowedJobRow): Promise<FoundFile[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select(['attachment_id', 'attachment_name', 'tlp'])
    .where('organization', '=', job.organization)
    .where('job_id', '=', job.id)
    .where('attachment_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ attachment_id: sha256, attachment_name: name, tlp }) => ({
    sha256: sha256 ?? '',
    name: name ?? 'file',
    tlp,
  }))
}

async function follow(
  deps: EngineDeps,
  job: FollowedJobRow,
  worker: WorkerRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, config, log } = deps
  const { organization } = job
  const own: Followed = (await findFollowed(db, organization, job.id)) ?? {
    job_id: job.id,
    organization,
    root_id: job.id,
    parent_id: job.id,
    depth: 0,
    sha256: job.attachment_id ?? '',
  }
  if (own.depth >= config.job.followDepth)
    return log.info(
      { job: job.id, depth: own.depth },
      'nested files not analyzed: depth limit reached',
    )
  await saveFollowed(db, own)
  const workers = await workersForFiles(deps, organization)
  const parameters = await passwordsFor(deps, job, worker)
  const caller: Caller = { login: job.created_by, organization, roles: ['analyze'], via: 'key' }
  const seen = await seenFiles(db, organization, own.root_id)
  // Of an attempt that was broken off.
  const asked = await askedBecauseOf(db, organization, job.id)
  const begun = new Set([...asked].map((entry) => entry.split(' ', 1)[0]))
  for (const { sha256, name, tlp } of await filesOf(deps, job)) {
    // An archive that contains itself, or one file in many places.
    if (seen.has(sha256) && !begun.delete(sha256)) continue
    // The first job is among those that were seen.
    if (!seen.has(sha256) && seen.size > config.job.followFiles) {
      log.info(
        { job: job.id, limit: config.job.followFiles },
        'some extracted files were not analyzed',
      )
      return
    }
    seen.add(sha256)
    if (signal.aborted) return
    await keepFollowing(deps, job.id)
    for (const target of workers) {
      if (asked.has(`${sha256} ${target.id}`)) continue
      const submitted = await submittedTo(deps, caller, target, {
        dataType: 'file',
        attachment: { hash: sha256, name },
        tlp,
        pap: job.pap,
        message: `found in ${job.attachment_name ?? 'a file'} by job ${job.id}`,
        parameters,
      })
      if (submitted !== undefined)
        await saveFollowed(db, {
          job_id: submitted,
          organization,
          root_id: own.root_id,
          parent_id: job.id,
          depth: own.depth + 1,
          sha256,
        })
    }
  }
}

/** A limit of one analyzer does not keep the others from looking. */
async function submittedTo(
  deps: EngineDeps,
  caller: Caller,
  { id }: WorkerRow,
  input: Parameters<typeof submit>[4],
): Promise<string | undefined> {
  try {
    const { job, fromCache } = await submit(deps, caller, 'analyzer', id, input, undefined, {
      waits: true,
    })
    // After a kill between a submission and the row about it, the cache answers with that very job.
    return fromCache && job.message !== input.message ? undefined : job.id
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** As `assay scan`: all built-ins that take files and stay offline. */
async function workersForFiles({ db }: EngineDeps, organization: string): Promise<WorkerRow[]> {
  const rows = await db
    .selectFrom('workers')
    .selectAll()
    .where('organization', '=', organization)
    .where('type', '=', 'analyzer')
    .where('builtin', 'is not', null)
    .orderBy('name')
    .execute()
  const used = new Set<string>()
  return rows.filter(({ builtin, data_type_list }) => {
    const description = findBuiltin(builtin ?? '')?.description
    if (!description || description.needsNetwork || used.has(description.name)) return false
    if (!(JSON.parse(data_type_list) as string[]).includes('file')) return false
    used.add(description.name)
    return true
  })
}

/** Senders of packed malware write the password in the mail, for the archive attached to it. */
async function passwordsFor(
  { db }: EngineDeps,
  job: FollowedJobRow,
  { builtin }: WorkerRow,
): Promise<object> {
  const given = JSON.parse(job.parameters) as { passwords?: unknown }
  const known = Array.isArray(given.passwords) ? given.passwords : []
  const fields = findBuiltin(builtin ?? '')?.description.passwordsIn ?? []
  const stored =
    fields.length > 0
      ? await db
          .selectFrom('reports')
          .select('body')
          .where('organization', '=', job.organization)
          .where('job_id', '=', job.id)
          .executeTakeFirst()
      : undefined
  const { full } = stored
    ? (JSON.parse(stored.body) as { full?: Readonly<Record<string, unknown>> })
    : { full: undefined }
  const inText = passwordsIn(
    fields
      .map((field) => full?.[field])
      .filter((text) => typeof text === 'string')
      .join('\n'),
  )
  const passwords = [...new Set([...known, ...inText])].slice(0, 50)
  return passwords.length === 0 ? {} : { passwords }
}
