import type { Agent, AgentOptions, IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import {
  guardedLookup,
  refuseBehindProxy,
  refuseHost,
  TargetRefused,
} from '@assay/analyzers/guarded-lookup'
import {
  type PrivateTarget as AllowedTarget,
  addressRefusal,
  canonicalHost,
  type Target,
} from '@assay/contract/detect'

// What the server itself sends to addresses that a user chose, or that another server named. The
// rule about where it may connect to is that of the built-in analyzers. Lint refuses the modules of
// Node that could open a connection everywhere else.

export interface OutgoingPost {
  readonly url: URL
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** None where the signal ends it in time. */
  readonly timeoutMs?: number
  /** Also to loopback, private and link-local addresses. */
  readonly mayReachPrivate: boolean
  readonly signal: AbortSignal
}

/** With a message for the user who chose the address. */
export class PrivateTarget extends Error {}

/**
 * Sends a message to an address that a user chose, and answers the status. Redirects are not
 * followed and what comes back is not read.
 */
export async function post(message: OutgoingPost): Promise<number> {
  const { url, body, headers, timeoutMs, mayReachPrivate, signal } = message
  const options = {
    method: 'POST' as const,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
    mayReachPrivate,
    signal:
      timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }
  const response = await request(url, options, false).catch((error: unknown) => {
    if (!(error instanceof TargetRefused)) throw error
    throw new PrivateTarget(
      `${error.host} is a private address (${error.meaning}). Set webhook.privateTargets to allow it`,
    )
  })
  response.destroy()
  return response.statusCode ?? 0
}

export interface OutgoingGet {
  readonly headers: Readonly<Record<string, string>>
  readonly mayReachPrivate: boolean
  /** What the operator allows all the same where private addresses are refused. */
  readonly privateTargets?: readonly AllowedTarget[]
  readonly signal: AbortSignal
}

export interface Fetched {
  readonly response: IncomingMessage
  /** Whether the responding host is in a private network. */
  readonly isPrivate: boolean
}

/** One question; a redirect is the caller's to follow. A proxy of the operator is used, if Node is configured so. */
export async function get(url: URL, options: OutgoingGet): Promise<Fetched> {
  const { Agent, globalAgent } = clientOf(url)
  const { proxyEnv } = (globalAgent as unknown as { options: AgentOptions }).options
  const target = targetOf(url)
  if (proxyEnv && !options.mayReachPrivate)
    await refuseBehindProxy(target, options.privateTargets ?? [])
  // Of its own: a connection that an earlier question opened would be used again without a look.
  const agent = proxyEnv ? new Agent({ proxyEnv }) : undefined
  const response = await request(url, { method: 'GET', ...options }, agent ?? false)
  response.once('close', () => agent?.destroy())
  return { response, isPrivate: await isPrivate(target, proxyEnv ? undefined : response.socket) }
}

export interface OutgoingExchange {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly timeoutMs: number
  readonly answerBytes: number
}

/**
 * A question to a server that the operator named, answered whole: by the operator's proxy, if there is
 * one, without following redirects, and within a time and a size.
 */
export async function exchange(url: URL, options: OutgoingExchange): Promise<Response> {
  const { method, headers, body, timeoutMs, answerBytes } = options
  const { Agent, globalAgent } = clientOf(url)
  const { proxyEnv } = (globalAgent as unknown as { options: AgentOptions }).options
  const agent = proxyEnv ? new Agent({ proxyEnv }) : undefined
  try {
    const response = await request(
      url,
      {
        method,
        headers: body === undefined ? headers : withLength(headers, body),
        ...(body === undefined ? {} : { body }),
        mayReachPrivate: true,
        signal: AbortSignal.timeout(timeoutMs),
      },
      agent ?? false,
    )
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      // guard: outgoing.test.ts
      if (bytes > answerBytes) throw new Error(`The response exceeds ${answerBytes} bytes`)
      chunks.push(chunk)
    }
    const status = response.statusCode ?? 0
    return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), {
      status,
      headers: Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    })
  } finally {
    agent?.destroy()
  }
}

const withLength = (headers: Readonly<Record<string, string>>, body: string) => ({
  ...headers,
  'content-length': String(Buffer.byteLength(body)),
})

/** The responding host; with a proxy, what the name resolves to here. */
async function isPrivate(target: Target, socket: Socket | undefined): Promise<boolean> {
  if (socket) return addressRefusal(target, socket.remoteAddress ?? '', []) !== undefined
  return await refuseBehindProxy(target, []).then(
    () => false,
    () => true,
  )
}

type Options = Pick<OutgoingPost, 'headers' | 'mayReachPrivate' | 'signal'> & {
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly privateTargets?: readonly AllowedTarget[]
}

function request(
  url: URL,
  { body, mayReachPrivate, privateTargets = [], ...rest }: Options,
  agent: Agent | false,
): Promise<IncomingMessage> {
  return new Promise((answer, reject) => {
    // guard (open = {}): server/test/engine/threat-feeds-reach.test.ts
    const guard = mayReachPrivate ? {} : guarded(targetOf(url), privateTargets)
    const sent = clientOf(url).request(url, { ...rest, ...guard, agent })
    sent.once('response', (response) => {
      // The reader gets this error, too; without a listener it would end the server.
      response.on('error', () => {})
      answer(response)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function guarded(target: Target, allowed: readonly AllowedTarget[]): RequestOptions {
  refuseHost(target, allowed)
  return { lookup: guardedLookup(target, allowed) }
}

/** An import of node:http reads all that it exports, which loads a second client: 40 ms of every start. */
const clientOf = ({ protocol }: URL) =>
  process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')

function targetOf({ hostname, port, protocol }: URL): Target {
  const host = canonicalHost(hostname)
  if (host === undefined) throw new TargetRefused(hostname, 'unknown')
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}
