import { setTimeout as sleep } from 'node:timers/promises'
import { boundedFetch } from '../platform/engines/bounded-fetch.ts'

export interface RemoteOptions {
  readonly url: string
  /** Before each repetition of a call. */
  readonly pausesMs?: readonly number[]
  readonly timeoutMs?: number
}

export interface Answer {
  readonly body: unknown
  /** Of a list. */
  readonly total: number | undefined
}

/** Calls of another server, with the key of whoever may see what is asked for. */
export interface Remote {
  json(key: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>
  text(key: string, path: string): Promise<string>
  file(key: string, path: string): Promise<Response>
}

/** What the other server said no to; others may still be asked for. */
export class RemoteRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const standardPausesMs = [1_000, 3_000, 10_000, 30_000]
const mostBytes = 256 * 1024 * 1024

export function openRemote(options: RemoteOptions): Remote {
  const base = URL.parse(options.url)
  if (!base || !/^https?:$/.test(base.protocol))
    throw new Error(
      '--url must be the address of the other server, such as https://cortex.example.org',
    )
  const prefix = `${base.origin}${base.pathname.replace(/\/+$/, '')}`
  const { pausesMs = standardPausesMs, timeoutMs = 60_000 } = options
  // It follows no redirect: a key must not come to another place.
  const send = boundedFetch({ timeoutMs, answerBytes: mostBytes })

  async function once(key: string, method: string, path: string, body: unknown): Promise<Response> {
    const answer = await send(`${prefix}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    throw refusal(answer, path)
  }

  async function call(
    key: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Response> {
    for (const pauseMs of [...pausesMs, undefined])
      try {
        return await once(key, method, path, body)
      } catch (error) {
        const mayPass =
          !(error instanceof RemoteRefusal) || error.status === 429 || error.status >= 500
        if (!mayPass) throw error
        if (pauseMs === undefined) throw reachable(error, prefix)
        await sleep(pauseMs)
      }
    throw new Error('not reached')
  }

  return {
    async json(key, method, path, body) {
      const answer = await call(key, method, path, body)
      const text = await answer.text()
      const total = Number(answer.headers.get('x-total') ?? Number.NaN)
      try {
        return { body: JSON.parse(text), total: Number.isInteger(total) ? total : undefined }
      } catch {
        const isPage = text.trimStart().startsWith('<')
        throw new RemoteRefusal(
          0,
          `${path}: ${isPage ? 'a page came instead of data; is --url the address of the API, without a sign-in before it?' : 'the answer cannot be read'}`,
        )
      }
    },
    text: async (key, path) => (await call(key, 'GET', path)).text(),
    file: (key, path) => call(key, 'GET', path),
  }
}

function refusal({ status, headers }: Response, path: string): RemoteRefusal {
  if (status >= 300 && status < 400)
    return new RemoteRefusal(
      status,
      `${path} leads elsewhere (${(headers.get('location') ?? '').slice(0, 200)}); give the final address in --url`,
    )
  if (status === 401) return new RemoteRefusal(status, `The key was refused (401 at ${path})`)
  if (status === 403)
    return new RemoteRefusal(status, `The key has not the right for ${path} (403)`)
  return new RemoteRefusal(status, `${path} answered ${status}`)
}

function reachable(error: unknown, prefix: string): Error {
  if (error instanceof RemoteRefusal) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { message, code } = cause as NodeJS.ErrnoException
  return new Error(`${prefix} cannot be reached: ${message || code}`)
}
