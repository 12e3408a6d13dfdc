import { setTimeout as sleep } from 'node:timers/promises'
import { type FeedMatches, findBuiltin } from '@assay/analyzers'
import { enabledImageProblem } from '../../domain/images.ts'
import { stoppedResponder } from '../../domain/lost-job.ts'
import { redactInput } from '../../domain/redaction.ts'
import { makeSearch } from '../../domain/secret-search.ts'
import { storageTrouble } from '../../domain/storage-trouble.ts'
import { jobSeconds } from '../../process/metrics.ts'
import { takeSubmission, traced } from '../../process/tracing.ts'
import { BlobsUnavailable } from '../../storage/blobs/store.ts'
import { learn } from '../budgets/learn.ts'
import { imageRules } from '../catalogue/images.ts'
import type { EngineDeps } from '../deps.ts'
import { noteEnds } from '../gates/ends.ts'
import { notBegun, startProblem } from '../gates/start.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import type { JobEnd } from '../queue/queue.ts'
import { resolveResources } from '../resources/resolve.ts'
import { planFolder } from '../runners/folder.ts'
import { isFile } from '../runners/program.ts'
import {
  CannotRun,
  chooseRunner,
  ProgramLost,
  type RunnableWorker,
  type Runner,
  type RunRequest,
} from '../runners/runner.ts'
import { findInFeeds, soughtOf } from '../threat-feeds/lookup.ts'
import { answerOf } from '../values/answers.ts'
import { findKnownWorker, findWorker, type WorkerRow } from '../workers/store.ts'
import { followFiles } from './follow-files.ts'
import { confidentialOf, failure, readEnd } from './job-end.ts'
import {
  configurationOf,
  contentOf,
  inputOf,
  type JobInput,
  mayUseNetwork,
  publicValues,
  runnable,
  secretInputsOf,
  timeoutOf,
  type Values,
  withSecretInputs,
} from './job-input.ts'
import { leaseUnsure, recoverOwn } from './lease.ts'
import { followProgress } from './progress.ts'
import { releaseJob } from './release.ts'
import { type FinishedRun, seeLog, settle } from './settle.ts'

/** One job: choose → run → read → store → clean. What the program does wrong is a Failure. */
export function execute(
  deps: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
  ran: () => void = () => undefined,
): Promise<void> {
  const names = { 'assay.job.id': job.id, 'assay.organization': job.organization }
  return traced('job', names, () => executeJob(deps, job, signal, ran), takeSubmission(job.id))
}

async function executeJob(
  deps: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
  ran: () => void,
): Promise<void> {
  const { id, run, organization, created_by } = job
  deps.events.publish({ jobId: id, organization, status: 'InProgress' })
  const end = (await runUnlessStopped(deps, job, signal)) ?? endOfStopped(signal)
  ran()
  if (end === 'lost') return recoverOwn(deps, job)
  if (end === 'not begun') {
    if (job.type === 'responder') await notBegun(deps, job)
    return releaseJob(deps, job, signal)
  }
  // It waits again, until its provider has room.
  if (end === 'held') return
  // Ended by a stop, a delete or a lost lease: the code that did that settles the row.
  if (end === undefined) return
  await bringHome(deps, { job: { id, run, organization, created_by }, end })
  if (end.follows) await followFiles(deps, job)
  if (job.type === 'responder') await noteEnd(deps, job)
}

/** What fails here is noted later. */
const noteEnd = (deps: EngineDeps, { id }: ClaimedJob) =>
  noteEnds(deps, id).catch((err: unknown) =>
    deps.log.warn({ err, job: id }, 'failed to note the end of a response; will retry'),
  )

/** Only this process knows that it was stopped; see `lease.ts`. */
const endOfStopped = ({ reason }: AbortSignal): JobEnd | undefined =>
  reason === leaseUnsure ? failure(null, stoppedResponder) : undefined

/** Into the database, or onto the disk, from where it is sent when the database is back. */
async function bringHome(deps: EngineDeps, ended: FinishedRun): Promise<void> {
  const { log, spool, stopping } = deps
  const job = ended.job.id
  for (;;) {
    try {
      return await traced('transaction', { 'assay.transaction': 'end of job' }, () =>
        settle(deps, ended),
      )
    } catch (err) {
      log.warn({ err, job }, 'failed to store a job result; will retry')
    }
    try {
      return await spool.keep(ended)
    } catch (err) {
      // The memory is all that is left. It holds few: this job keeps its place among the running ones.
      log.error({ err, job }, 'failed to spool a job result')
      if (stopping.aborted) throw err
      await sleep(1_000)
    }
  }
}

async function runUnlessStopped(deps: EngineDeps, job: ClaimedJob, signal: AbortSignal) {
  try {
    return await runToEnd(deps, job, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

async function runToEnd(
  deps: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobEnd | 'lost' | 'not begun' | 'held' | undefined> {
  const worker = await patiently(signal, () => workerOf(deps, job))
  if (!worker) return failure(null, 'The analyzer or responder is no longer enabled')
  if (job.type === 'responder') {
    const problem = await patiently(signal, () => startProblem(deps, job, worker))
    if (problem !== undefined) return failure(null, problem)
  }
  const begun = performance.now()
  const end = await runWorker(deps, job, worker, signal)
  if (typeof end === 'object')
    jobSeconds.observe([worker.name, outcomeOf(end)], (performance.now() - begun) / 1000)
  if (typeof end !== 'object') return end
  return (await learn(deps, job, worker, end)) ? 'held' : withFailure(job, worker, end)
}

/** A responder as it is now, and not as it was a second ago: that is what was approved. */
const workerOf = ({ queue }: EngineDeps, job: ClaimedJob) =>
  job.type === 'responder'
    ? findWorker(queue, job.organization, job.type, job.worker_id)
    : findKnownWorker(queue, job)

/** As the metric counts it: what is not for an analyzer is no failure of it. */
const outcomeOf = ({ status, notApplicable }: JobEnd) =>
  notApplicable === undefined ? status : 'NotApplicable'

/** That an analyzer was asked and did not answer is shown with the value. */
function withFailure(job: ClaimedJob, worker: WorkerRow, end: JobEnd): JobEnd {
  if (end.status !== 'Failure' || job.type !== 'analyzer') return end
  const answer = answerOf(job, worker.name, {
    error: end.errorMessage ?? '',
    notApplicable: end.notApplicable ?? null,
  })
  return answer === undefined ? end : { ...end, answer }
}

async function runWorker(
  deps: EngineDeps,
  job: ClaimedJob,
  worker: WorkerRow,
  signal: AbortSignal,
): Promise<JobEnd | 'lost' | 'not begun' | undefined> {
  const program = await runnableHere(deps, worker)
  const runner = chooseRunner(deps.workingRunners(), program)
  if (!runner) return failure(null, cannotRun(deps, worker))
  const refusal = runsImages(runner) ? imageRefusal(deps, worker) : undefined
  if (refusal !== undefined) return failure(runner.name, refusal)
  let input: JobInput | undefined
  const known = publicValues(deps, worker)
  try {
    const { configuration, problem } = await configurationOf(deps, worker)
    input = inputOf(job, configuration)
    if (problem !== undefined) return failure(runner.name, problem, redactInput(input, known))
    const secret = await patiently(signal, () => secretInputsOf(deps, job, worker))
    if (secret.problem !== undefined)
      return failure(runner.name, secret.problem, redactInput(input, known))
    const resources = await patiently(signal, () => resolveResources(deps, worker, configuration))
    if ('problem' in resources)
      return failure(runner.name, resources.problem, redactInput(input, known))
    const feeds = needsFeeds(worker)
      ? await patiently(signal, async () =>
          findInFeeds(deps, job.organization, await soughtOf(deps, job)),
        )
      : undefined
    const secretInputs = secret.values
    const planned = { job, worker, program, runner, input, secretInputs, ...(feeds && { feeds }) }
    return await runProgram(deps, planned, resources, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    // Only what is fetched before a program starts: artifacts are handled separately.
    if (error instanceof BlobsUnavailable) return 'not begun'
    if (error instanceof ProgramLost || storageTrouble(error) === 'unavailable') return 'lost'
    // The machine's fault, not the program's: the log has it whole, the job only where to look.
    deps.log.error({ err: error, job: job.id }, 'failed to run a job')
    const message =
      error instanceof CannotRun ? error.message : seeLog('The job failed to start', job.id)
    return failure(runner.name, message, input && redactInput(input, known))
  }
}

/**
 * A worker's path is that of the machine where it was enabled. Here the catalog may have the same
 * definition elsewhere; and without its program it may still have an image.
 */
async function runnableHere({ catalogue }: EngineDeps, worker: WorkerRow): Promise<RunnableWorker> {
  const given = runnable(worker)
  if (given.command === null || (await isFile(given.command))) return given
  const own = catalogue.find(worker.type, worker.definition_id)
  if (own?.command) return { ...given, command: own.command, workingFolder: own.workingFolder }
  return given.dockerImage === null ? given : { ...given, command: null, workingFolder: null }
}

interface PlannedRun {
  readonly job: ClaimedJob
  readonly worker: WorkerRow
  readonly program: RunnableWorker
  readonly runner: Runner
  readonly input: JobInput
  readonly secretInputs: Values
  readonly feeds?: FeedMatches
}

/** By the code that will run: only ours may know what feeds say. */
const needsFeeds = ({ builtin }: WorkerRow) =>
  builtin !== null && findBuiltin(builtin)?.description.asksFeeds === true

/** The owner of the job folder: whatever the runner did with it, nothing is left of it. */
async function runProgram(
  deps: EngineDeps,
  { job, worker, program, runner, input, secretInputs, feeds }: PlannedRun,
  { locations }: { locations: RunRequest['resources'] & {} },
  signal: AbortSignal,
): Promise<JobEnd | undefined> {
  const { config } = deps
  const content = contentOf(deps, job, withSecretInputs(input, secretInputs))
  const folder = planFolder(deps.jobsFolder, content, config.job.keepJobFolder)
  const stopFollowing = writesFolder(runner)
    ? followProgress(deps, {
        job,
        folder: folder.path,
        search: () => {
          const known = publicValues(deps, worker)
          return makeSearch(confidentialOf({ job, worker, input, secretInputs, known }).inFailures)
        },
      })
    : async () => undefined
  try {
    const names = { 'assay.analyzer': worker.name, 'assay.runner': runner.name }
    const result = await traced('program', names, () =>
      runner.run({
        folder,
        worker: program,
        job: { id: job.id, run: job.run, type: job.type },
        organization: job.organization,
        timeoutMs: timeoutOf(config, worker, runner.name),
        mayUseNetwork: mayUseNetwork(config, job, input.config),
        resources: locations,
        ...(feeds && { feeds }),
        signal,
      }),
    )
    await stopFollowing()
    if (signal.aborted) return undefined
    const known = publicValues(deps, worker)
    return await readEnd(deps, {
      job,
      worker,
      runner,
      input,
      secretInputs,
      known,
      folder,
      result,
    })
  } finally {
    await stopFollowing()
    // What cannot be removed yet, because something still writes there, is swept later.
    await folder
      .remove()
      .catch((err: unknown) => deps.log.warn({ err, job: job.id }, 'failed to remove a job folder'))
  }
}

/** What a job needs to begin may take as long as an outage: nothing of it has happened yet. */
async function patiently<T>(signal: AbortSignal, look: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (signal.aborted || storageTrouble(error) !== 'unavailable') throw error
      await sleep(500)
    }
  }
}

/** Built-ins write to memory, and what a cluster runs writes elsewhere. */
const writesFolder = ({ name }: Runner) => name === 'process' || name === 'docker'

const runsImages = ({ name }: Runner) => name === 'docker' || name === 'kubernetes'

/** It may predate the rule, and the catalog may have changed. */
const imageRefusal = (deps: EngineDeps, { docker_image: image }: WorkerRow) =>
  enabledImageProblem(image ?? '', imageRules(deps))

/** Claimed because it was offered, and no longer true: the runner has just gone. */
function cannotRun({ workingRunners }: EngineDeps, worker: WorkerRow): string {
  const offers = [
    worker.command === null ? [] : ['process'],
    worker.docker_image === null ? [] : ['docker', 'kubernetes'],
    worker.builtin === null ? [] : ['builtin'],
  ].flat()
  const available =
    workingRunners()
      .map(({ name }) => name)
      .join(', ') || 'none'
  return `Worker cannot be run: it needs ${offers.join(' or ') || 'a program'}, available here: ${available}`
}
