import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** What a proxy adds about the client; only the first is understood, and only of trusted ones. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/**
 * The connection comes from a proxy that the settings do not trust, or from a client that pretends
 * to be one: the address of the request is then that of the connection.
 */
export function isUntrustedProxy(request: FastifyRequest): boolean {
  const { headers } = request
  return (
    forwardingHeaders.some((name) => headers[name] !== undefined) &&
    request.ip === request.socket.remoteAddress
  )
}

/** Longer than any address; it becomes a key in memory. */
const longestClaim = 64

/**
 * For whom such a proxy claims to speak: the last entry, which the proxy wrote; those before it are
 * its client's.
 */
export function claimedClient({ headers }: FastifyRequest): string {
  for (const name of forwardingHeaders) {
    const value = headers[name]
    const last = [value ?? []].flat().join(',').split(',').at(-1)?.trim()
    if (last) return last.slice(0, longestClaim)
  }
  return ''
}

/** Strangers may pretend to be proxies; the log is not theirs to fill. */
const maxNoticed = 3

/** Says once per proxy which setting is missing. */
export function proxyNotice(log: FastifyBaseLogger): (request: FastifyRequest) => void {
  const noticed = new Set<string>()
  return (request) => {
    if (noticed.size >= maxNoticed || !isUntrustedProxy(request)) return
    const { ip } = request
    if (noticed.has(ip)) return
    noticed.add(ip)
    log.warn(
      { address: ip },
      `ignoring forwarding headers from untrusted ${ip}: if this is your proxy, add ` +
        'it to http.trustProxy and have it send X-Forwarded-For and X-Forwarded-Proto; until then all ' +
        'users behind it share one address',
    )
  }
}
