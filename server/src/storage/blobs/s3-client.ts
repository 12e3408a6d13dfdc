import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptySha256, escaped, type S3Credentials, signedHeadersOf } from './s3-signature.ts'
import { BlobsUnavailable, type LocalFile, type OpenedBlob } from './store.ts'
import { StreamedFile } from './streamed-file.ts'

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
}

/** The five calls that files need. "Not there" is an answer; all else that is no success rejects. */
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

export function makeS3Client(options: S3Options): S3Client {
  const { timeoutMs = 20_000, pausesMs = [200, 1000, 3000] } = options
  const name = `s3://${options.bucket}`
  /** Of the server's clock from ours; servers refuse requests that are 15 minutes off. */
  let skewMs = 0

  const attempt = async (call: Call): Promise<Answer> => {
    const url = urlOf(options, call)
    const at = new Date(Date.now() + skewMs)
    const sha256 = call.file?.sha256 ?? emptySha256
    const signed = signedHeadersOf({ method: call.method, url, sha256, at }, options)
    const stall = makeStall(timeoutMs)
    const body = call.file && bodyOf(call.file, stall)
    try {
      const response = await fetch(url, {
        method: call.method,
        headers: { ...signed, 'accept-encoding': 'identity' },
        // Our credentials follow nobody elsewhere.
        redirect: 'manual',
        signal: stall.signal,
        ...(body && { body: body.file }),
      })
      stall.refresh()
      if (response.ok && call.method === 'GET') return { response, stall }
      const text = (await response.text()).slice(0, 100_000)
      stall.end()
      return { response, text, stall }
    } catch (error) {
      stall.end()
      throw error
    } finally {
      body?.close()
    }
  }

  const send = async (call: Call): Promise<Answer | undefined> => {
    for (let tries = 0; ; tries += 1) {
      const answer = await attempt(call).catch((error: unknown) => asNetworkError(error))
      if (!(answer instanceof Error)) {
        if (answer.response.ok) return answer
        if (answer.response.status === 404 && codeOf(answer) !== 'NoSuchBucket') return undefined
      }
      const problem = answer instanceof Error ? answer : refusalOf(call.method, answer)
      if (!(answer instanceof Error)) {
        if (codeOf(answer) === 'RequestTimeTooSkewed') skewMs = skewOf(answer) ?? skewMs
        else if (!isTemporary(answer.response.status)) throw new BlobsUnavailable(name, problem)
      }
      const pauseMs = pausesMs[tries]
      if (pauseMs === undefined) throw new BlobsUnavailable(name, problem)
      await sleep(pauseMs)
    }
  }

  return {
    async put(key, file) {
      // 404 is no answer to a PUT that we know.
      if (!(await send({ method: 'PUT', key, file })))
        throw new BlobsUnavailable(name, new Error('PUT was answered with 404'))
    },
    async get(key) {
      const answer = await send({ method: 'GET', key })
      if (!answer) return undefined
      const { response, stall } = answer
      const size = Number(response.headers.get('content-length') ?? 0)
      const body = response.body ? Readable.fromWeb(response.body as WebStream) : Readable.from([])
      return { stream: watched(body, stall), size }
    },
    async head(key) {
      const answer = await send({ method: 'HEAD', key })
      return answer && { size: Number(answer.response.headers.get('content-length') ?? 0) }
    },
    async delete(key) {
      await send({ method: 'DELETE', key })
    },
    async list(prefix, limit) {
      const query = { 'list-type': '2', 'max-keys': String(limit), prefix }
      const answer = await send({ method: 'GET', query })
      if (!answer) throw new BlobsUnavailable(name, new Error('The bucket is not there'))
      const text = await answer.response.text()
      answer.stall.end()
      // No name of ours holds a character that XML escapes.
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    },
  }
}

interface Answer {
  readonly response: Response
  /** Of everything but a successful GET. */
  readonly text?: string
  readonly stall: Stall
}

type WebStream = Parameters<typeof Readable.fromWeb>[0]

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

/** Aborts when nothing has happened for a while, however long the whole takes. */
interface Stall {
  readonly signal: AbortSignal
  readonly refresh: () => void
  readonly end: () => void
}

function makeStall(timeoutMs: number): Stall {
  const controller = new AbortController()
  const tell = () => controller.abort(new Error(`nothing was heard for ${timeoutMs} ms`))
  const timer = setTimeout(tell, timeoutMs)
  return {
    signal: controller.signal,
    refresh: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  }
}

/** It has a length, which servers ask for. A connection that refuses it leaves it unread. */
function bodyOf({ path, size, sha256 }: LocalFile, stall: Stall) {
  let opened: Readable | undefined
  const open = () => {
    opened = createReadStream(path).on('data', stall.refresh).pause()
    return opened
  }
  return { file: new StreamedFile(open, size, sha256), close: () => opened?.destroy() }
}

function watched(body: Readable, stall: Stall): Readable {
  const watch = new Transform({
    transform(chunk, _encoding, done) {
      stall.refresh()
      done(null, chunk)
    },
  })
  body.once('error', (error) => watch.destroy(error))
  watch.once('close', () => {
    stall.end()
    body.destroy()
  })
  return body.pipe(watch)
}

/** A refusal in the words of the server, but only its code: the rest may repeat what we sent. */
const refusalOf = (method: string, answer: Answer) =>
  new Error(`${method} was answered with ${answer.response.status} ${codeOf(answer)}`.trim())

const codeOf = ({ text = '' }: Answer) => /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''

const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408

function skewOf({ response }: Answer): number | undefined {
  const theirs = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(theirs) ? undefined : theirs - Date.now()
}

/** `fetch` says "fetch failed" and hides the reason. */
const asNetworkError = (error: unknown): Error =>
  error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error)
