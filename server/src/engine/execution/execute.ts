import type { ResourceLocation } from '@assay/analyzers'
import { confidentialTexts } from '../../domain/confidential.ts'
import { mergeForRun } from '../../domain/configuration.ts'
import { readFeedOrder } from '../../domain/feed.ts'
import { enabledImageProblem } from '../../domain/images.ts'
import { type PublicValues, redactInput } from '../../domain/redaction.ts'
import { isPrintedReport, reportBody } from '../../domain/report.ts'
import { makeSearch, redactText } from '../../domain/secret-search.ts'
import type { Config } from '../../settings/config.ts'
import { loosen } from '../../storage/loose-files.ts'
import { plainItemsOf } from '../catalogue/builtin.ts'
import { imageRules } from '../catalogue/images.ts'
import type { EngineDeps } from '../deps.ts'
import type { JobEvent } from '../jobs/events.ts'
import { resolveResources } from '../resources/resolve.ts'
import { openConfiguration } from '../workers/configuration.ts'
import { findWorkerOfJob, type WorkerRow } from '../workers/store.ts'
import {
  type FolderContent,
  type JobFolder,
  planFolder,
  prepareFolder,
  readOutput,
} from './folder.ts'
import { recoverOwn } from './lease.ts'
import { type ClaimedJob, finishJob, type JobEnd } from './queue.ts'
import { readReportAside } from './read-report.ts'
import {
  CannotRun,
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
  job: ClaimedJob,
  signal: AbortSignal,
  ran: () => void = () => undefined,
): Promise<void> {
  const announce = (status: JobEvent['status']) =>
    deps.events.announce({ jobId: job.id, organization: job.organization, status })
  announce('InProgress')
  const end = await runToEnd(deps, job, signal)
  ran()
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
async function storeEnd(
  { db, clock, log }: EngineDeps,
  owner: string,
  job: ClaimedJob,
  end: JobEnd,
) {
  for (const pauseMs of pausesMs) {
    try {
      return (await finishJob(db, job, owner, end, clock.now())) ? end.status : undefined
    } catch (err) {
      log.error({ err, job: job.id }, 'the end of a job could not be stored')
      await clock.sleep(pauseMs)
    }
  }
  const instead = failure(end.runner, seeLog('The report could not be stored', job.id))
  return (await finishJob(db, job, owner, instead, clock.now())) ? instead.status : undefined
}

async function runToEnd(
  deps: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobEnd | 'lost' | undefined> {
  const worker = await findWorkerOfJob(deps.db, job)
  if (!worker) return failure(null, 'The worker is no longer enabled')
  const runner = chooseRunner(deps.runners, runnable(worker))
  if (!runner) return failure(null, cannotRun(deps, worker))
  const refusal = runner.name === 'docker' ? imageRefusal(deps, worker) : undefined
  if (refusal !== undefined) return failure(runner.name, refusal)
  let input: Values | undefined
  const known = publicValues(deps, worker)
  try {
    const configuration = configurationOf(deps, worker)
    input = inputOf(job, configuration)
    const resolved = await resolveResources(deps, worker, configuration)
    if ('problem' in resolved)
      return failure(runner.name, resolved.problem, redactInput(input, known))
    return await runWithInput(deps, job, worker, runner, input, resolved.locations, signal)
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

/** It may have been set before there was a rule, and the catalogue may have changed. */
const imageRefusal = (deps: EngineDeps, { docker_image: image }: WorkerRow) =>
  enabledImageProblem(image ?? '', imageRules(deps))

const publicValues = ({ catalogue }: EngineDeps, worker: WorkerRow): PublicValues => ({
  fixed: JSON.parse(worker.definition_config),
  items: catalogue.find(worker.type, worker.definition_id)?.configurationItems ?? [],
})

const configurationOf = ({ secrets }: EngineDeps, worker: WorkerRow): Values =>
  mergeForRun(JSON.parse(worker.definition_config), openConfiguration(secrets, worker))

/** What an error of ours says may be anything, a path or a row of the database: it is not repeated. */
const seeLog = (what: string, jobId: string) =>
  `${what} because of an error in the server. Its log has the details under the job id ${jobId}.`

const runnable = (worker: WorkerRow): RunnableWorker => ({
  name: worker.name,
  command: worker.command,
  workingFolder: worker.working_folder,
  dockerImage: worker.docker_image,
  builtin: worker.builtin,
})

interface Preparation {
  readonly deps: EngineDeps
  readonly job: ClaimedJob
  readonly worker: WorkerRow
  readonly runner: Runner
  readonly input: Values
  readonly resources: Readonly<Record<string, ResourceLocation>>
  readonly isKept: boolean
  readonly content: FolderContent
  readonly timeoutMs: number
  /** Aborted by the deadline too. */
  readonly signal: AbortSignal
  /** By a stop, a delete or a lost lease: nobody wants the result any more. */
  isGivenUp(): boolean
}

async function runWithInput(
  deps: EngineDeps,
  job: ClaimedJob,
  worker: WorkerRow,
  runner: Runner,
  input: Values,
  resources: Preparation['resources'],
  signal: AbortSignal,
): Promise<JobEnd | undefined> {
  const { config } = deps
  const isKept = config.job.keepJobFolder
  const content = contentOf(deps, job, input)
  const timeoutMs = timeoutOf(config, worker, runner)
  const limit = limited(signal, runner.keepsTime ? undefined : timeoutMs)
  const prepared = {
    ...{ deps, job, worker, runner, input, resources, isKept, content, timeoutMs },
    signal: limit.signal,
    isGivenUp: () => signal.aborted,
  }
  try {
    const needsFolder =
      isKept || content.certificates !== undefined || content.attachment !== undefined
    return await (needsFolder || !runner.runText
      ? runInFolder(prepared, limit.isOver)
      : runText(prepared, runner.runText, limit.isOver))
  } finally {
    limit.stop()
  }
}

/** A built-in has a time of its own; whoever asks for less gets less. */
function timeoutOf({ job }: Config, { job_timeout: minutes }: WorkerRow, { name }: Runner): number {
  const timeoutMs = minutes ? minutes * 60_000 : job.timeoutMs
  return name === 'builtin' ? Math.min(timeoutMs, job.builtinTimeoutMs) : timeoutMs
}

/** The given signal, or the end of the time. By hand: half of the 5 µs of `AbortSignal.any`. */
function limited(signal: AbortSignal, timeoutMs = Number.POSITIVE_INFINITY) {
  const controller = new AbortController()
  let isOver = false
  const abort = () => controller.abort()
  const onTime = () => {
    isOver = true
    abort()
  }
  const hasLimit = Number.isFinite(timeoutMs)
  // A timer of Node holds no more; beyond that it fires at once.
  const timer = hasLimit ? setTimeout(onTime, Math.min(timeoutMs, 2 ** 31 - 1)) : undefined
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    /** How long it had, if that was too short. */
    isOver: () => (isOver ? timeoutMs : undefined),
    stop() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

/** Without a folder, unless the program asks for one. */
async function runText(
  prepared: Preparation,
  run: NonNullable<Runner['runText']>,
  isOver: () => number | undefined,
): Promise<JobEnd | undefined> {
  const { deps, job, worker, input, resources, timeoutMs, signal } = prepared
  const folder = planFolder(deps.jobsFolder, job.id)
  let mayHaveFolder = true
  try {
    const { output, ...result } = await run({
      input: JSON.stringify(input),
      folder: folder.path,
      worker: runnable(worker),
      organization: job.organization,
      timeoutMs,
      mayUseNetwork: mayUseNetwork(deps.config, job, input.config),
      resources,
      signal,
    })
    mayHaveFolder = result.mayHaveFolder
    if (prepared.isGivenUp()) return undefined
    const report = notTooBig(output, deps.config.job.reportLimitBytes)
    return await readEnd(prepared, folder.path, report, { timeoutMs: isOver(), ...result })
  } finally {
    if (mayHaveFolder) await removeFolder(prepared, folder)
  }
}

async function runInFolder(
  prepared: Preparation,
  isOver: () => number | undefined,
): Promise<JobEnd | undefined> {
  const { deps, job, worker, runner, input, resources, isKept, content, timeoutMs, signal } =
    prepared
  const { config } = deps
  const isWhole = runner.makesFolders && !isKept && content.attachment === undefined
  const folder = isWhole
    ? planFolder(deps.jobsFolder, job.id)
    : await prepareFolder(deps.jobsFolder, content)
  let isRemoved = false
  try {
    const result = await runner.run({
      folder: folder.path,
      ...(isWhole ? { wholeFolder: textsOf(content) } : {}),
      worker: runnable(worker),
      organization: job.organization,
      timeoutMs,
      mayUseNetwork: mayUseNetwork(config, job, input.config),
      hasCertificates: content.certificates !== undefined,
      resources,
      signal,
    })
    isRemoved = result.read !== undefined
    if (prepared.isGivenUp()) return undefined
    const output = await outputOf(result, folder.path, config.job.reportLimitBytes)
    return await readEnd(prepared, folder.path, output, { timeoutMs: isOver(), ...result })
  } finally {
    if (!isKept && !isRemoved) await removeFolder(prepared, folder)
  }
}

function contentOf({ blobs }: EngineDeps, job: ClaimedJob, input: Values): FolderContent {
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

/** What cannot be removed yet, because something still writes there, is swept later. */
const removeFolder = ({ deps, job }: Preparation, folder: JobFolder) =>
  folder
    .remove()
    .catch((err: unknown) => deps.log.warn({ err, job: job.id }, 'a job folder was left'))

async function readEnd(
  { deps, job, worker, runner: { name: runner }, input }: Preparation,
  folder: string,
  output: string | undefined,
  run: Omit<RunResult, 'timeoutMs'> & { timeoutMs: number | undefined },
): Promise<JobEnd> {
  const { exitCode, tail, limit, timeoutMs } = run
  const known = publicValues(deps, worker)
  const confidential = confidentialTexts(input.config, {
    ...known,
    plainItems: plainItemsOf(worker.builtin),
    sent: sentTexts(job),
  })
  const report = await readReportAside(
    output,
    { phase: 'run', exitCode, tail, limit, timeoutMs },
    { dataType: job.data_type, data: job.data, wantsArtifacts: wantsArtifacts(job, input.config) },
    confidential,
  )
  // What a built-in prints is for us: its report says nothing that a library said about a file.
  if (report.status === 'Failure' && runner === 'builtin' && tail !== '')
    deps.log.warn(
      { job: job.id, printed: redactText(tail, makeSearch(confidential.inFailures)) },
      'a built-in worker failed',
    )
  if (report.status === 'Failure') return failure(runner, report.message, redactInput(input, known))
  // Only our own responder may fill block lists: a program's report could say anything.
  const feed =
    worker.builtin === 'Assay_Feed' && runner === 'builtin' ? readFeedOrder(report.full) : undefined
  const stored = await storeArtifacts(deps, job, folder, report.artifacts)
  return {
    status: 'Success',
    runner,
    report: reportBody(report, JSON.stringify(stored.map(({ shown }) => shown))),
    artifacts: stored.map(({ row }) => row),
    ...(feed === undefined ? {} : { feed }),
  }
}

/** The file counts; a program without one may be older than the job folder and have printed it. */
async function outputOf({ read, printed }: RunResult, folder: string, maxBytes: number) {
  const output = read ? notTooBig(read.report, maxBytes) : await readOutput(folder, { maxBytes })
  const isMissing = output === undefined || output.trim() === ''
  return isMissing && printed !== undefined && isPrintedReport(printed)
    ? notTooBig(printed, maxBytes)
    : output
}

/** In place of the report, as `readOutput` says it of a file. */
const notTooBig = (report: string | undefined, maxBytes: number) =>
  report !== undefined && Buffer.byteLength(report) > maxBytes ? 'too big' : report

/** The input is what `redactInput` leaves of it. */
function failure(
  runner: string | null,
  errorMessage: string,
  input?: ReturnType<typeof redactInput>,
): JobEnd {
  return {
    status: 'Failure',
    runner,
    errorMessage,
    ...(input === undefined ? {} : { input: JSON.stringify(input) }),
  }
}

const sentTexts = (job: ClaimedJob): string[] =>
  [job.data, job.attachment_name, job.message, job.parameters].filter((text) => text !== null)

/** The document of the public protocol; there is no job, user or organization in it. */
function inputOf(job: ClaimedJob, config: Values): Values {
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

/** The switch that the programs of the public catalogue know, for those that do not look at it. */
const wantsArtifacts = (job: ClaimedJob, config: unknown): boolean =>
  job.type === 'analyzer' && (config as Values).auto_extract_artifacts === true

/** Above these levels nothing about the observable may leave this machine. */
function mayUseNetwork({ job: limits }: Config, job: ClaimedJob, config: unknown): boolean {
  const isAllowed = job.tlp <= limits.networkMaxTlp && job.pap <= limits.networkMaxPap
  return isAllowed && (config as Values).allow_network !== false
}

const parametersOf = (job: ClaimedJob): Values => JSON.parse(job.parameters)

function certificatesOf(config: unknown): string | undefined {
  const { cacerts } = config as { cacerts?: unknown }
  return typeof cacerts === 'string' && cacerts.trim() !== '' ? cacerts : undefined
}

const attachmentOf = (blobs: EngineDeps['blobs'], id: string, name: string | null) => ({
  name: name ?? id,
  async open() {
    const blob = await blobs.open(id)
    if (!blob) throw new CannotRun('The file of this job is missing in the store of the server')
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
