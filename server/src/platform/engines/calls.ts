import { ApiError, type ClientOptions, contract, createClient } from '@assay/contract'
import {
  type EngineJob,
  type EngineWorker,
  readJob,
  readWorker,
  readWorkers,
  textOf,
} from '../../domain/response/engine-answers.ts'
import { AnswerTooLarge, boundedFetch } from './bounded-fetch.ts'

export type WorkerKind = 'responder' | 'analyzer'

/** Why an engine gave no usable answer; `said` is its own message, if any. */
export class EngineFailure extends Error {
  /** HTTP status of the refusal; nothing when it could not be reached or answered nonsense. */
  readonly status: number | undefined
  readonly said: string | undefined
  /** Nothing was sent: nothing runs. */
  readonly isUnsent: boolean

  constructor(message: string, status?: number, said?: string, cause?: unknown, isUnsent = false) {
    super(message, { cause })
    this.status = status
    this.said = said
    this.isUnsent = isUnsent
  }
}

/** What the platform requests of an engine server, on behalf of one organization. */
export interface EngineCalls {
  searchWorkers(kind: WorkerKind, query: Record<string, unknown>): Promise<EngineWorker[]>
  listAnalyzers(): Promise<EngineWorker[]>
  analyzersOfType(dataType: string): Promise<EngineWorker[]>
  /** Nothing when the engine does not have it. */
  worker(kind: WorkerKind, id: string): Promise<EngineWorker | undefined>
  runResponder(id: string, input: Record<string, unknown>): Promise<EngineJob>
  runAnalyzer(id: string, input: Record<string, unknown>): Promise<EngineJob>
  /** Waits up to `atMost` for its end. Nothing when the engine does not have it (any more). */
  report(jobId: string, atMost: string): Promise<EngineJob | undefined>
  version(): Promise<string>
  currentUser(): Promise<string>
}

export interface EngineReach {
  /** Asked before each call: the address of this very process is known only once it listens. */
  url(): string | undefined
  headers(): Record<string, string>
  readonly stopping: AbortSignal
}

const askMs = 10_000
/** A file may be on its way. */
const runMs = 120_000
const listBytes = 16 * 1024 * 1024
const reportBytes = 32 * 1024 * 1024

export function engineCalls(reach: EngineReach): EngineCalls {
  const clientWith = (options: {
    timeoutMs: number
    answerBytes: number
    stopping?: AbortSignal
  }) =>
    createClient(contract, {
      fetch: boundedFetch(options),
      headers: reach.headers,
      get baseUrl() {
        const url = reach.url()
        if (url === undefined)
          throw new EngineFailure('not listening yet', undefined, undefined, undefined, true)
        return url.replace(/\/+$/, '')
      },
    } satisfies ClientOptions)
  const { stopping } = reach
  const asking = clientWith({ timeoutMs: askMs, answerBytes: listBytes, stopping })
  // Not ended by our own stop: an engine that has taken the job must be heard.
  const running = clientWith({ timeoutMs: runMs, answerBytes: listBytes })
  const waiting = clientWith({ timeoutMs: askMs, answerBytes: reportBytes, stopping })

  return {
    async searchWorkers(kind, query) {
      const call = kind === 'responder' ? asking.searchResponders : asking.searchAnalyzers
      const { rows } = await tried(call({ query, range: 'all' }))
      return sane('list', readWorkers(rows))
    },
    async listAnalyzers() {
      return sane('list', readWorkers((await tried(asking.listAnalyzers({ range: 'all' }))).rows))
    },
    async analyzersOfType(dataType) {
      const { rows } = await tried(asking.listAnalyzersByType({ dataType: segment(dataType) }))
      return sane('list', readWorkers(rows))
    },
    async worker(kind, id) {
      const call = kind === 'responder' ? asking.getResponder : asking.getAnalyzer
      const answer = await foundOrNot(tried(call({ id: segment(id) })))
      return answer && sane(kind, readWorker(answer))
    },
    async runResponder(id, input) {
      return sane('job', readJob(await tried(running.runResponder({ id: segment(id) }, input))))
    },
    async runAnalyzer(id, input) {
      return sane('job', readJob(await tried(running.runAnalyzer({ id: segment(id) }, input))))
    },
    async report(id, atMost) {
      try {
        const answer = await foundOrNot(tried(waiting.waitReport({ id: segment(id) }, { atMost })))
        return answer && sane('job', readJob(answer))
      } catch (error) {
        if (!(error instanceof EngineFailure && error.cause instanceof AnswerTooLarge)) throw error
        const job = await foundOrNot(tried(asking.getJob({ id: segment(id) })))
        return job && withoutReport(sane('job', readJob(job)), error.cause.limitBytes)
      }
    },
    async version() {
      const { versions } = await tried(asking.status())
      if (typeof versions?.Cortex !== 'string') throw nonsense('version')
      return versions.Cortex
    },
    async currentUser() {
      const { id } = await tried(asking.currentUser())
      if (typeof id !== 'string') throw nonsense('user')
      return id
    },
  }
}

/** Dots survive the encoding of a path and would lead to another call. */
function segment(id: string): string {
  if (/^\.{1,2}$/.test(id)) throw new EngineFailure('not found on the engine', 404)
  return id
}

const withoutReport = (job: EngineJob, limitBytes: number): EngineJob => ({
  ...job,
  report: {
    ...job.report,
    success: job.status === 'Success',
    errorMessage:
      `The report exceeds the limit of ${limitBytes} bytes for engine responses; ` +
      'none of its operations were executed',
  },
})

const nonsense = (what: string) => new EngineFailure(`the response contains no valid ${what}`)

function sane<T>(what: string, read: T | undefined): T {
  if (read === undefined) throw nonsense(what)
  return read
}

/** Every way in which a call can fail, as one kind of error that holds no secret. */
async function tried<T>(call: Promise<T>): Promise<T> {
  try {
    const answer = await call
    // The client takes an answer for what the contract says; here it may be anything.
    if (typeof answer !== 'object' || answer === null) throw nonsense('object')
    return answer
  } catch (error) {
    throw asFailure(error)
  }
}

function asFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  if (error instanceof ApiError) {
    const said = oneLine(error.body.message)
    return new EngineFailure(`HTTP status ${error.status}: ${said}`, error.status, said, error)
  }
  if (error instanceof AnswerTooLarge)
    return new EngineFailure(error.message, undefined, undefined, error)
  if (error instanceof SyntaxError) return nonsense('JSON')
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new EngineFailure('request timed out')
  const reason = reasonOf(error)
  const isUnsent = unsentReasons.includes(reason)
  return new EngineFailure(`unreachable (${reason})`, undefined, undefined, error, isUnsent)
}

/** There was no connection to send anything over. */
const unsentReasons = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** People read it: a line, and no more of it than they would. */
const oneLine = (text: string) =>
  (textOf(text, 500) ?? 'nothing').replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** `fetch` hides the reason in the cause; its code says enough and holds no credentials. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = (cause as { code?: unknown } | undefined)?.code
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'no reason given'
}

async function foundOrNot<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof EngineFailure && error.status === 404) return undefined
    throw error
  }
}
