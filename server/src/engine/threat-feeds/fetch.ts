import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TargetRefused } from '@assay/analyzers/guarded-lookup'
import { type PrivateTarget, parsePrivateTarget } from '@assay/contract/detect'
import { type Fetched, get, type OutgoingGet } from '../../http/outgoing.ts'
import type { FeedAddress } from './address.ts'
import { manifestAside } from './read-aside.ts'
import { Unreadable } from './read-documents.ts'

export interface FetchOrder {
  readonly address: FeedAddress
  /**
   * The operator may name an address on the internal network; an organization only what the
   * operator allows.
   */
  readonly isOperators: boolean
  readonly privateTargets: readonly string[]
  readonly isMisp: boolean
  /** Of what is loaded: `<sha256> <etag>`. */
  readonly stamp: string | null
  readonly maxBytes: number
  readonly folder: string
  readonly signal: AbortSignal
  readonly limits?: FetchLimits
}

/** Whatever the other side does, a fetch ends: on silence, on dripping, and on a total limit. */
export interface FetchLimits {
  /** All requests of a feed together. */
  readonly wholeMs: number
  /** Until an answer begins. */
  readonly answerMs: number
  /** Without another byte of it. */
  readonly silenceMs: number
  /** On average over one answer, once it has taken `dripMs`. */
  readonly bytesPerSecond: number
  readonly dripMs: number
}

export type Content =
  | 'unchanged'
  | { readonly paths: readonly string[]; readonly stamp: string; readonly missing: number }

const maxRedirects = 3
const maxManifest = 32 * 1024 ** 2
const maxEvents = 20_000
const usualLimits: FetchLimits = {
  wholeMs: 30 * 60_000,
  answerMs: 60_000,
  silenceMs: 60_000,
  bytesPerSecond: 1024,
  dripMs: 60_000,
}

type Ordered = FetchOrder & { readonly limits: FetchLimits }

export async function fetchFeed(given: FetchOrder): Promise<Content> {
  const { limits = usualLimits } = given
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(limits.wholeMs)])
  const order = { ...given, limits, signal }
  return order.isMisp ? fetchMisp(order) : fetchOne(order)
}

async function fetchOne(order: Ordered): Promise<Content> {
  const path = join(order.folder, 'list')
  const { url } = order.address
  const [sha256 = '', etag = ''] = (order.stamp ?? '').split(' ')
  const fetched = await fetchTo(order, url, path, order.maxBytes, etag)
  if (fetched === undefined || fetched.sha256 === sha256) return 'unchanged'
  return { paths: [path], stamp: `${fetched.sha256} ${fetched.etag}`, missing: 0 }
}

/** The events that the manifest names, and none of them while the manifest stays the same. */
async function fetchMisp(order: Ordered): Promise<Content> {
  const base = new URL(order.address.url)
  if (/\.json$/i.test(base.pathname)) base.pathname = base.pathname.replace(/[^/]+$/, '')
  else if (!base.pathname.endsWith('/')) base.pathname += '/'
  const at = (name: string) => new URL(`${name}${base.search}`, base).href
  const manifest = join(order.folder, 'manifest.json')
  const fetched = await fetchTo(order, at('manifest.json'), manifest, maxManifest, '')
  if (fetched === undefined || fetched.sha256 === order.stamp?.split(' ')[0]) return 'unchanged'
  // Not here: objects take many times the size of their text, and building them blocks everything
  // else.
  const events = await manifestAside(order.signal, { manifest, maxEvents })
  const paths: string[] = []
  let left = order.maxBytes
  for (const id of events) {
    const path = join(order.folder, `${id}.json`)
    const event = await fetchTo(order, at(`${id}.json`), path, left, '').catch((error: unknown) => {
      if (error instanceof Missing) return undefined
      throw error
    })
    if (event === undefined) continue
    left -= event.size
    paths.push(path)
  }
  return { paths, stamp: `${fetched.sha256} `, missing: events.length - paths.length }
}

/** One event that is gone does not take the others along. */
class Missing extends Unreadable {}

/** Undefined when the server says that it has not changed. Messages about failures name the host only. */
async function fetchTo(
  order: Ordered,
  address: string,
  path: string,
  maxBytes: number,
  etag: string,
) {
  const url = new URL(address)
  try {
    const response = await follow(order, url, etag)
    if (response.statusCode === 304) {
      response.destroy()
      return undefined
    }
    const stored = await store(order, url.host, response, path, maxBytes)
    return { ...stored, etag: etagOf(response) }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (error instanceof TargetRefused)
      throw new Unreadable(
        `${error.message}; the operator can allow it with analyzer.privateTargets`,
      )
    if (order.signal.aborted) throw new Unreadable(`${url.host}: download timed out`)
    const { code } = error as NodeJS.ErrnoException
    throw new Unreadable(`Cannot reach ${url.host}${code === undefined ? '' : `: ${code}`}`)
  }
}

const etagOf = ({ headers }: IncomingMessage) =>
  /^[\x21-\x7e]{1,200}$/.test(headers.etag ?? '') ? (headers.etag ?? '') : ''

async function follow(order: Ordered, start: URL, etag: string): Promise<IncomingMessage> {
  const allowed = order.privateTargets
    .map(parsePrivateTarget)
    .filter((target): target is PrivateTarget => target !== undefined)
  let url = start
  let mayReachPrivate = order.isOperators
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const { response, isPrivate } = await answered(order, url, {
      mayReachPrivate,
      privateTargets: allowed,
      headers: {
        'user-agent': 'assay',
        'accept-encoding': 'identity',
        ...(etag === '' ? {} : { 'if-none-match': etag }),
        // A key is for the host that it was given for.
        ...(url.host === start.host ? order.address.headers : {}),
      },
    })
    const { statusCode = 0, headers } = response
    if (statusCode === 304 || (statusCode >= 200 && statusCode < 300)) return response
    response.destroy()
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
      throw new (statusCode === 404 ? Missing : Unreadable)(
        `${url.host} returned HTTP status ${statusCode}`,
      )
    const next = URL.parse(headers.location, url.href)
    if (!next || !/^https?:$/.test(next.protocol))
      throw new Unreadable(`${url.host} redirects to an invalid URL`)
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new Unreadable(`${url.host} redirects from https to http`)
    mayReachPrivate &&= isPrivate
    url = next
  }
  throw new Unreadable(`${start.host} redirects more than ${maxRedirects} times`)
}

/** Only until it begins to answer; how the rest comes is another matter. */
async function answered(
  { limits, signal }: Ordered,
  url: URL,
  options: Omit<OutgoingGet, 'signal'>,
): Promise<Fetched> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), limits.answerMs)
  try {
    return await get(url, { ...options, signal: AbortSignal.any([signal, silence.signal]) })
  } catch (error) {
    if (silence.signal.aborted) throw new Unreadable(`${url.host} timed out`)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function store(
  { limits: { silenceMs, bytesPerSecond, dripMs } }: Ordered,
  host: string,
  response: IncomingMessage,
  path: string,
  maxBytes: number,
) {
  const hash = createHash('sha256')
  const startedAt = performance.now()
  const isDripping = () => {
    const ms = performance.now() - startedAt
    return ms > dripMs && size < (ms / 1000) * bytesPerSecond
  }
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes)
        return done(new Unreadable(`larger than ${maxBytes} bytes (feeds.maxSize)`))
      if (isDripping())
        return done(new Unreadable(`${host} sends less than ${bytesPerSecond} bytes/s`))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  response.setTimeout(silenceMs, () =>
    response.destroy(new Unreadable(`${host} closed the connection during the download`)),
  )
  await pipeline(response, counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  return { size, sha256: hash.digest('hex') }
}
