import { access } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Tail } from '../tail.ts'

export interface DockerOptions {
  /** `unix:///var/run/docker.sock`, `tcp://host:2375`, or `https://…` with certificates. */
  readonly host?: string
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
}

export interface RegistryAuth {
  readonly username: string
  readonly password: string
  readonly email?: string
  readonly serveraddress?: string
}

export class DockerError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export class DockerUnreachable extends Error {}

interface Image {
  readonly Id: string
  readonly Config?: { readonly User?: string }
}

interface Call {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly stream?: Readable
  readonly signal?: AbortSignal
}

export type Docker = ReturnType<typeof connectDocker>

/**
 * The few calls of the Docker Engine API that running a container takes. No version is named in the
 * path: an engine refuses versions that are too old for it, and these calls have never changed.
 */
export function connectDocker({ host = defaultHost, tls }: DockerOptions = {}) {
  const target = targetOf(host, tls !== undefined)

  function call(method: string, path: string, options: Call = {}): Promise<IncomingMessage> {
    const query = options.query ? `?${new URLSearchParams(options.query)}` : ''
    const body = options.json === undefined ? undefined : JSON.stringify(options.json)
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.stream && { 'content-type': 'application/x-tar' }),
      ...options.headers,
    }
    return new Promise((resolve, reject) => {
      // An import of node:http reads all that it exports, WebSocket too, which loads undici: 40 ms
      // of every start.
      const { request: send } = target.isSecure
        ? process.getBuiltinModule('node:https')
        : process.getBuiltinModule('node:http')
      const { signal } = options
      const request = send({
        ...target.address,
        ...tls,
        method,
        path: path + query,
        headers,
        // Kept connections would be closed by the engine at the wrong moment, and are not faster.
        agent: false,
        ...(signal && { signal }),
      })
      request.on('error', (error) => reject(unreachable(host, error)))
      request.on('response', (response) => {
        if ((response.statusCode ?? 500) < 400) resolve(response)
        else refusal(response).then(reject, reject)
      })
      if (options.stream) pipeline(options.stream, request).catch(reject)
      else request.end(body)
    })
  }
  /** For calls whose answer does not matter; it is read, so the connection ends. */
  const order = async (method: string, path: string, options?: Call) => {
    ;(await call(method, path, options)).resume()
  }
  const container = (id: string, what = '') => `/containers/${encodeURIComponent(id)}${what}`

  return {
    call,
    async ping() {
      // Most machines without Docker have no socket either, and a start need not try to connect.
      if (target.address.socketPath !== undefined)
        await access(target.address.socketPath).catch((error) => {
          throw unreachable(host, error)
        })
      await order('GET', '/_ping', { signal: AbortSignal.timeout(5000) })
    },
    async inspectImage(image: string): Promise<Image | undefined> {
      try {
        return (await json(await call('GET', `/images/${image}/json`))) as Image
      } catch (error) {
        if (error instanceof DockerError && error.status === 404) return undefined
        throw error
      }
    },
    async pullImage(image: string, auth?: RegistryAuth, signal?: AbortSignal): Promise<void> {
      const headers = auth && { 'x-registry-auth': base64url(auth) }
      const response = await call('POST', '/images/create', {
        query: { fromImage: withTag(image) },
        ...(headers && { headers }),
        ...(signal && { signal }),
      })
      // The status is sent before the work; the last line says how it ended.
      const progress = keepLastLine(await text(response))
      if (progress) throw new DockerError(500, progress)
    },
    async createContainer(body: unknown): Promise<string> {
      const answer = await call('POST', '/containers/create', { json: body })
      return ((await json(answer)) as { Id: string }).Id
    },
    putArchive: (id: string, path: string, stream: Readable) =>
      order('PUT', container(id, '/archive'), { query: { path }, stream }),
    getArchive: (id: string, path: string) =>
      call('GET', container(id, '/archive'), { query: { path } }),
    start: (id: string) => order('POST', container(id, '/start')),
    async wait(id: string): Promise<number> {
      const answer = await json(await call('POST', container(id, '/wait')))
      return (answer as { StatusCode: number }).StatusCode
    },
    async wasOutOfMemory(id: string): Promise<boolean> {
      const answer = await json(await call('GET', container(id, '/json')))
      return (answer as { State?: { OOMKilled?: boolean } }).State?.OOMKilled === true
    },
    stop: (id: string, graceSeconds: number) =>
      order('POST', container(id, '/stop'), { query: { t: String(graceSeconds) } }),
    async logs(id: string, tail: Tail): Promise<void> {
      const query = { stdout: '1', stderr: '1', tail: '2000' }
      await demultiplex(await call('GET', container(id, '/logs'), { query }), tail)
    },
    remove: (id: string) =>
      order('DELETE', container(id), { query: { force: '1', v: '1' } }).catch(ignoreMissing),
    async listContainers(label: string): Promise<ListedContainer[]> {
      const filters = JSON.stringify({ label: [label] })
      const answer = await json(
        await call('GET', '/containers/json', { query: { all: '1', filters } }),
      )
      const listed = answer as { Id: string; Created: number; Labels?: Record<string, string> }[]
      return listed.map(({ Id, Created, Labels = {} }) => ({
        id: Id,
        createdAt: Created * 1000,
        labels: Labels,
      }))
    },
  }
}

export interface ListedContainer {
  readonly id: string
  readonly createdAt: number
  readonly labels: Readonly<Record<string, string>>
}

export const defaultHost = 'unix:///var/run/docker.sock'

interface Target {
  readonly isSecure: boolean
  readonly address: { readonly socketPath?: string; readonly host?: string; readonly port?: number }
}

function targetOf(host: string, hasCertificates: boolean): Target {
  if (host.startsWith('unix://')) {
    return { isSecure: false, address: { socketPath: host.slice('unix://'.length) } }
  }
  const url = new URL(host.replace(/^tcp:/, hasCertificates ? 'https:' : 'http:'))
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port) || (isSecure ? 2376 : 2375)
  return { isSecure, address: { host: url.hostname.replace(/^\[|\]$/g, ''), port } }
}

async function refusal(response: IncomingMessage): Promise<DockerError> {
  const body = (await text(response)).slice(0, 4096)
  let message = body.trim()
  try {
    message = (JSON.parse(body) as { message?: string }).message ?? message
  } catch {
    // An older engine, or a proxy in between, answers in plain text.
  }
  return new DockerError(response.statusCode ?? 500, message || `status ${response.statusCode}`)
}

const unreachable = (host: string, error: Error) =>
  new DockerUnreachable(`Cannot reach Docker at ${host}: ${error.message}`, { cause: error })

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Without a tag the engine would fetch every tag of the repository. */
const withTag = (image: string) =>
  image.includes('@') || /:[^/]+$/.test(image) ? image : `${image}:latest`

function keepLastLine(progress: string): string | undefined {
  for (const line of progress.split('\n')) {
    if (!line.includes('"error"')) continue
    try {
      const { error } = JSON.parse(line) as { error?: string }
      if (error) return error
    } catch {
      // Half a line: the connection was cut, which the caller notices by the missing image.
    }
  }
  return undefined
}

/** Both streams come in one, each piece after eight bytes: which stream, and how long. */
async function demultiplex(stream: AsyncIterable<Buffer>, tail: Tail): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  let missing = 0
  for await (const chunk of stream) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (;;) {
      const piece = rest.subarray(0, missing)
      if (piece.length > 0) tail.add(piece)
      missing -= piece.length
      rest = rest.subarray(piece.length)
      if (missing > 0 || rest.length < 8) break
      missing = rest.readUInt32BE(4)
      rest = rest.subarray(8)
    }
  }
}

function ignoreMissing(error: unknown): void {
  // 409: another process is removing it already.
  if (error instanceof DockerError && (error.status === 404 || error.status === 409)) return
  throw error
}
