import { setTimeout as sleep } from 'node:timers/promises'
import { AnswerTooLarge, boundedFetch } from '../../platform/engines/bounded-fetch.ts'

export interface RemoteOptions {
  readonly url: string
  /** Before each repetition of a call. */
  readonly pausesMs?: readonly number[]
  readonly timeoutMs?: number
  /** Calls per second, at most: the other server has its own users. */
  readonly maxRate?: number
  readonly answerBytes?: number
  readonly fileBytes?: number
}

export interface Answer {
  readonly body: unknown
  /** Of a list; undefined when the server does not know it, or only that it is large. */
  readonly total: number | undefined
  readonly bytes: number
}

/** Another server, accessed with a key of a user there. */
export interface Session {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  text(path: string): Promise<string>
  /** The caller reads the body or cancels it. */
  file(path: string): Promise<Response>
}

export interface Remote {
  /** Without a key, query or slash at the end. */
  readonly url: string
  as(key: string, headers?: Readonly<Record<string, string>>): Session
  /** Without a key, and without a retry: whether the server responds. */
  readonly first: Session
}

/** What the other server refused; others may still be requested. */
export class RemoteRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** It does not answer, or not to this key any more: nothing else can be asked for either. */
export class RemoteUnavailable extends Error {}

/** One bad entity does not stop the others; an unavailable server, or an expired key, does. */
export const isAboutOneThing = (error: unknown): error is AnswerTooLarge | RemoteRefusal =>
  error instanceof AnswerTooLarge || (error instanceof RemoteRefusal && error.status !== 401)

const standardPausesMs = [1_000, 3_000, 10_000, 30_000]
const standardAnswerBytes = 64 * 1024 * 1024
const longestPauseMs = 60_000
/** A file comes slower than an answer. */
const fileTimes = 10

type Call = (method: string, path: string, body?: unknown, isFile?: boolean) => Promise<Response>

export function openRemote(options: RemoteOptions): Remote {
  const base = URL.parse(options.url)
  if (!base || !/^https?:$/.test(base.protocol) || base.username !== '')
    throw new Error('--url must be the URL of the other server, such as https://cortex.example.org')
  const url = `${base.origin}${base.pathname.replace(/\/+$/, '')}`
  const { pausesMs = standardPausesMs, timeoutMs = 60_000, maxRate = 20 } = options
  const answerBytes = options.answerBytes ?? standardAnswerBytes
  const fileBytes = options.fileBytes ?? Number.POSITIVE_INFINITY
  // Neither follows a redirect: a key must not be sent elsewhere.
  const send = boundedFetch({ timeoutMs, answerBytes })
  const sendFile = boundedFetch({ timeoutMs: timeoutMs * fileTimes, answerBytes: fileBytes })
  const turn = pacer(maxRate)

  const caller =
    (headers: Readonly<Record<string, string>>, pauses: readonly number[]): Call =>
    async (method, path, body, isFile = false) => {
      for (const pauseMs of [...pauses, undefined]) {
        await turn()
        try {
          const answer = await (isFile ? sendFile : send)(`${url}${path}`, {
            method,
            headers: {
              ...headers,
              accept: isFile ? '*/*' : 'application/json',
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
          if (!answer.ok) throw await refusal(answer, path)
          // The body too: a connection that breaks in the middle of it is tried again.
          return isFile ? answer : new Response(await answer.text(), answer)
        } catch (error) {
          if (error instanceof AnswerTooLarge) throw error
          if (error instanceof RemoteRefusal && !mayPass(error.status)) throw error
          if (pauseMs === undefined) throw error instanceof RemoteRefusal ? error : away(error, url)
          await sleep(Math.max(pauseMs, Math.min(longestPauseMs, pauseOf(error))))
        }
      }
      throw new Error('not reached')
    }

  const session = (call: Call): Session => ({
    get: async (path) => read(await call('GET', path), path),
    post: async (path, body) => read(await call('POST', path, body), path),
    text: async (path) => (await call('GET', path)).text(),
    file: (path) => call('GET', path, undefined, true),
  })

  return {
    url,
    as: (key, headers = {}) =>
      session(caller({ ...headers, authorization: `Bearer ${key}` }, pausesMs)),
    first: session(caller({}, [])),
  }
}

/** Lets callers pass one after the other, with at least this much time between them. */
function pacer(maxRate: number): () => Promise<void> {
  let next = 0
  return async () => {
    const at = Math.max(performance.now(), next)
    next = at + 1000 / maxRate
    const pause = at - performance.now()
    if (pause > 1) await sleep(pause)
  }
}

const mayPass = (status: number) => status === 429 || status >= 500

async function read(answer: Response, path: string): Promise<Answer> {
  const text = await answer.text()
  const total = Number(answer.headers.get('x-total') ?? Number.NaN)
  checkShape(text, path)
  try {
    return {
      body: JSON.parse(text),
      bytes: text.length,
      // A negative one is a limit of the server, not a count.
      total: Number.isInteger(total) && total >= 0 ? total : undefined,
    }
  } catch {
    const isPage = text.trimStart().startsWith('<')
    throw new RemoteRefusal(
      0,
      `${path}: ${isPage ? 'got an HTML page instead of data; check that --url is the API without a sign-in page in front' : 'the response is not valid JSON'}`,
    )
  }
}

const maxDepth = 500
const maxValues = 5_000_000

/**
 * Brackets take a hundred times their size in memory, and deep ones crash code that serializes them.
 */
function checkShape(text: string, path: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfText(text, at)
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      values += 1
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === 0x2c) values += 1
    if (depth > maxDepth)
      throw new RemoteRefusal(0, `${path}: the response has more than ${maxDepth} levels`)
    if (values > maxValues)
      throw new RemoteRefusal(0, `${path}: the response has more than ${maxValues} values`)
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length
    let before = at
    while (text.charCodeAt(before - 1) === 0x5c) before -= 1
    if ((at - before) % 2 === 0) return at
  }
}

const retryAfter = Symbol('retry after')

async function refusal(answer: Response, path: string): Promise<RemoteRefusal> {
  const { status, headers } = answer
  await answer.body?.cancel()
  const error = new RemoteRefusal(status, reasonOf(status, headers, path))
  return Object.assign(error, { [retryAfter]: Number(headers.get('retry-after')) * 1000 })
}

const pauseOf = (error: unknown): number => (error as { [retryAfter]?: number })[retryAfter] || 0

function reasonOf(status: number, headers: Headers, path: string): string {
  if (status >= 300 && status < 400) {
    const to = (headers.get('location') ?? '').slice(0, 200)
    return `${path} redirects to ${to}; use the final URL in --url`
  }
  if (status === 401) return `${path}: key rejected (401)`
  if (status === 403) return `${path}: key lacks permission (403)`
  return `${path} returned HTTP status ${status}`
}

function away(error: unknown, url: string): RemoteUnavailable {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { message, code, name } = cause as NodeJS.ErrnoException
  if (name === 'TimeoutError')
    return new RemoteUnavailable(`${url} timed out; check --url, or increase --timeout`)
  const isTls = /CERT|SELF_SIGNED|SSL|TLS|UNABLE_TO/.test(code ?? '')
  const hint = isTls ? '; pass its CA file with --ca-file' : '; check --url'
  return new RemoteUnavailable(`cannot reach ${url}: ${message || code}${hint}`)
}
