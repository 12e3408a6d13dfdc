import type { IncomingMessage } from 'node:http'
import { type Fetched, get, type OutgoingGet } from '../../http/outgoing.ts'

export interface DownloadLimits {
  /** For the whole of it: redirects, headers and body. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxRedirects: number
}

export const downloadLimits: DownloadLimits = {
  timeoutMs: 30_000,
  maxBytes: 20 * 1024 ** 2,
  maxRedirects: 5,
}

const redirects = [301, 302, 303, 307, 308]

/** The text at an address. Fails with a reason that can be shown: it holds no credentials. */
export async function download(
  address: string,
  limits: DownloadLimits,
  stopped: AbortSignal,
): Promise<string> {
  const late = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await follow(new URL(address), limits, AbortSignal.any([late, stopped]))
  } catch (error) {
    if (late.aborted) throw new Error(`no complete response within ${limits.timeoutMs} ms`)
    throw new Error(reasonOf(error), { cause: error })
  }
}

async function follow(start: URL, limits: DownloadLimits, signal: AbortSignal): Promise<string> {
  let url = start
  // The operator may name an address on the internal network. A redirect from outside must not lead
  // there.
  let mayReachPrivate = true
  for (let hops = 0; hops <= limits.maxRedirects; hops += 1) {
    const { response, isPrivate } = await request(url, { mayReachPrivate, signal })
    const { location } = response.headers
    if (!redirects.includes(response.statusCode ?? 0) || location === undefined)
      return await textOf(response, limits.maxBytes)
    response.destroy()
    url = nextAddress(url, location)
    mayReachPrivate &&= isPrivate
  }
  throw new Error(`more than ${limits.maxRedirects} redirects`)
}

/**
 * What a catalog names is run here, so a redirect must not drop the protection of the connection.
 */
function nextAddress(from: URL, location: string): URL {
  const next = new URL(location, from)
  const isAllowed =
    next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:')
  if (!isAllowed)
    throw new Error(`redirect from ${from.protocol} to ${next.protocol} is not allowed`)
  return next
}

/** A password in the address travels in its header. */
function request(url: URL, options: Omit<OutgoingGet, 'headers'>): Promise<Fetched> {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return get(bare, {
    ...options,
    headers: {
      accept: 'application/json',
      'user-agent': 'assay',
      'accept-encoding': 'identity',
      ...(login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
  })
}

/** Counted as it arrives: a length in the header is a claim. */
async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.destroy()
    throw new Error(`HTTP status ${status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Several addresses that fail together say nothing but a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
