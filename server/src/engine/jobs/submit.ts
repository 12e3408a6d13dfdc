import { hash, randomBytes } from 'node:crypto'
import { cacheKey, cacheWindowMs, sortedJson } from '../../domain/cache-key.ts'
import { askerOf, type Caller } from '../../domain/caller.ts'
import { levelProblem } from '../../domain/configuration.ts'
import type { WorkerType } from '../../domain/definition.ts'
import { AppError, AttributeCheckingError, badRequest, notFound } from '../../domain/errors.ts'
import { priorityOf } from '../../domain/fair-queue.ts'
import { checkInputs, type SplitInputs, splitInputs } from '../../domain/input-items.ts'
import { isForced, type Observable, readObservable } from '../../domain/observable.ts'
import { retryAfterSeconds, windowMs } from '../../domain/rate.ts'
import { isReceivedFile, type ReceivedFile } from '../../http/fields.ts'
import { isTracing, rememberSubmission, traced } from '../../process/tracing.ts'
import { attachmentColumns, findFile, type StoredFile } from '../../storage/blobs/attachments.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import { refuseOlderVersions } from '../../storage/rows/older-versions.ts'
import { enterWithBudget, type Full } from '../budgets/enter.ts'
import { isHeld } from '../budgets/waits.ts'
import type { EngineDeps } from '../deps.ts'
import { gateSubmission } from '../gates/submission.ts'
import { readRequested } from '../job-rows/requests.ts'
import { dropSecretInputs, keepSecretInputs } from '../job-rows/secret-inputs.ts'
import type { VisibleJob } from '../job-rows/store.ts'
import type { Submission } from '../queue/queue.ts'
import { findKnownWorker, needsOfWorker, type WorkerRow } from '../workers/store.ts'

export interface Submitted {
  job: VisibleJob
  fromCache: boolean
}

export type RunInput = Record<string, unknown> & {
  data?: unknown
  /** An upload, or the hash of a file that is there already. */
  attachment?: unknown
}

export interface SubmitOptions {
  /** Nobody is there whom a refusal could tell to come back: the job waits until its budget has room. */
  readonly waits?: true
  /** Of a job that was approved together with another one: its id, which is stored already. */
  readonly passedAs?: string
}

type SubmittedFile = StoredFile & Partial<Pick<ReceivedFile, 'keep'>>

/**
 * The steps of "run": find, check, answer from the cache, count against the rate, insert, wake. A request that was
 * sent before gets its job again, also when the analyzer is gone by now.
 */
export async function submit(
  deps: EngineDeps,
  caller: Caller,
  type: WorkerType,
  workerId: string,
  input: RunInput,
  requestKey?: string,
  options: SubmitOptions = {},
): Promise<Submitted> {
  const { organization } = caller
  const key = requestKey === undefined ? undefined : requestName(caller, requestKey)
  const known = key === undefined ? undefined : await readRequested(deps.db, organization, key)
  if (known) {
    const content = await contentOf(deps, organization, type, input)
    // guard: server/test/engine/request-keys.test.ts
    if (!isSameContent(deps, known.hash, workerId, content, isForced(input))) throw keyTaken()
    return { job: known.job, fromCache: false }
  }
  const worker = await findKnownWorker(deps.db, { organization, worker_id: workerId })
  // guard: server/test/engine/failed-submit.test.ts
  if (worker?.type !== type) throw notFound('worker', workerId)
  const content = await contentOf(deps, organization, type, input)
  const { file } = content
  const { observable, secretInputs } =
    type === 'responder'
      ? withInputs(deps, worker, content.observable)
      : { observable: content.observable, secretInputs: undefined }
  refuseDataType(worker, observable.dataType)
  if (secretInputs) await refuseSecrets(deps, caller, options)
  const isForcedRun = isForced(input)
  const asked = {
    ...submissionOf(deps, caller, worker, observable, file, isForcedRun, options.passedAs),
    request:
      key === undefined
        ? undefined
        : { key, hash: requestHash(deps, workerId, content, isForcedRun, secretInputs) },
  }
  const gate =
    type === 'responder' && options.passedAs === undefined
      ? await gateSubmission(deps, caller, worker, asked, {
          overrideReason: input.overrideReason,
          secretInputs,
        })
      : undefined
  const submission = gate?.submission ?? asked
  const mayWait =
    options.waits === true ||
    askerOf(caller).kind !== 'key' ||
    input.wait === true ||
    worker.when_full === 'wait'
  // What waits for an approval does not wait for a budget as well.
  const budgeted = isHeld(submission.job) ? { ...worker, budget_id: null } : worker
  const enter = (wanted: Submission) => entered(deps, budgeted, wanted, mayWait)
  if (file) {
    // Asked before the file is kept: who is over the rate must not fill the disk.
    await enter({ ...submission, isLook: true })
    // Kept before the row exists: a job that was acknowledged must find its file.
    await file.keep?.()
  }
  // A responder with an unknown outcome is never started again, so claiming it stays a separate step.
  const mayStart = type === 'analyzer' && submission.job.status === 'Waiting'
  if (isTracing()) rememberSubmission(submission.job.id)
  const slot = mayStart ? await deps.reserve(submission.job) : undefined
  const wanted = { ...submission, claimFor: slot?.owner }
  const keepsSecrets = secretInputs !== undefined && submission.job.status === 'Waiting'
  const jobKey = { organization, job_id: submission.job.id }
  const begin = async () => {
    if (keepsSecrets) {
      const how = { now: deps.clock.now(), forUndo: gate?.undoNeedsSecrets ?? false }
      await keepSecretInputs(deps, jobKey, secretInputs, how)
    }
    await gate?.begin()
    return enter(wanted)
  }
  const drop = async () => {
    await gate?.drop()
    if (keepsSecrets) await dropSecretInputs(deps.db, jobKey)
  }
  const answer = await begin().catch(async (error: unknown) => {
    slot?.cancel(error)
    // A job of unknown fate keeps its row, without which it would start unapproved.
    if (error instanceof AppError) await drop()
    // If the database is unavailable, that reason is worth more than this failure.
    // guard: server/test/engine/failed-submit.test.ts
    if (file) await markOrphaned(deps.db, [file.sha256]).catch(() => undefined)
    throw error
  })
  if (answer.is === 'free') throw new Error('a submission was treated as a lookup')
  const { job } = answer
  const claimed = answer.is === 'new' ? answer.claimed : undefined
  if (!claimed) slot?.cancel()
  if (answer.is !== 'new') await drop()
  if (answer.is === 'repeated') return { job, fromCache: false }
  if (answer.is === 'equal') return { job, fromCache: true }
  // Other processes are notified only of what is not going to be started here.
  const isTakenHere =
    claimed !== undefined ||
    isHeld(job) ||
    (job.status === 'Waiting' && deps.wake(submission.job.needs))
  const event = { jobId: job.id, organization: job.organization, status: job.status }
  deps.events.publish(event, isTakenHere ? 'here' : 'everywhere')
  if (claimed) slot?.start(claimed)
  return { job, fromCache: false }
}

/** As a form of the responder would have asked for them. */
function withInputs(
  { catalogue }: EngineDeps,
  worker: WorkerRow,
  observable: Observable,
): { readonly observable: Observable; readonly secretInputs: SplitInputs['secret'] } {
  const items = catalogue.find('responder', worker.definition_id)?.inputItems ?? []
  const { parameters, errors } = checkInputs(items, observable.parameters)
  // guard: server/test/engine/responder-inputs.test.ts
  if (errors.length > 0) throw new AttributeCheckingError('job', [...errors])
  const split = splitInputs(items, parameters)
  return { observable: { ...observable, parameters: split.parameters }, secretInputs: split.secret }
}

/** What a rule sends is shown with the rule; what undoes a response sends what a user sent before. */
async function refuseSecrets(
  { db, dialect, clock }: EngineDeps,
  caller: Caller,
  { passedAs }: SubmitOptions,
): Promise<void> {
  // guard: server/test/engine/secret-inputs.test.ts
  if (askerOf(caller).kind === 'rule' && passedAs === undefined)
    throw badRequest('A rule cannot send secret inputs. Set them in the configuration instead')
  // Such a process would start the responder with what stands for the secrets.
  await refuseOlderVersions(
    db,
    { dialect, clock },
    { knownFrom: 141, cannot: 'keep inputs secret' },
  )
}

interface Content {
  readonly observable: Observable
  readonly file: SubmittedFile | undefined
}

async function contentOf(
  deps: EngineDeps,
  organization: string,
  type: WorkerType,
  input: RunInput,
): Promise<Content> {
  const file = fileOf(input) ?? (await storedFile(deps, organization, input.attachment))
  const text = file === input.data ? { ...input, data: undefined } : input
  return { file, observable: readObservable(text, file !== undefined, type === 'responder') }
}

/** Of everything that was sent, but not of the configuration: that may have changed in between. */
const contentText = (workerId: string, { observable, file }: Content, force: boolean): string =>
  sortedJson([workerId, observable, file?.sha256 ?? null, force])

/** Keyed if something secret is in it, which a plain hash would let others try out. */
function requestHash(
  { secrets }: EngineDeps,
  workerId: string,
  content: Content,
  force: boolean,
  secretInputs: SplitInputs['secret'],
): string {
  const text = contentText(workerId, content, force)
  return secretInputs ? secrets.proof('inputs', text) : hash('sha256', text)
}

/** The responder may be gone by now, and with it what was secret. */
function isSameContent(
  { secrets }: EngineDeps,
  known: string,
  workerId: string,
  content: Content,
  force: boolean,
): boolean {
  const text = contentText(workerId, content, force)
  return [hash('sha256', text), secrets.proof('inputs', text)].includes(known)
}

/** The server itself names its requests, too, and nothing that callers choose may be among these names. */
const requestName = ({ service }: Caller, key: string) => `${service ? 'own' : 'api'}/${key}`

const keyTaken = () => badRequest('This Idempotency-Key was already used with other content')

/** Throws when the rate, or a budget that the job does not wait for, is used up. */
async function entered(
  deps: EngineDeps,
  worker: WorkerRow,
  submission: Submission,
  mayWait: boolean,
) {
  const hasBudget = worker.budget_id !== null && submission.job.status === 'Waiting'
  const answer = await traced('transaction', { 'assay.transaction': 'enter queue' }, () =>
    hasBudget
      ? enterWithBudget(deps, { worker, submission, mayWait })
      : deps.jobQueue.submit(submission),
  )
  if (answer.is === 'taken') throw keyTaken()
  if (answer.is === 'full') throw budgetFull(answer)
  // guard (open = true): server/test/engine/failed-submit.test.ts
  if (answer.is !== 'rate') return answer
  const { rate, rate_unit: unit } = worker
  throw new AppError(
    'RateLimitExceeded',
    `Rate limit of ${rate} per ${unit} reached for the analyzer ${worker.name}. Job cannot be started`,
    {
      retryAfterSeconds: retryAfterSeconds(
        unit ?? 'Second',
        answer.blocker ?? answer.now,
        answer.now,
      ),
    },
  )
}

function budgetFull({ name, now, startsAt }: Full): AppError {
  const message =
    `The budget ${name} is used up. Job cannot be started. Retry later, or send wait=1 to let the ` +
    'job wait for its turn'
  if (startsAt === undefined) return new AppError('RateLimitExceeded', message)
  const retryAfterSeconds = Math.max(1, Math.ceil((startsAt - now) / 1000))
  return new AppError('RateLimitExceeded', message, { retryAfterSeconds })
}

/** Clients send the file as `attachment` or as `data`. */
function fileOf({ attachment, data }: RunInput): ReceivedFile | undefined {
  return [attachment, data].find(isReceivedFile)
}

/** Only what a row of the organization holds: to know the hash of a file is not to have it. */
async function storedFile(
  { db }: EngineDeps,
  organization: string,
  given: unknown,
): Promise<SubmittedFile | undefined> {
  if (given === undefined || given === null) return undefined
  const { hash: named, name } = given as { hash: string; name?: string }
  const sha256 = named.toLowerCase()
  const file = await findFile(db, organization, sha256)
  // guard: server/test/engine/failed-submit.test.ts
  if (!file) throw notFound('attachment', sha256)
  return name === undefined ? file : { ...file, name }
}

function refuseDataType(worker: WorkerRow, dataType: string): void {
  const allowed = JSON.parse(worker.data_type_list) as string[]
  // `thehive:Alert` and `thehive:alert` are the same type.
  // guard (open = true): server/test/engine/failed-submit.test.ts
  if (allowed.some((type) => type.toLowerCase() === dataType.toLowerCase())) return
  throw badRequest(
    `${worker.name} does not support data type ${dataType}. Supported: ${allowed.join(', ')}`,
  )
}

const keyOf = (worker: WorkerRow, observable: Observable, file: SubmittedFile | undefined) =>
  cacheKey({
    workerId: worker.id,
    definitionId: worker.definition_id,
    configurationHash: worker.configuration_hash,
    dataType: observable.dataType,
    tlp: observable.tlp,
    pap: observable.pap,
    data: file ? `file:${file.sha256}` : `text:${observable.data}`,
    parameters: observable.parameters,
  })

/**
 * A job that TLP or PAP forbid is stored as Failure at once: the submission is accepted, as clients
 * expect, and nothing is ever started.
 */
function submissionOf(
  { config, clock }: EngineDeps,
  caller: Caller,
  worker: WorkerRow,
  observable: Observable,
  file: SubmittedFile | undefined,
  force: boolean,
  jobId = newJobId(clock.now()),
): Submission {
  const asker = askerOf(caller)
  const key = keyOf(worker, observable, file)
  const freshMs = cacheWindowMs(worker.job_cache, config.cache.jobMs)
  const isMerged = worker.type === 'analyzer' && !force && freshMs > 0
  const { rate, rate_unit: unit } = worker
  const limits = { maxTlp: worker.max_tlp, maxPap: worker.max_pap }
  const forbidden = levelProblem(limits, observable)
  return {
    isLook: false,
    freshMs,
    rate: rate === null || unit === null ? undefined : { jobs: rate, windowMs: windowMs(unit) },
    job: {
      id: jobId,
      organization: caller.organization,
      type: worker.type,
      worker_id: worker.id,
      worker_name: worker.name,
      worker_definition_id: worker.definition_id,
      data_type: observable.dataType,
      data: observable.data ?? null,
      data_hash: observable.data === undefined ? null : hash('sha256', observable.data),
      ...attachmentColumns(file),
      tlp: observable.tlp,
      pap: observable.pap,
      message: observable.message,
      parameters: JSON.stringify(observable.parameters),
      label: observable.label,
      cache_key: key,
      merge_key: isMerged ? key : null,
      needs: needsOfWorker(worker),
      priority: priorityOf(asker),
      asked_by: asker.login,
      asked_kind: asker.kind,
      cause: asker.cause,
      created_by: caller.login,
      status: forbidden === undefined ? 'Waiting' : 'Failure',
      error_message: forbidden ?? null,
    },
  }
}

/** Time first, so rows of one moment are adjacent in the index; 20 characters. */
export function newJobId(now: number): string {
  const bytes = randomBytes(15)
  bytes.writeUIntBE(now, 0, 6)
  return bytes.toString('base64url')
}
