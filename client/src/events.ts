import type { JobEvent, OrganizationEvent } from './calls.ts'
import { ConnectionError } from './errors.ts'
import { growingPause, isOutage, pause } from './retry.ts'
import type { Transport } from './transport.ts'

export interface EventOptions {
  signal?: AbortSignal
  /** The connection was lost and is back: what happened in between was not heard. Read again. */
  onGap?: () => void
}

/** The server sends a sign of life every 15 s. */
const silenceMs = 45_000
const maxEventLength = 16 * 1024 ** 2

/** Everything that changes in the organization, until the loop is left or the signal aborts. */
export function organizationEvents(
  transport: Transport,
  options: EventOptions = {},
): AsyncGenerator<OrganizationEvent, void> {
  return reconnecting<OrganizationEvent>(transport, '/api/events', options)
}

/** Each status of a job; ends with the job. Nothing is missed: the current status comes first. */
export async function* jobEvents(
  transport: Transport,
  jobId: string,
  options: EventOptions = {},
): AsyncGenerator<JobEvent, void> {
  const path = `/api/job/${encodeURIComponent(jobId)}/events`
  let last: string | undefined
  for await (const event of reconnecting<JobEvent>(transport, path, options)) {
    if (event.status === last) continue
    last = event.status
    yield event
    if (event.status !== 'Waiting' && event.status !== 'InProgress') return
  }
}

async function* reconnecting<E>(
  transport: Transport,
  path: string,
  { signal, onGap }: EventOptions,
): AsyncGenerator<E, void> {
  let failures = 0
  for (let connections = 0; ; ) {
    // Ends the connection also when the reader leaves its loop.
    const leaving = new AbortController()
    const both = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
    try {
      const response = await transport.authenticated(
        `${transport.baseUrl}${path}`,
        { headers: { accept: 'text/event-stream' }, signal: both },
        { isStream: true },
      )
      if (connections > 0) onGap?.()
      connections += 1
      for await (const data of eventData(response, leaving)) {
        failures = 0
        yield JSON.parse(data) as E
      }
    } catch (error) {
      signal?.throwIfAborted()
      // Refused: signed out, not allowed, or gone. Retrying does not help.
      if (!isOutage(error)) throw error
    } finally {
      leaving.abort()
    }
    failures += 1
    await pause(growingPause(failures, transport.retry), signal)
  }
}

/** The `data` of server-sent events. A connection without a sign of life counts as lost. */
async function* eventData(response: Response, silent: AbortController): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let waiting = ''
  for (;;) {
    const timer = setTimeout(() => silent.abort(new Error('the event stream is silent')), silenceMs)
    const { done, value } = await reader
      .read()
      .catch((error: unknown) => {
        throw new ConnectionError(response.url, error)
      })
      .finally(() => clearTimeout(timer))
    if (done) return
    waiting += decoder.decode(value, { stream: true })
    if (waiting.length > maxEventLength)
      throw new ConnectionError(response.url, new Error('an event exceeds the size limit'))
    const blocks = waiting.split(/\r?\n\r?\n/)
    waiting = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      if (lines.length > 0) yield lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')
    }
  }
}
