import { createReadStream } from 'node:fs'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptySha256, escaped, type S3Credentials, signedHeadersOf } from './s3-signature.ts'
import { BlobsUnavailable, type LocalFile, type OpenedBlob } from './store.ts'

export interface S3Options extends S3Credentials {
  /** Such as `https://minio.example.org:9000`. */
  readonly endpoint: string
  readonly bucket: string
  /** The bucket in the path instead of in the host name. */
  readonly pathStyle: boolean
  /** For an answer, and between two pieces of a body. */
  readonly timeoutMs?: number
  /** Before each repetition. */
  readonly pausesMs?: readonly number[]
  /** A call on which nothing moves for this long makes us ask whether the store lives. */
  readonly silentMs?: number
  /** How long it may take for that answer. */
  readonly signOfLifeMs?: number
}

/** The five calls that files need. "Not there" is an answer; anything else but a success rejects. */
export interface S3Client {
  put(key: string, file: LocalFile): Promise<void>
  get(key: string): Promise<OpenedBlob | undefined>
  head(key: string): Promise<{ size: number } | undefined>
  delete(key: string): Promise<void>
  /** Names of some objects that begin so. */
  list(prefix: string, limit: number): Promise<string[]>
}

interface Call {
  readonly method: string
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly file?: LocalFile
}

/**
 * A store that hangs must not block callers for longer than 5 s, and a slow one may need longer than that for a
 * large file. Hence a second call when nothing moves on the first: without an answer to that, both are given up.
 */
export const signOfLife = { silentMs: 2_000, limitMs: 2_000 }

class StoreHangs extends Error {
  constructor() {
    super('no response, also not to a second request')
  }
}

export function makeS3Client(options: S3Options): S3Client {
  const { timeoutMs = 20_000, pausesMs = [200, 1000, 3000] } = options
  const { silentMs = signOfLife.silentMs, signOfLifeMs = signOfLife.limitMs } = options
  const name = `s3://${options.bucket}`
  /** Of the server's clock from ours; servers refuse requests that are 15 minutes off. */
  let skewMs = 0

  const attempt = async (call: Call, watch: Watch): Promise<Answer> => {
    const { method, file } = call
    const url = urlOf(options, call)
    const at = new Date(Date.now() + skewMs)
    const sha256 = file?.sha256 ?? emptySha256
    const headers = signedHeadersOf({ method, url, sha256, at }, options)
    const response = await request(url, { method, headers, timeoutMs, watch }, file)
    const status = response.statusCode ?? 0
    const isOk = status >= 200 && status < 300
    const code = isOk ? '' : codeIn(await text(response))
    // An unread body would keep the connection from the next call.
    if (isOk && method !== 'GET') response.resume()
    return { response, status, isOk, code }
  }

  // Several calls that hang at once ask once.
  let asking: Promise<boolean> | undefined
  const lives = () => {
    const signal = AbortSignal.timeout(signOfLifeMs)
    const query = { 'list-type': '2', 'max-keys': '1' }
    asking ??= attempt({ method: 'GET', query }, (sent) => {
      const end = () => sent.destroy(new StoreHangs())
      signal.addEventListener('abort', end)
      return () => signal.removeEventListener('abort', end)
    })
      .then(
        ({ response }) => Boolean(response.resume()),
        // A refusal is a sign of life, too.
        (error: unknown) => !(error instanceof StoreHangs),
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  const watch: Watch = (sent) => {
    let moved = -1
    let isAsking = false
    const timer = setInterval(() => {
      const { bytesWritten = 0, bytesRead = 0 } = sent.socket ?? {}
      const isSilent = moved === bytesWritten + bytesRead || sent.socket?.connecting !== false
      moved = bytesWritten + bytesRead
      if (!isSilent || isAsking) return
      isAsking = true
      void lives().then((isAlive) => {
        isAsking = false
        if (!isAlive) sent.destroy(new StoreHangs())
      })
    }, silentMs / 2)
    return () => clearInterval(timer)
  }

  const send = async (call: Call): Promise<IncomingMessage | undefined> => {
    for (let tries = 0; ; tries += 1) {
      const answer = await attempt(call, watch).catch((error: unknown) => error as Error)
      if (!(answer instanceof Error)) {
        if (answer.isOk) return answer.response
        if (answer.status === 404 && answer.code !== 'NoSuchBucket') return undefined
      }
      const problem = answer instanceof Error ? answer : refusalOf(call.method, answer)
      if (!(answer instanceof Error)) {
        if (answer.code === 'RequestTimeTooSkewed') skewMs = skewOf(answer.response) ?? skewMs
        else if (!isTemporary(answer.status)) throw new BlobsUnavailable(name, problem)
      }
      const pauseMs = pausesMs[tries]
      if (pauseMs === undefined || answer instanceof StoreHangs)
        throw new BlobsUnavailable(name, problem)
      await sleep(pauseMs)
    }
  }

  return {
    async put(key, file) {
      // 404 is not an answer to a PUT that we know.
      if (!(await send({ method: 'PUT', key, file })))
        throw new BlobsUnavailable(name, new Error('PUT returned 404'))
    },
    async get(key) {
      const response = await send({ method: 'GET', key })
      return response && { stream: response, size: sizeOf(response) }
    },
    async head(key) {
      const response = await send({ method: 'HEAD', key })
      return response && { size: sizeOf(response) }
    },
    async delete(key) {
      await send({ method: 'DELETE', key })
    },
    async list(prefix, limit) {
      const query = { 'list-type': '2', 'max-keys': String(limit), prefix }
      const response = await send({ method: 'GET', query })
      if (!response) throw new BlobsUnavailable(name, new Error('Bucket not found'))
      // No name of ours holds a character that XML escapes.
      return [...(await text(response)).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    },
  }
}

/** Watches a request until it is answered; returns a function that ends that. */
type Watch = (sent: ClientRequest) => () => void

interface Answer {
  readonly response: IncomingMessage
  readonly status: number
  readonly isOk: boolean
  /** What the server calls its refusal. */
  readonly code: string
}

interface RequestOptions {
  readonly method: string
  readonly headers: object
  readonly timeoutMs: number
  readonly watch: Watch
}

/**
 * Not `fetch`: its streams hold more of a large file in memory, and it has no limit for an idle
 * connection. No redirect is followed, so our signature goes only to the store.
 */
function request(
  url: URL,
  { method, headers, timeoutMs, watch }: RequestOptions,
  file: LocalFile | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? https.request : http.request
    const length = file && { 'content-length': file.size }
    const sent = open(
      url,
      { method, timeout: timeoutMs, headers: { ...headers, ...length } },
      resolve,
    )
    sent.on('error', reject)
    const stopWatching = watch(sent)
    sent.on('response', stopWatching).on('close', stopWatching)
    sent.on('timeout', () => sent.destroy(new Error(`no response for ${timeoutMs} ms`)))
    if (!file) sent.end()
    // A server that refuses early closes the connection: its answer counts, or the error of the request.
    else pipeline(createReadStream(file.path), sent, () => undefined)
  })
}

const sizeOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

function urlOf({ endpoint, bucket, pathStyle }: S3Options, { key, query = {} }: Call): URL {
  const url = new URL(endpoint)
  if (!pathStyle) url.host = `${bucket}.${url.host}`
  const parts = [...(pathStyle ? [bucket] : []), ...(key === undefined ? [] : key.split('/'))]
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${parts.map(escaped).join('/')}`
  url.search = Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&')
  return url
}

/** A refusal in the words of the server, but only its code: the rest may repeat what we sent. */
const refusalOf = (method: string, { status, code }: Answer) =>
  new Error(`${method} returned ${status} ${code}`.trim())

const codeIn = (body: string) => /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1] ?? ''

const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408

function skewOf({ headers }: IncomingMessage): number | undefined {
  const theirs = Date.parse(headers.date ?? '')
  return Number.isNaN(theirs) ? undefined : theirs - Date.now()
}
