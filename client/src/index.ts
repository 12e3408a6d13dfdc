import { contract, createClient } from '@assay/contract'
import type { Calls, JobEvent, JobWithReport, OrganizationEvent } from './calls.ts'
import { type EventOptions, jobEvents, organizationEvents } from './events.ts'
import { type ConnectOptions, makeTransport, type Transport } from './transport.ts'
import { type WaitOptions, waitReport } from './wait.ts'

export type * from './calls.ts'
export { ApiError, type AttributeProblem, ConnectionError, WaitTimeoutError } from './errors.ts'
export type { EventOptions } from './events.ts'
export type { RetryOptions } from './retry.ts'
export type { Credentials } from './session.ts'
export type { ConnectOptions } from './transport.ts'
export type { WaitOptions } from './wait.ts'

export interface Assay {
  /** Every call of the server, by its name in the OpenAPI document (`operationId`). */
  readonly api: Calls
  /** Runs an analyzer and waits for its report. */
  analyze(
    analyzerId: string,
    input: Parameters<Calls['runAnalyzer']>[1],
    options?: WaitOptions,
  ): Promise<JobWithReport>
  /** Waits for the end of a job, through restarts of the server; a Failure is an answer. */
  waitReport(jobId: string, options?: WaitOptions): Promise<JobWithReport>
  /** Everything that changes in the organization; reconnects automatically. */
  events(options?: EventOptions): AsyncGenerator<OrganizationEvent, void>
  /** Each status of a job, the current one first; ends with the job. */
  jobEvents(jobId: string, options?: EventOptions): AsyncGenerator<JobEvent, void>
}

export function connect(options: ConnectOptions = {}): Assay {
  const transport = makeTransport(options)
  const api = repeatingCalls(transport)
  return {
    api,
    async analyze(analyzerId, input, wait = {}) {
      const call = wait.signal ? { signal: wait.signal } : {}
      const job = await api.runAnalyzer({ id: analyzerId }, input, call)
      return waitReport(api, transport, job.id, wait)
    },
    waitReport: (jobId, wait) => waitReport(api, transport, jobId, wait),
    events: (listen) => organizationEvents(transport, listen),
    jobEvents: (jobId, listen) => jobEvents(transport, jobId, listen),
  }
}

/** The calls of the contract; `repeat` of a call reaches the transport with it. */
function repeatingCalls(transport: Transport): Calls {
  const { baseUrl, send } = transport
  const calls = Object.entries(contract).map(([name, route]) => {
    const once = { [name]: route }
    const optionsAt = route.path.includes('/:') ? 2 : 1
    const isStream = route.answer === 'file' || route.answer === 'events'
    const call = (...args: unknown[]) => {
      const mayRepeat = (args[optionsAt] as { repeat?: boolean } | undefined)?.repeat
      const fetchRepeating = (address: unknown, init?: RequestInit) =>
        send(String(address), init ?? {}, { mayRepeat, isStream })
      const client = createClient(once, { baseUrl, fetch: fetchRepeating as typeof fetch })
      return (client[name] as (...given: unknown[]) => Promise<unknown>)(...args)
    }
    return [name, call]
  })
  return Object.fromEntries(calls) as Calls
}
