import { findBuiltin } from '@assay/analyzers'
import { passwordsIn } from '@assay/analyzers/mail-passwords'
import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../jobs/claimed.ts'
import { type Followed, findFollowed, saveFollowed, seenFiles } from '../jobs/followed.ts'
import { submit } from '../jobs/submit.ts'
import { findKnownWorker, type WorkerRow } from '../workers/store.ts'
import { configurationOf } from './job-input.ts'
import type { JobEnd } from './queue.ts'

interface FoundFile {
  readonly sha256: string
  readonly name: string
  readonly tlp: number
}

/**
 * Submits the files that a built-in analyzer found to the built-in analyzers of files, where its configuration
 * says `follow_files`. After its end is stored: a server that is killed in between does not submit them.
 * Whatever goes wrong, the job itself has ended well.
 */
export async function followFiles(deps: EngineDeps, job: ClaimedJob, end: JobEnd): Promise<void> {
  if (end.status !== 'Success' || job.type !== 'analyzer' || job.attachment_id === null) return
  const files = filesOf(end)
  if (files.length === 0 || deps.config.job.followDepth === 0) return
  try {
    const worker = await findKnownWorker(deps.queue, job)
    if (worker && asksForIt(deps, worker)) await follow(deps, job, worker, files, end)
  } catch (err) {
    deps.log.warn({ err, job: job.id }, 'files that a job found were not analyzed')
  }
}

const filesOf = ({ artifacts = [] }: JobEnd): FoundFile[] =>
  artifacts.flatMap(({ attachment_id: sha256, attachment_name: name, tlp }) =>
    typeof sha256 === 'string' ? { sha256, name: name ?? 'file', tlp } : [],
  )

/** Only ours: a program of somebody could hand out files for ever. */
const asksForIt = (deps: EngineDeps, worker: WorkerRow) =>
  worker.builtin !== null && configurationOf(deps, worker).follow_files === true

async function follow(
  deps: EngineDeps,
  job: ClaimedJob,
  worker: WorkerRow,
  files: readonly FoundFile[],
  end: JobEnd,
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
    return log.info({ job: job.id, depth: own.depth }, 'files in it were not analyzed: too deep')
  await saveFollowed(db, own)
  const workers = await workersForFiles(deps, organization)
  const parameters = passwordsFor(job, worker, end)
  const caller: Caller = { login: job.created_by, organization, roles: ['analyze'], via: 'key' }
  const seen = await seenFiles(db, organization, own.root_id)
  for (const { sha256, name, tlp } of files) {
    // An archive that holds itself, or one file in many places.
    if (seen.has(sha256)) continue
    // The first job is among those that were seen.
    if (seen.size > config.job.followFiles) {
      log.info({ job: job.id, limit: config.job.followFiles }, 'not all files in it were analyzed')
      return
    }
    seen.add(sha256)
    for (const target of workers) {
      const submitted = await submittedTo(deps, caller, target, {
        dataType: 'file',
        attachment: { hash: sha256, name },
        tlp,
        pap: job.pap,
        message: `found in ${job.attachment_name ?? 'a file'} by the job ${job.id}`,
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
    const { job, fromCache } = await submit(deps, caller, 'analyzer', id, input)
    return fromCache ? undefined : job.id
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** As `assay scan`: all built-ins that take files and ask nobody. */
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

/** Senders of packed malware write the password beside it, for the archive in the mail. */
function passwordsFor(job: ClaimedJob, { builtin }: WorkerRow, { report }: JobEnd): object {
  const given = JSON.parse(job.parameters) as { passwords?: unknown }
  const known = Array.isArray(given.passwords) ? given.passwords : []
  const { full } =
    builtin === 'Assay_Mail' && report !== undefined
      ? (JSON.parse(report) as { full?: { text?: unknown; subject?: unknown } })
      : { full: undefined }
  const told = passwordsIn(
    [full?.subject, full?.text].filter((text) => typeof text === 'string').join('\n'),
  )
  const passwords = [...new Set([...known, ...told])].slice(0, 50)
  return passwords.length === 0 ? {} : { passwords }
}
