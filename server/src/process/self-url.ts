import type { FastifyInstance } from 'fastify'

/**
 * The address by which a process reaches itself. A port of 0 in the settings is known only from the
 * socket, and a socket on every address is reached at the loopback one.
 */
export function selfUrl(http: FastifyInstance | undefined): string | undefined {
  const address = http?.server.address()
  if (typeof address !== 'object' || address === null) return undefined
  return `http://${reachable(address.address)}:${address.port}`
}

function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return address.includes(':') ? `[${address}]` : address
}
