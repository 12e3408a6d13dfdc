import { enabledImageProblem } from '../../domain/images.ts'
import { redactInput } from '../../domain/redaction.ts'
import { markOrphaned } from '../../storage/orphaned-blobs.ts'
import { imageRules } from '../catalogue/images.ts'
import type { EngineDeps } from '../deps.ts'
import type { JobEvent } from '../jobs/events.ts'
import { resolveResources } from '../resources/resolve.ts'
import { findKnownWorker, type WorkerRow } from '../workers/store.ts'
import type { ClaimedJob } from './claim.ts'
import { planFolder } from './folder.ts'
import { failure, readEnd } from './job-end.ts'
import {
  configurationOf,
  contentOf,
  inputOf,
  type JobInput,
  mayUseNetwork,
  publicValues,
  runnable,
  timeoutOf,
} from './job-input.ts'
import { recoverOwn } from './lease.ts'
import { finishJob, type JobEnd } from './queue.ts'
import { CannotRun, chooseRunner, ProgramLost, type Runner, type RunRequest } from './runner.ts'

/** One job: choose → run → read → store → clean. What the program does wrong is a Failure. */
export async function execute(
  deps: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
  ran: () => void = () => undefined,
): Promise<void> {
  const publish = (status: JobEvent['status']) =>
    deps.events.publish({ jobId: job.id, organization: job.organization, status })
  publish('InProgress')
  const end = await runToEnd(deps, job, signal)
  ran()
  if (end === 'lost') return recoverOwn(deps, job)
  // Ended by a stop, a delete or a lost lease: whoever did that settles the row.
  if (end === undefined) return
  const stored = await storeEnd(deps, job, end)
  if (stored) publish(stored)
  // Deleted meanwhile: the files of its artifacts are nobody's, unless somebody else has equal ones.
  else await markOrphaned(deps.db, end.artifacts?.map(({ attachment_id: id }) => id ?? null) ?? [])
}

async function runToEnd(
  deps: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobEnd | 'lost' | undefined> {
  const worker = await findKnownWorker(deps.db, job)
  if (!worker) return failure(null, 'The worker is no longer enabled')
  const runner = chooseRunner(deps.runners, runnable(worker))
  if (!runner) return failure(null, cannotRun(deps, worker))
  const refusal = runner.name === 'docker' ? imageRefusal(deps, worker) : undefined
  if (refusal !== undefined) return failure(runner.name, refusal)
  let input: JobInput | undefined
  const known = publicValues(deps, worker)
  try {
    const configuration = configurationOf(deps, worker)
    input = inputOf(job, configuration)
    const resources = await resolveResources(deps, worker, configuration)
    if ('problem' in resources)
      return failure(runner.name, resources.problem, redactInput(input, known))
    return await runProgram(deps, job, worker, runner, input, resources.locations, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof ProgramLost) return 'lost'
    // The machine's fault, not the program's: the log has it whole, the job only where to look.
    deps.log.error({ err: error, job: job.id }, 'a job could not be run')
    const message =
      error instanceof CannotRun ? error.message : seeLog('The job could not be run', job.id)
    return failure(runner.name, message, input && redactInput(input, known))
  }
}

/** The owner of the job folder: whatever the runner did with it, nothing is left of it. */
async function runProgram(
  deps: EngineDeps,
  job: ClaimedJob,
  worker: WorkerRow,
  runner: Runner,
  input: JobInput,
  resources: RunRequest['resources'] & {},
  signal: AbortSignal,
): Promise<JobEnd | undefined> {
  const { config } = deps
  const content = contentOf(deps, job, input)
  const folder = planFolder(deps.jobsFolder, content, config.job.keepJobFolder)
  try {
    const result = await runner.run({
      folder,
      worker: runnable(worker),
      organization: job.organization,
      timeoutMs: timeoutOf(config, worker, runner.name),
      mayUseNetwork: mayUseNetwork(config, job, input.config),
      resources,
      signal,
    })
    if (signal.aborted) return undefined
    const known = publicValues(deps, worker)
    return await readEnd(deps, { job, worker, runner, input, known, folder, result })
  } finally {
    // What cannot be removed yet, because something still writes there, is swept later.
    await folder
      .remove()
      .catch((err: unknown) => deps.log.warn({ err, job: job.id }, 'a job folder was left'))
  }
}

/** Between the tries to store an end: a database that restarts is back within seconds. */
const pausesMs = [100, 1000, 5000]

/**
 * Answers the status that was stored; undefined when the job is no longer ours. A report that the
 * database does not take is a Failure: to repeat the program would end here again. When the database
 * is gone for good, this rejects, and the lease runs out.
 */
async function storeEnd(deps: EngineDeps, job: ClaimedJob, end: JobEnd) {
  const { clock, log } = deps
  for (const pauseMs of pausesMs) {
    try {
      return (await finishJob(deps, job, end)) ? end.status : undefined
    } catch (err) {
      log.error({ err, job: job.id }, 'the end of a job could not be stored')
      await clock.sleep(pauseMs)
    }
  }
  const instead = failure(end.runner, seeLog('The report could not be stored', job.id))
  return (await finishJob(deps, job, instead)) ? instead.status : undefined
}

/** It may have been set before there was a rule, and the catalogue may have changed. */
const imageRefusal = (deps: EngineDeps, { docker_image: image }: WorkerRow) =>
  enabledImageProblem(image ?? '', imageRules(deps))

/** What an error of ours says may be anything, a path or a row of the database: it is not repeated. */
const seeLog = (what: string, jobId: string) =>
  `${what} because of an error in the server. Its log has the details under the job id ${jobId}.`

function cannotRun({ runners }: EngineDeps, worker: WorkerRow): string {
  const offers = [
    worker.command === null ? [] : ['process'],
    worker.docker_image === null ? [] : ['docker'],
    worker.builtin === null ? [] : ['builtin'],
  ].flat()
  const available = runners.map(({ name }) => name).join(', ') || 'none'
  return `Worker cannot be run: it needs ${offers.join(' or ') || 'a program'}, available here: ${available}`
}
