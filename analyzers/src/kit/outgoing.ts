import { lookup as resolve } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { parseAddress, reservedRange } from '@assay/contract/detect'
import { Failure, fail } from './failure.ts'
import type { Job } from './job.ts'

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange, redirects included. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly maxRedirects?: number
  /** Loopback and private networks too. */
  readonly mayBePrivate?: boolean
}

export interface OutgoingAnswer {
  readonly url: string
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Way = Pick<Job<unknown>, 'proxy' | 'certificates'>

/**
 * An HTTP request to somebody whom the observable or the settings name. The address is looked at
 * after its name is resolved, in the connection itself and again at every redirect: what a name
 * means may change between a check and a connection.
 */
export async function send(
  url: string,
  { proxy, certificates }: Way,
  wish: OutgoingRequest = {},
): Promise<OutgoingAnswer> {
  const { timeoutMs = 15_000, maxRedirects = 0 } = wish
  const signal = AbortSignal.timeout(timeoutMs)
  let target = targetOf(url)
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(target, { proxy, certificates }, wish, signal)
    const { location } = answer.headers
    if (answer.status < 300 || answer.status > 399 || location === undefined) return answer
    if (maxRedirects === 0) return answer
    if (redirects >= maxRedirects) fail(`${target.host} redirects more than ${maxRedirects} times`)
    const next = targetOf(URL.parse(location, target.href)?.href ?? location)
    if (target.protocol === 'https:' && next.protocol === 'http:')
      fail(`${target.host} redirects to an address without encryption`)
    target = next
  }
}

function targetOf(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    fail('The address must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') fail('The address must not hold a password')
  return url
}

async function exchange(url: URL, way: Way, wish: OutgoingRequest, signal: AbortSignal) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const proxy = proxyFor(url, way.proxy)
  if (!wish.mayBePrivate) {
    refuseReserved(host, host)
    if (proxy !== undefined) await refuseKnownReserved(host)
  }
  try {
    return await receive(url, { ...way, proxy }, wish, signal)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (signal.aborted)
      fail(`${url.host} did not answer within ${(wish.timeoutMs ?? 15_000) / 1000} s`)
    const { code, message } = error as NodeJS.ErrnoException
    return fail(`${url.host} cannot be reached: ${(code ?? message).slice(0, 200)}`)
  }
}

function receive(
  url: URL,
  way: { proxy: string | undefined; certificates: string | undefined },
  { method = 'GET', headers, body, maxBytes = 1_048_576, mayBePrivate }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const isEncrypted = url.protocol === 'https:'
  const proxyEnv = way.proxy === undefined ? {} : { HTTP_PROXY: way.proxy, HTTPS_PROXY: way.proxy }
  const ca = way.certificates === undefined ? {} : { ca: [...rootCertificates, way.certificates] }
  const agent = isEncrypted ? new HttpsAgent({ proxyEnv, ...ca }) : new HttpAgent({ proxyEnv })
  const options = {
    method,
    agent,
    signal,
    headers: {
      'user-agent': 'assay',
      'accept-encoding': 'identity',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    // With a proxy this would judge the proxy, which may well be private.
    ...(mayBePrivate || way.proxy !== undefined ? {} : { lookup: guardedLookup }),
  }
  return new Promise<OutgoingAnswer>((resolveAnswer, reject) => {
    const request = (isEncrypted ? httpsRequest : httpRequest)(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxBytes) return void chunks.push(chunk)
        response.destroy(new Failure(`${url.host} answered with more than ${maxBytes} bytes`))
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
  }).finally(() => agent.destroy())
}

/** Every address of the name must be public: the connection may go to any of them. */
export const guardedLookup: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    try {
      for (const { address } of addresses) refuseReserved(address, host)
    } catch (refusal) {
      return done(refusal as Error, [])
    }
    const [first] = addresses
    if (options.all || !first) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

/** Behind a proxy, names of the outside are often unknown: those are for the proxy to judge. */
async function refuseKnownReserved(host: string) {
  const addresses = await resolveAll(host, { all: true }).catch(() => [])
  for (const { address } of addresses) refuseReserved(address, host)
}

function refuseReserved(text: string, host: string) {
  const address = parseAddress(text)
  const reserved = address && reservedRange(address)
  if (reserved || /^localhost$|\.localhost$/i.test(host))
    fail(`${host} is not asked: its address is ${reserved?.meaning ?? 'loopback'}`)
}

function proxyFor({ protocol, hostname }: URL, proxy: Way['proxy']): string | undefined {
  const { env } = process
  const name = protocol === 'https:' ? 'https' : 'http'
  const address = proxy[name] ?? env[`${name}_proxy`] ?? env[`${name.toUpperCase()}_PROXY`]
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(',').map((entry) => entry.trim())
  const isException = exceptions.some(
    (entry) =>
      entry === '*' ||
      (entry !== '' && `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '').toLowerCase()}`)),
  )
  return address === undefined || address === '' || isException ? undefined : address
}
