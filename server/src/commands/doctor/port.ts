import { createServer } from 'node:net'
import type { Config } from '../../settings/config.ts'
import type { Finding } from './command.ts'

/**
 * Listens for a moment: only that shows whether this account may, and whether the address belongs to this
 * machine.
 */
export async function port({ http: { host, port: number, tls } }: Config): Promise<Finding> {
  const what = 'port'
  const place = `${host}:${number}`
  const code = await listenBriefly(host, number)
  if (code === undefined)
    return { what, is: 'ok', text: number === 0 ? 'any free port' : `${place} is free` }
  if (code === 'EADDRINUSE') {
    const isOurs = await answersAsAssay(host, number, tls.cert !== undefined)
    return isOurs
      ? { what, is: 'ok', text: `an Assay server is already running at ${place}` }
      : problem(
          what,
          `${place} is in use by another program`,
          'stop that program, or set http.port',
        )
  }
  if (code === 'EACCES')
    return problem(
      what,
      `this user may not listen on ${place}`,
      'set http.port above 1023, or give the service CAP_NET_BIND_SERVICE',
    )
  return problem(what, `cannot listen on ${place}: ${code}`, 'fix http.host and http.port')
}

/** The reason why not. */
const listenBriefly = (host: string, number: number) =>
  new Promise<string | undefined>((settle) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
    server.listen({ host, port: number, exclusive: true }, () =>
      server.close(() => settle(undefined)),
    )
  })

async function answersAsAssay(host: string, number: number, hasTls: boolean): Promise<boolean> {
  // Its certificate names no loopback address; we can only see that something speaks there.
  if (hasTls) return true
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const address = name.includes(':') ? `[${name}]` : name
  try {
    const answer = await fetch(`http://${address}:${number}/api/status`, {
      signal: AbortSignal.timeout(3_000),
      redirect: 'manual',
    })
    const { versions } = (await answer.json()) as { versions?: { Assay?: unknown } }
    return versions?.Assay !== undefined
  } catch {
    return false
  }
}

const problem = (what: string, text: string, remedy: string): Finding => ({
  what,
  is: 'problem',
  text,
  remedy,
})
