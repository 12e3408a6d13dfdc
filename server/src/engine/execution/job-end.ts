import { findBuiltin } from '@assay/analyzers'
import { readBlockListOrder } from '../../domain/block-list.ts'
import { confidentialTexts } from '../../domain/confidential.ts'
import { readSimilarity } from '../../domain/file-similarity.ts'
import { type KeptFile, operationFiles, withKeptFiles } from '../../domain/operation-files.ts'
import { type PublicValues, redactInput } from '../../domain/redaction.ts'
import { isPrintedReport, reportBody } from '../../domain/report.ts'
import { makeSearch, redactText } from '../../domain/secret-search.ts'
import { plainItemsOf } from '../catalogue/builtin.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import type { JobEnd } from '../queue/queue.ts'
import type { JobFolder } from '../runners/folder.ts'
import type { Runner, RunResult } from '../runners/runner.ts'
import { answerOf } from '../values/answers.ts'
import type { WorkerRow } from '../workers/store.ts'
import type { JobInput, Values } from './job-input.ts'
import { readReportAside } from './read-report.ts'
import { storeArtifacts } from './store-artifacts.ts'

export interface EndedRun {
  readonly job: ClaimedJob
  readonly worker: WorkerRow
  readonly runner: Runner
  /** Without secret inputs. */
  readonly input: JobInput
  readonly secretInputs: Values
  readonly known: PublicValues
  readonly folder: JobFolder
  readonly result: RunResult
}

/** Named as what is secret, whatever the names of the inputs are; no item of a definition is called so. */
const secretInputsItem = 'secret inputs of this run'

/** What an ended program left behind: a report, or the reason why there is none. */
export async function readEnd(deps: EngineDeps, run: EndedRun): Promise<JobEnd> {
  const { job, worker, runner, input, known, folder, result } = run
  const { exitCode, tail, limit, timeoutMs } = result
  const ranBy = result.isWarm ? `${runner.name}-warm` : runner.name
  const confidential = confidentialOf(run)
  const report = await readReportAside(
    await outputOf(result, folder, deps.config.job.reportLimitBytes),
    { phase: 'run', exitCode, tail, limit, timeoutMs },
    { dataType: job.data_type, data: job.data, wantsArtifacts: wantsArtifacts(job, input) },
    confidential,
  )
  // The output of a built-in is for us: its report never quotes what a library said about a file.
  if (report.status === 'Failure' && runner.name === 'builtin' && tail !== '')
    deps.log.warn(
      { job: job.id, printed: redactText(tail, makeSearch(confidential.inFailures)) },
      'built-in analyzer or responder failed',
    )
  if (report.status === 'Failure') {
    const end = failure(ranBy, report.message, redactInput(input, known))
    // A responder that refuses its target has not done what it was asked to.
    return report.notApplicable === undefined || job.type !== 'analyzer'
      ? end
      : { ...end, notApplicable: report.notApplicable }
  }
  const isOwn = runner.name === 'builtin'
  // Only a built-in may fill block lists: a program's report could say anything.
  const keeps = isOwn ? findBuiltin(worker.builtin ?? '')?.description.keeps : undefined
  const feed = keeps === 'blockList' ? readBlockListOrder(report.full) : undefined
  const similarity = keeps === 'likeness' ? readSimilarity(report.full) : undefined
  const files = job.type === 'responder' ? operationFiles(report.operations) : []
  const named = [...report.artifacts, ...files.flatMap(({ artifact }) => artifact ?? [])]
  const stored = await storeArtifacts(deps, job, folder.path, named, isOwn)
  const operations = withKeptFiles(
    report.operations,
    files,
    (artifact) =>
      stored.find((one) => one.artifact === artifact)?.shown.attachment as KeptFile | undefined,
  )
  const follows =
    isOwn && asksToFollow(deps, job, input) && stored.some(({ row }) => row.attachment_id != null)
  const answer = job.type === 'analyzer' ? answerOf(job, worker.name, report.said) : undefined
  return {
    status: 'Success',
    runner: ranBy,
    report: reportBody({ ...report, operations }, JSON.stringify(stored.map(({ shown }) => shown))),
    artifacts: stored.map(({ row }) => row),
    ...(answer === undefined ? {} : { answer }),
    ...(feed === undefined ? {} : { feed }),
    ...(similarity === undefined ? {} : { similarity }),
    ...(follows && { follows }),
  }
}

/** What must not come back in what the program says. */
export const confidentialOf = ({
  job,
  worker,
  input,
  secretInputs,
  known,
}: Pick<EndedRun, 'job' | 'worker' | 'input' | 'secretInputs' | 'known'>) =>
  confidentialTexts(
    { ...input.config, [secretInputsItem]: secretInputs },
    {
      ...known,
      plainItems: plainItemsOf(worker.builtin),
      sent: sentTexts(job),
    },
  )

/** Only files, and only built-ins: a third-party program could produce files forever. */
const asksToFollow = ({ config }: EngineDeps, job: ClaimedJob, input: JobInput): boolean =>
  job.type === 'analyzer' &&
  job.attachment_id !== null &&
  config.job.followDepth > 0 &&
  input.config.follow_files === true

/** The input is what `redactInput` leaves of it. */
export function failure(
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

/** The file counts; a program without one may be older than the job folder and have printed it. */
async function outputOf({ report, printed }: RunResult, folder: JobFolder, maxBytes: number) {
  const output = report ? notTooBig(report.text, maxBytes) : await folder.readReport(maxBytes)
  const isMissing = output === undefined || output.trim() === ''
  return isMissing && printed !== undefined && isPrintedReport(printed)
    ? notTooBig(printed, maxBytes)
    : output
}

const notTooBig = (report: string | undefined, maxBytes: number) =>
  report !== undefined && Buffer.byteLength(report) > maxBytes ? 'too big' : report

const sentTexts = (job: ClaimedJob): string[] =>
  [job.data, job.attachment_name, job.message, job.parameters].filter((text) => text !== null)

/** The switch that programs of the public catalog know, for those that ignore it. */
const wantsArtifacts = (job: ClaimedJob, { config }: JobInput): boolean =>
  job.type === 'analyzer' && config.auto_extract_artifacts === true
