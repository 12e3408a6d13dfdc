import { mergeForRun, redact } from '../../domain/configuration.ts'
import { withoutSecrets } from '../../domain/redaction.ts'
import { failureMessage, isPrintedReport, reportBody, storable } from '../../domain/report.ts'
import type { Config } from '../../settings/config.ts'
import { loosen } from '../../storage/loose-files.ts'
import type { EngineDeps } from '../deps.ts'
import type { JobRow } from '../jobs/store.ts'
import { openConfiguration } from '../workers/configuration.ts'
import { findWorkerOfJob, type WorkerRow } from '../workers/store.ts'
import { type FolderContent, planFolder, prepareFolder, readOutput } from './folder.ts'
import { recoverOwn } from './lease.ts'
import { finishJob, type JobEnd } from './queue.ts'
import { readReportAside } from './read-report.ts'
import {
  chooseRunner,
  ProgramLost,
  type RunnableWorker,
  type Runner,
  type RunResult,
} from './runner.ts'
import { storeArtifacts } from './store-artifacts.ts'

type Values = Record<string, unknown>

/** One job: prepare → run → read → store → clean. What the program does wrong is a Failure. */
export async function execute(
  deps: EngineDeps,
  owner: string,
  job: JobRow,
  signal: AbortSignal,
): Promise<void> {
  const announce = (status: JobRow['status']) =>
    deps.events.announce({ jobId: job.id, organization: job.organization, status })
  announce('InProgress')
  const end = await runToEnd(deps, job, signal)
  if (end === 'lost') return recoverOwn(deps, owner, job.id)
  // Ended by a stop, a delete or a lost lease: whoever did that settles the row.
  if (end === undefined) return
  const stored = await storeEnd(deps, owner, job, end)
  if (stored) announce(stored)
  // Deleted meanwhile: the files of its artifacts are nobody's, unless somebody else has equal ones.
  else await loosen(deps.db, end.artifacts?.map(({ attachment_id: id }) => id ?? null) ?? [])
}

/** Between the tries to store an end: a database that restarts is back within seconds. */
const pausesMs = [100, 1000, 5000]

/**
 * Answers the status that was stored; undefined when the job is no longer ours. A report that the
 * database does not take is a Failure: to repeat the program would end here again. When the database
 * is gone for good, this rejects, and the lease runs out.
 */
async function storeEnd({ db, clock, log }: EngineDeps, owner: string, job: JobRow, end: JobEnd) {
  let reason = ''
  for (const pauseMs of pausesMs) {
    try {
      return (await finishJob(db, job, owner, end, clock.now())) ? end.status : undefined
    } catch (err) {
      log.error({ err, job: job.id }, 'the end of a job could not be stored')
      reason = reasonOf(err)
      await clock.sleep(pauseMs)
    }
  }
  const instead = failure(end.runner, storable(`The report could not be stored: ${reason}`))
  return (await finishJob(db, job, owner, instead, clock.now())) ? instead.status : undefined
}

async function runToEnd(
  deps: EngineDeps,
  job: JobRow,
  signal: AbortSignal,
): Promise<JobEnd | 'lost' | undefined> {
  const worker = await findWorkerOfJob(deps.db, job)
  if (!worker) return failure(null, 'The worker is no longer enabled')
  const runner = chooseRunner(deps.runners, runnable(worker))
  if (!runner) return failure(null, cannotRun(deps, worker))
  let input: Values | undefined
  try {
    input = inputOf(job, configurationOf(deps, worker))
    return await runInFolder(deps, job, worker, runner, input, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof ProgramLost) return 'lost'
    // The machine's fault, not the program's: the log has it whole, the job says it in one line.
    deps.log.error({ err: error, job: job.id }, 'a job could not be run')
    const end = { phase: 'start' as const, exitCode: null, tail: '' }
    return failure(runner.name, failureMessage(end, reasonOf(error)), input)
  }
}

const configurationOf = ({ secrets }: EngineDeps, worker: WorkerRow): Values =>
  mergeForRun(JSON.parse(worker.definition_config), openConfiguration(secrets, worker))

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const runnable = (worker: WorkerRow): RunnableWorker => ({
  name: worker.name,
  command: worker.command,
  workingFolder: worker.working_folder,
  dockerImage: worker.docker_image,
  builtin: worker.builtin,
})

async function runInFolder(
  deps: EngineDeps,
  job: JobRow,
  worker: WorkerRow,
  runner: Runner,
  input: Values,
  signal: AbortSignal,
): Promise<JobEnd | undefined> {
  const { config } = deps
  const isKept = config.job.keepJobFolder || parametersOf(job).keepJobFolder === true
  const content = contentOf(deps, job, input)
  const isWhole = runner.makesFolders && !isKept && content.attachment === undefined
  const folder = isWhole
    ? planFolder(deps.jobsFolder, job.id)
    : await prepareFolder(deps.jobsFolder, content)
  let isRemoved = false
  const timeoutMs = worker.job_timeout ? worker.job_timeout * 60_000 : config.job.timeoutMs
  const limited = withDeadline(signal, timeoutMs)
  try {
    const result = await runner.run({
      folder: folder.path,
      ...(isWhole ? { wholeFolder: textsOf(content) } : {}),
      worker: runnable(worker),
      mayUseNetwork: mayUseNetwork(config, job, input.config),
      hasCertificates: content.certificates !== undefined,
      signal: limited.signal,
    })
    isRemoved = result.read !== undefined
    if (signal.aborted) return undefined
    return await readEnd(deps, job, runner.name, folder.path, input, {
      ...result,
      timeoutMs: limited.isOver() ? timeoutMs : undefined,
    })
  } finally {
    limited.forget()
    // What cannot be removed yet, because something still writes there, is swept later.
    if (!isKept && !isRemoved)
      await folder
        .remove()
        .catch((err: unknown) => deps.log.warn({ err, job: job.id }, 'a job folder was left'))
  }
}

function contentOf({ blobs }: EngineDeps, job: JobRow, input: Values): FolderContent {
  const certificates = certificatesOf(input.config)
  return {
    jobId: job.id,
    input,
    ...(job.attachment_id === null
      ? {}
      : { attachment: attachmentOf(blobs, job.attachment_id, job.attachment_name) }),
    ...(certificates === undefined ? {} : { certificates }),
  }
}

const textsOf = ({ input, certificates }: FolderContent) => ({
  input: JSON.stringify(input),
  ...(certificates === undefined ? {} : { certificates }),
})

/** Aborted with the signal, or when the time is up. */
function withDeadline(signal: AbortSignal, timeoutMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isOver = false
  const timer = setTimeout(
    () => {
      isOver = true
      abort()
    },
    Math.min(timeoutMs, 2 ** 31 - 1),
  )
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    isOver: () => isOver,
    forget() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

async function readEnd(
  deps: EngineDeps,
  job: JobRow,
  runner: string,
  folder: string,
  input: Values,
  run: RunResult & { timeoutMs: number | undefined },
): Promise<JobEnd> {
  const { reportLimitBytes } = deps.config.job
  const output = await outputOf(run, folder, reportLimitBytes)
  const { exitCode, limit, timeoutMs } = run
  const tail = withoutSecrets(run.tail, input.config)
  const report = await readReportAside(
    output,
    { phase: 'run', exitCode, tail, limit, timeoutMs },
    { dataType: job.data_type, data: job.data },
  )
  if (report.status === 'Failure')
    return failure(runner, withoutSecrets(report.message, input.config), input)
  const stored = await storeArtifacts(deps, job, folder, report.artifacts)
  return {
    status: 'Success',
    runner,
    report: reportBody(report, JSON.stringify(stored.map(({ shown }) => shown))),
    artifacts: stored.map(({ row }) => row),
  }
}

/** The file counts; a program without one may be older than the job folder and have printed it. */
async function outputOf({ read, printed }: RunResult, folder: string, maxBytes: number) {
  const output = read ? read.report : await readOutput(folder, { maxBytes })
  const isMissing = output === undefined || output.trim() === ''
  if (!isMissing || printed === undefined || !isPrintedReport(printed)) {
    return read && output !== undefined && Buffer.byteLength(output) > maxBytes ? 'too big' : output
  }
  return Buffer.byteLength(printed) > maxBytes ? 'too big' : printed
}

function failure(runner: string | null, errorMessage: string, input?: Values): JobEnd {
  return {
    status: 'Failure',
    runner,
    errorMessage,
    ...(input === undefined ? {} : { input: JSON.stringify(redact(input)) }),
  }
}

/** The document of the public protocol; there is no job, user or organization in it. */
function inputOf(job: JobRow, config: Values): Values {
  return {
    ...(job.data === null
      ? { filename: job.attachment_name, contentType: job.attachment_type }
      : { data: job.type === 'responder' ? JSON.parse(job.data) : job.data }),
    dataType: job.data_type,
    tlp: job.tlp,
    pap: job.pap,
    message: job.message,
    parameters: parametersOf(job),
    config,
  }
}

/** Above these levels nothing about the observable may leave this machine. */
function mayUseNetwork({ job: limits }: Config, job: JobRow, config: unknown): boolean {
  const isAllowed = job.tlp <= limits.networkMaxTlp && job.pap <= limits.networkMaxPap
  return isAllowed && (config as Values).allow_network !== false
}

const parametersOf = (job: JobRow): Values => JSON.parse(job.parameters)

function certificatesOf(config: unknown): string | undefined {
  const { cacerts } = config as { cacerts?: unknown }
  return typeof cacerts === 'string' && cacerts.trim() !== '' ? cacerts : undefined
}

const attachmentOf = (blobs: EngineDeps['blobs'], id: string, name: string | null) => ({
  name: name ?? id,
  async open() {
    const blob = await blobs.open(id)
    if (!blob) throw new Error(`The file ${id} of this job is missing in the blob store`)
    return blob.stream
  },
})

function cannotRun({ runners }: EngineDeps, worker: WorkerRow): string {
  const offers = [
    worker.command === null ? [] : ['process'],
    worker.docker_image === null ? [] : ['docker'],
    worker.builtin === null ? [] : ['builtin'],
  ].flat()
  const available = runners.map(({ name }) => name).join(', ') || 'none'
  return `Worker cannot be run: it needs ${offers.join(' or ') || 'a program'}, available here: ${available}`
}
