import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { rootCertificates, connect as startTls } from 'node:tls'
import {
  canonicalHost,
  type PrivateTarget,
  parseAddress,
  type Target,
} from '@assay/contract/detect'
import { Failure, fail } from './failure.ts'
import { guardedLookup, refuseBehindProxy, refuseHost, TargetRefused } from './guarded-lookup.ts'
import type { Job } from './job.ts'
import { type ChosenProxy, proxyFor } from './proxy.ts'

// Every connection of a built-in analyzer or responder is opened here; lint refuses the modules of
// Node and the libraries that could open another. What an organization configures or an observable
// names is held against the same rule, whatever it is called: server, proxy, mail or name server.

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange, redirects included. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly maxRedirects?: number
}

export interface OutgoingAnswer {
  readonly url: string
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Way = Pick<Job<unknown>, 'proxy' | 'certificates' | 'privateTargets'>

/**
 * An HTTP request to a host that the observable or the settings name. Its address is checked in the
 * connection itself and again at every redirect.
 */
export async function send(
  url: string,
  way: Way,
  wish: OutgoingRequest = {},
): Promise<OutgoingAnswer> {
  const { timeoutMs = 15_000, maxRedirects = 0 } = wish
  const signal = AbortSignal.timeout(timeoutMs)
  let target = targetOf(url)
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(target, way, wish, signal)
    const { location } = answer.headers
    if (answer.status < 300 || answer.status > 399 || location === undefined) return answer
    if (maxRedirects === 0) return answer
    // guard: outgoing.test.ts
    if (redirects >= maxRedirects) fail(`${target.host} redirects more than ${maxRedirects} times`)
    target = redirected(target, location)
  }
}

/** Where a redirect leads; what was asked in secret is not asked again in the open. */
export function redirected(from: URL, location: string): URL {
  const next = targetOf(URL.parse(location, from.href)?.href ?? location)
  // guard: outgoing.test.ts
  if (from.protocol === 'https:' && next.protocol === 'http:')
    fail(`${from.host} redirects from HTTPS to unencrypted HTTP`)
  return next
}

function targetOf(text: string): URL {
  const url = URL.parse(text)
  // guard: outgoing.test.ts
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    fail('The URL must begin with http:// or https://')
  // guard: outgoing.test.ts
  if (url.username !== '' || url.password !== '') fail('The URL must not contain a password')
  return url
}

async function exchange(url: URL, way: Way, wish: OutgoingRequest, signal: AbortSignal) {
  try {
    return await receive(url, way, wish, signal)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof TargetRefused) return fail(refusalOf(error))
    if (signal.aborted)
      fail(`${url.host} did not respond within ${(wish.timeoutMs ?? 15_000) / 1000} s`)
    const { code, message } = error as NodeJS.ErrnoException
    return fail(`${url.host} is unreachable: ${(code ?? message).slice(0, 200)}`)
  }
}

const refusalOf = ({ message }: TargetRefused) =>
  `${message}; the server operator can allow it with analyzer.privateTargets`

async function receive(
  url: URL,
  way: Way,
  { method = 'GET', headers, body, maxBytes = 1_048_576 }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const isEncrypted = url.protocol === 'https:'
  const target = { host: hostOf(url.hostname), port: Number(url.port || (isEncrypted ? 443 : 80)) }
  const ca = trusting(way.certificates)
  const options = {
    method,
    signal,
    headers: {
      host: url.host,
      'user-agent': 'assay',
      'accept-encoding': 'identity',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
  }
  const proxy = proxyFor(url, way.proxy)
  // guard: outgoing.test.ts
  if (proxy) await refuseBehindProxy(target, way.privateTargets)
  if (!proxy)
    return read(url, body, maxBytes, isEncrypted ? httpsRequest : httpRequest, {
      ...options,
      ...ca,
      ...guarded(target, way.privateTargets),
      path: `${url.pathname}${url.search}`,
    })
  const dial = proxyDial(proxy, way.privateTargets)
  if (!isEncrypted)
    return read(url, body, maxBytes, clientOf(proxy), {
      ...options,
      ...dial,
      ...ca,
      path: url.href,
      headers: { ...options.headers, ...proxy.headers },
    })
  const socket = await tunnel(proxy, target, { ...dial, ...ca, signal })
  return read(url, body, maxBytes, httpsRequest, {
    ...options,
    path: `${url.pathname}${url.search}`,
    createConnection: () =>
      startTls({
        socket,
        host: target.host,
        ...(parseAddress(target.host) ? {} : { servername: target.host }),
        ...ca,
      }),
  }).finally(() => socket.destroy())
}

/** Certificates of an organization count in addition to the system's. */
export const trusting = (certificates: string | undefined) =>
  certificates === undefined ? {} : { ca: [...rootCertificates, certificates] }

const clientOf = ({ url }: ChosenProxy) => (url.protocol === 'https:' ? httpsRequest : httpRequest)

/** A proxy of the operator is his choice; one of an organization must be where it may connect to. */
function proxyDial({ url, isOperators }: ChosenProxy, allowed: readonly PrivateTarget[]) {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const target = { host: hostOf(url.hostname), port }
  // guard (open = { ...target, agent: false }): outgoing.test.ts
  return isOperators ? { ...target, agent: false as const } : guarded(target, allowed)
}

/** Options of a connection that only reaches permitted targets. */
function guarded(target: Target, allowed: readonly PrivateTarget[]) {
  // guard: outgoing.test.ts
  refuseHost(target, allowed)
  return { ...target, agent: false as const, lookup: guardedLookup(target, allowed) }
}

const hostOf = (text: string) => canonicalHost(text) ?? fail(`${text.slice(0, 80)} is not a host`)

function tunnel(
  proxy: ChosenProxy,
  { host, port }: Target,
  options: RequestOptions,
): Promise<Socket> {
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    const headers = { host: path, ...proxy.headers }
    const request = clientOf(proxy)({ ...options, method: 'CONNECT', path, headers })
    request.once('error', reject)
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Failure(`The proxy refused ${host} with status ${statusCode}`))
    })
    request.end()
  })
}

function read(
  url: URL,
  body: string | undefined,
  maxBytes: number,
  client: typeof httpRequest,
  options: RequestOptions,
): Promise<OutgoingAnswer> {
  return new Promise<OutgoingAnswer>((resolveAnswer, reject) => {
    const request = client(options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        // guard (open = true): outgoing.test.ts
        if (size <= maxBytes) return void chunks.push(chunk)
        response.destroy(new Failure(`${url.host} returned more than ${maxBytes} bytes`))
      })
      response.on('error', reject)
      response.on('end', () =>
        resolveAnswer({
          url: url.href,
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A plain connection, for protocols that a library speaks: it is handed the open socket. */
export async function openSocket(
  host: string,
  port: number,
  { privateTargets }: Pick<Way, 'privateTargets'>,
  timeoutMs: number,
): Promise<Socket> {
  const name = hostOf(host)
  try {
    return await connected(guarded({ host: name, port }, privateTargets), timeoutMs)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof TargetRefused) return fail(refusalOf(error))
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    return fail(`${name} is unreachable: ${code}`)
  }
}

function connected(
  options: Target & { lookup: LookupFunction },
  timeoutMs: number,
): Promise<Socket> {
  const socket = connect({ host: options.host, port: options.port, lookup: options.lookup })
  return new Promise<Socket>((resolve, reject) => {
    const late = new Failure(`${options.host} did not respond within ${timeoutMs / 1000} s`)
    const timer = setTimeout(() => socket.destroy(late), timeoutMs)
    socket.once('error', reject)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Asks the name servers of the system, which the operator chose, or those that are given. */
export function openResolver(
  servers: readonly string[],
  { privateTargets }: Pick<Way, 'privateTargets'>,
  options: { readonly timeout: number; readonly tries: number },
): Resolver {
  const resolver = new Resolver(options)
  if (servers.length > 0)
    resolver.setServers(servers.map((text) => nameServer(text, privateTargets)))
  return resolver
}

/** What was judged is what is asked: the text is not handed on. */
function nameServer(text: string, allowed: readonly PrivateTarget[]): string {
  const [, bracketed, plain, digits = '53'] = parseAddress(text)
    ? [text, undefined, text]
    : (/^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [])
  const host = bracketed ?? plain ?? ''
  const port = Number(digits)
  // guard: outgoing.test.ts
  if (!parseAddress(host) || port < 1 || port > 65_535)
    fail('Setting resolvers must contain only name server addresses')
  try {
    // guard: outgoing.test.ts
    refuseHost({ host, port }, allowed)
  } catch (error) {
    if (error instanceof TargetRefused) fail(refusalOf(error))
    throw error
  }
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
