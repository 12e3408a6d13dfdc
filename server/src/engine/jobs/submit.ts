import { hash, randomBytes } from 'node:crypto'
import { cacheKey, freshSince } from '../../domain/cache-key.ts'
import type { Caller } from '../../domain/caller.ts'
import { levelProblem } from '../../domain/configuration.ts'
import type { WorkerType } from '../../domain/definition.ts'
import { AppError, badRequest, notFound } from '../../domain/errors.ts'
import { nextTurn, priorityOf } from '../../domain/fair-queue.ts'
import { isForced, type Observable, readObservable } from '../../domain/observable.ts'
import { retryAfterSeconds, windowStart } from '../../domain/rate.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import { attachmentColumns } from '../../storage/attachments.ts'
import { markOrphaned } from '../../storage/orphaned-blobs.ts'
import { type Steps, transact } from '../../storage/prepared.ts'
import type { EngineDeps } from '../deps.ts'
import { findWorker, lockWorker, needsOfWorker, type WorkerRow } from '../workers/store.ts'
import {
  countSince,
  findEqualJob,
  insertJob,
  nthOldestSince,
  queueEnds,
  type VisibleJob,
} from './store.ts'

export interface Submitted {
  job: VisibleJob
  fromCache: boolean
}

export type RunInput = Record<string, unknown> & {
  data?: unknown
  attachment?: ReceivedFile
}

/** The steps of "run": find, check, answer from the cache, count against the rate, insert, wake. */
export async function submit(
  deps: EngineDeps,
  caller: Caller,
  type: WorkerType,
  workerId: string,
  input: RunInput,
): Promise<Submitted> {
  const { db, dialect, clock, config } = deps
  const worker = await findWorker(db, caller.organization, type, workerId)
  if (!worker) throw notFound('worker', workerId)
  const file = fileOf(input)
  const text = file === input.data ? { ...input, data: undefined } : input
  const observable = readObservable(text, file !== undefined, type === 'responder')
  refuseDataType(worker, observable.dataType)
  const now = clock.now()
  const key = keyOf(worker, observable, file)
  const fresh =
    type === 'responder' || isForced(input)
      ? undefined
      : freshSince(worker.job_cache, config.cache.jobMs, now)
  /** The equal job to answer with, if there is one; throws when there is none and the rate is used up. */
  function* equalOrFree(): Steps<VisibleJob | undefined> {
    const equal =
      fresh === undefined ? undefined : yield* findEqualJob(caller.organization, key, fresh)
    if (!equal) yield* refuseOverRate(worker as WorkerRow, now)
    return equal
  }
  if (file) {
    // Asked before the file is kept: who is over the rate must not fill the disk.
    await transact(db, equalOrFree)
    // Kept before the row exists: a job that was acknowledged must find its file.
    await file.keep()
  }
  const submission = transact(db, function* () {
    // One submission of a worker at a time: equal ones merge, exactly `rate` of them pass, and each
    // takes a place in the queue of its own.
    yield* lockWorker(dialect, caller.organization, worker.id)
    const equal = yield* equalOrFree()
    if (equal) return { job: equal, fromCache: true }
    const job = yield* insertJob({
      id: newJobId(now),
      ...(yield* queueColumns(caller)),
      ...jobColumns(worker, caller, observable, file, key, now),
      merge_key: fresh === undefined ? null : key,
    })
    return { job, fromCache: false }
  })
  const submitted = await submission.catch(async (error: unknown) => {
    if (file) await markOrphaned(db, [file.sha256])
    throw error
  })
  if (!submitted.fromCache) {
    const { id, organization, status } = submitted.job
    deps.events.publish({ jobId: id, organization, status })
    deps.wake()
  }
  return submitted
}

/** Clients send the file as `attachment` or as `data`. */
function fileOf({ attachment, data }: RunInput): ReceivedFile | undefined {
  if (attachment !== undefined) return attachment
  // No JSON has a function in it, whatever keys it imitates.
  const isFile = typeof (data as Partial<ReceivedFile> | null | undefined)?.keep === 'function'
  return isFile ? (data as ReceivedFile) : undefined
}

function refuseDataType(worker: WorkerRow, dataType: string): void {
  const allowed = JSON.parse(worker.data_type_list) as string[]
  // `thehive:Alert` and `thehive:alert` are the same kind of thing.
  if (allowed.some((type) => type.toLowerCase() === dataType.toLowerCase())) return
  throw badRequest(
    `${worker.name} does not take the data type ${dataType}; it takes ${allowed.join(', ')}`,
  )
}

const keyOf = (worker: WorkerRow, observable: Observable, file: ReceivedFile | undefined) =>
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

function* refuseOverRate(worker: WorkerRow, now: number): Steps<void> {
  const { rate, rate_unit: unit } = worker
  if (rate === null || unit === null) return
  const since = windowStart(unit, now)
  const count = yield* countSince(worker, since)
  if (count < rate) return
  const blocker = rate === 0 ? undefined : yield* nthOldestSince(worker, since, count - rate)
  throw new AppError(
    'RateLimitExceeded',
    `Rate limit of ${rate} per ${unit} reached for the analyzer ${worker.name}. Job cannot be started`,
    { retryAfterSeconds: retryAfterSeconds(unit, blocker ?? now, now) },
  )
}

function* queueColumns(caller: Caller) {
  const priority = priorityOf(caller.via)
  const { serving, lastOfOwn } = yield* queueEnds(caller.organization, priority)
  return { priority, turn: nextTurn(serving, lastOfOwn), attempts: 0 }
}

/**
 * A job that TLP or PAP forbid is stored as Failure at once: the submission is accepted, as clients
 * expect, and nothing is ever started.
 */
function jobColumns(
  worker: WorkerRow,
  caller: Caller,
  observable: Observable,
  file: ReceivedFile | undefined,
  key: string,
  now: number,
) {
  const limits = { maxTlp: worker.max_tlp, maxPap: worker.max_pap }
  const forbidden = levelProblem(limits, observable)
  const isForbidden = forbidden !== undefined
  return {
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
    needs: needsOfWorker(worker),
    created_at: now,
    created_by: caller.login,
    status: isForbidden ? ('Failure' as const) : ('Waiting' as const),
    error_message: forbidden ?? null,
    start_date: isForbidden ? now : null,
    end_date: isForbidden ? now : null,
    updated_at: isForbidden ? now : null,
    updated_by: isForbidden ? caller.login : null,
  }
}

/** Time first, so that rows of one moment lie beside each other in the index; 20 characters. */
export function newJobId(now: number): string {
  const bytes = randomBytes(15)
  bytes.writeUIntBE(now, 0, 6)
  return bytes.toString('base64url')
}
