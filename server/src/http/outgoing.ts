import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { parseAddress, reservedRange } from '@assay/contract/detect'

export interface OutgoingPost {
  readonly url: URL
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Also to loopback, private and link-local addresses. */
  readonly mayReachPrivate: boolean
  readonly signal: AbortSignal
}

/**
 * Sends a message to an address that a user chose, and answers the status. Redirects are not
 * followed, what comes back is not read, and names are held against private ranges when they are
 * resolved: a check beforehand could be answered with another address than the connection gets.
 */
export function post(message: OutgoingPost): Promise<number> {
  const { url, body, headers, timeoutMs, mayReachPrivate, signal } = message
  return new Promise((answer, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!mayReachPrivate && isIP(host) !== 0 && isPrivateAddress(host))
      return reject(privateTarget(host))
    // An import of node:http reads all that it exports, which loads a second client: 40 ms of every start.
    const { request: send } = process.getBuiltinModule(
      url.protocol === 'https:' ? 'node:https' : 'node:http',
    )
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: mayReachPrivate ? resolve : publicLookup,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      agent: false,
    })
    request.once('response', (response) => {
      answer(response.statusCode ?? 0)
      response.destroy()
    })
    request.once('error', reject)
    request.end(body)
  })
}

const publicLookup = ((host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const found = addresses.find(({ address }) => isPrivateAddress(address))
    const [first] = addresses
    if (found || !first) return done(privateTarget(host), '', 0)
    if (options.all) (done as (error: null, all: typeof addresses) => void)(null, addresses)
    else done(null, first.address, first.family)
  })
}) as LookupFunction

const privateTarget = (host: string) =>
  new Error(`${host} is a private address; set webhook.privateTargets to allow it`)

/** The rule of all who go out; an address that it cannot read is not one to connect to. */
function isPrivateAddress(text: string): boolean {
  const address = parseAddress(text)
  return address === undefined || reservedRange(address) !== undefined
}
