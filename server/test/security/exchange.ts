import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { patienceMs } from '../patience.ts'

export interface CallOptions {
  /** Login of a user made by `givenUser`, or of the first superadmin. */
  as?: string | undefined
  json?: unknown
  body?: string | Buffer
  headers?: OutgoingHttpHeaders
  /** Address of this machine that the request comes from, such as 127.0.0.7. */
  from?: string
  deadlineMs?: number
  /** Hangs up when it is aborted. */
  signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says is what is looked at
  readonly json: any
}

export const keyOf = (login: string) => `key-of-${login}-0123456789abcdef0123456789abcdef`
export const passwordOf = (login: string) => `password of ${login} 1`

/** By hand: `fetch` would tidy up the path before it is sent. */
export function exchange(
  { hostname, port }: URL,
  agent: Agent | undefined,
  method: string,
  path: string,
  { as, json, body, headers = {}, from, deadlineMs = patienceMs, signal }: CallOptions,
): Promise<Answer> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const deadline = AbortSignal.timeout(deadlineMs)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ hostname, port, method, path },
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
        ...(from === undefined ? { agent } : { localAddress: from, agent: false }),
        headers: {
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }),
          ...(as === undefined ? {} : { authorization: `Bearer ${keyOf(as)}` }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString()
          resolve({
            ...{ status: response.statusCode ?? 0, headers: response.headers, bytes, text },
            get json() {
              return text === '' ? undefined : JSON.parse(text)
            },
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(sent)
  })
}
