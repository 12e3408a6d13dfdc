import type { IncomingMessage, RequestOptions } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import type { Job, List, Pod, WatchEvent } from './objects.ts'
import type { WebSocketTarget } from './websocket.ts'

export class KubernetesError extends Error {
  override name = 'KubernetesError'
  readonly status: number
  readonly retryAfterMs: number | undefined
  constructor(status: number, message: string, retryAfterMs?: number) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

export class KubernetesUnreachable extends Error {
  override name = 'KubernetesUnreachable'
}

export const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof KubernetesError && statuses.includes(error.status)

export interface Call {
  readonly query?: readonly (readonly [string, string])[]
  readonly json?: unknown
  readonly contentType?: string
  readonly signal?: AbortSignal | undefined
  /** Until the first byte of the answer. */
  readonly timeoutMs?: number
}

export type Kubernetes = ReturnType<typeof connectKubernetes>

/** How long a server that is gone, or has too much to do, is asked again. */
const patienceMs = 60_000
const answerMs = 30_000
/** The server ends a watch after this long; a connection that is silent for longer is dead. */
const watchSeconds = 240

/** The few calls that running a Job takes, in one namespace. */
export function connectKubernetes(connection: Connection, { patience = patienceMs } = {}) {
  const { url, namespace, tls } = connection
  const isSecure = url.protocol === 'https:'
  const base = url.pathname.replace(/\/$/, '')

  const search = (query: Call['query'] = []) =>
    query.length > 0
      ? `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`
      : ''
  async function authorization(): Promise<Record<string, string>> {
    const token = await connection.token()
    return token === undefined ? {} : { authorization: `Bearer ${token}` }
  }
  async function target(path: string, query: Call['query']): Promise<RequestOptions> {
    return {
      ...tls,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (isSecure ? 443 : 80),
      path: base + path + search(query),
      headers: await authorization(),
      agent: false,
    }
  }
  // As in docker-api.ts: an import of node:http costs every start 40 ms.
  const request = (options: RequestOptions) =>
    (isSecure
      ? process.getBuiltinModule('node:https')
      : process.getBuiltinModule('node:http')
    ).request(options)

  async function send(method: string, path: string, call: Call = {}): Promise<IncomingMessage> {
    const body = call.json === undefined ? undefined : JSON.stringify(call.json)
    const options = await target(path, call.query)
    const { signal } = call
    return new Promise((resolve, reject) => {
      const sent = request({
        ...options,
        method,
        headers: {
          ...options.headers,
          accept: 'application/json',
          ...(body !== undefined && {
            'content-type': call.contentType ?? 'application/json',
            // Node sends the body of a DELETE without one, which no server reads as a body.
            'content-length': Buffer.byteLength(body),
          }),
        },
        ...(signal && { signal }),
      })
      const limit = setTimeout(
        () => sent.destroy(new Error('request timed out')),
        call.timeoutMs ?? answerMs,
      )
      sent.on('close', () => clearTimeout(limit))
      sent.on('error', (error) => reject(unreachable(url, error)))
      sent.on('response', (response) => {
        clearTimeout(limit)
        if ((response.statusCode ?? 500) < 400) resolve(response)
        else refusal(response).then(reject, reject)
      })
      sent.end(body)
    })
  }

  /**
   * Repeats what the server did not do (429, 503) and what may be done twice: names make our
   * creations and removals so.
   */
  async function ask<T>(method: string, path: string, call: Call = {}): Promise<T> {
    const end = performance.now() + patience
    for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        const answer = await send(method, path, call)
        answer.setTimeout(answerMs, () => answer.destroy(new Error('response interrupted')))
        return (await json(answer)) as T
      } catch (error) {
        const wait = pauseBefore(error, pauseMs)
        if (call.signal?.aborted || wait === undefined || performance.now() + wait > end)
          throw error
        await sleep(wait, undefined, call.signal ? { signal: call.signal } : {})
      }
    }
  }
  const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`
  const core = `/api/v1/namespaces/${namespace}`
  const selected = (selector: string) => [['labelSelector', selector]] as const

  return {
    namespace,
    /** What `exec` opens a WebSocket to. */
    async execTarget(pod: string, query: Call['query']): Promise<WebSocketTarget> {
      const path = `${base}${core}/pods/${pod}/exec${search(query)}`
      return { url: new URL(path, url.origin), headers: await authorization(), tls }
    },
    /** Whether the server answers and lets us see our Jobs. */
    check: () =>
      ask('GET', jobs, {
        query: [['limit', '1']],
        timeoutMs: 5000,
        signal: AbortSignal.timeout(8000),
      }),
    createJob: (manifest: unknown, signal?: AbortSignal) =>
      ask<Job>('POST', jobs, { json: manifest, signal }),
    getJob: (name: string) => ask<Job>('GET', `${jobs}/${name}`),
    listJobs: (selector: string) =>
      ask<List<Job>>('GET', jobs, { query: selected(selector) }).then(({ items }) => items),
    patchJob: (name: string, patch: unknown) =>
      ask<Job>('PATCH', `${jobs}/${name}`, {
        json: patch,
        contentType: 'application/merge-patch+json',
      }),
    /** Its pod and its secret go with it, as they are owned by it. */
    async deleteJob(name: string, preconditions: { uid: string; resourceVersion?: string }) {
      const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions }
      const json = { ...options, propagationPolicy: 'Background' }
      await ask('DELETE', `${jobs}/${name}`, { json }).catch(unless(404))
    },
    createSecret: (manifest: unknown, signal?: AbortSignal) =>
      ask('POST', `${core}/secrets`, { json: manifest, signal }).catch(unless(409)),
    listPods: (selector: string, signal?: AbortSignal) =>
      ask<List<Pod>>('GET', `${core}/pods`, { query: selected(selector), signal }),
    async logs(pod: string, container: string, add: (chunk: Buffer) => void) {
      const query = [
        ['container', container],
        ['tailLines', '2000'],
      ] as const
      const answer = await send('GET', `${core}/pods/${pod}/log`, { query })
      answer.setTimeout(answerMs, () => answer.destroy(new Error('log stream interrupted')))
      for await (const chunk of answer) add(chunk)
    },
    async *watchPods(
      selector: string,
      resourceVersion: string,
      signal: AbortSignal,
      seconds = watchSeconds,
    ) {
      const answer = await send('GET', `${core}/pods`, {
        signal,
        query: [
          ...selected(selector),
          ['watch', '1'],
          ['allowWatchBookmarks', 'true'],
          ['resourceVersion', resourceVersion],
          ['timeoutSeconds', String(seconds)],
        ],
      })
      answer.setTimeout((seconds + 30) * 1000, () => answer.destroy())
      for await (const line of linesOf(answer)) yield JSON.parse(line) as WatchEvent<Pod>
    },
  }
}

const unless =
  (...statuses: number[]) =>
  (error: unknown) => {
    if (!hasStatus(error, ...statuses)) throw error
  }

/** How long to wait before the same call again; undefined when it would not help. */
export function pauseBefore(error: unknown, pauseMs: number): number | undefined {
  if (error instanceof KubernetesUnreachable) return pauseMs
  if (!(error instanceof KubernetesError)) return undefined
  if (error.status === 429) return error.retryAfterMs ?? pauseMs
  return error.status >= 500 ? (error.retryAfterMs ?? pauseMs) : undefined
}

const unreachable = (url: URL, error: Error) =>
  new KubernetesUnreachable(`Cannot reach Kubernetes at ${url.origin}: ${error.message}`, {
    cause: error,
  })

export async function refusal(response: IncomingMessage): Promise<KubernetesError> {
  const body = (await text(response).catch(() => '')).slice(0, 65_536)
  let message = body.slice(0, 1000).trim()
  try {
    message = (JSON.parse(body) as { message?: string }).message ?? message
  } catch {
    // A proxy in between answers in plain text.
  }
  const status = response.statusCode ?? 500
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN)
  // A server in trouble may ask for an hour; we have a job that waits.
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds, 30) * 1000 : undefined
  return new KubernetesError(status, message || `status ${status}`, retryAfterMs)
}

/** An object of the API has at most 3 MiB; a longer line is not one. */
const longestLine = 8 * 1_048_576

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new Error('watch event too long')
    for (const line of lines) if (line.trim() !== '') yield line
  }
}
