import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'

export interface Receiver {
  readonly port: number
  /** JSON of each message, in the order of arrival. */
  readonly messages: Record<string, unknown>[]
  readonly headers: string[]
  readonly connections: () => number
  stop(): Promise<void>
}

interface Options {
  readonly port?: number
  /** What becomes of a connection that has ended; usually it is closed. */
  readonly onEnd?: 'close' | 'ignore'
  /** Breaks connections after so many messages. */
  readonly breakAfter?: () => number
}

/** A receiver of syslog over TLS that counts octets (RFC 5425). */
export async function startReceiver(
  { cert, key }: { readonly cert: string; readonly key: string },
  { port = 0, onEnd = 'close', breakAfter = () => Number.POSITIVE_INFINITY }: Options = {},
): Promise<Receiver> {
  const messages: Record<string, unknown>[] = []
  const headers: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const pair = { cert: readFileSync(cert), key: readFileSync(key), allowHalfOpen: true }
  const server = createServer(pair, (socket) => {
    connections += 1
    let rest = Buffer.alloc(0)
    let received = 0
    socket.on('error', () => undefined)
    socket.on('end', () => onEnd === 'close' && socket.end())
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const space = rest.indexOf(0x20)
        const length = Number(rest.subarray(0, space).toString())
        if (space === -1 || rest.length < space + 1 + length) return
        const text = rest.subarray(space + 1, space + 1 + length).toString()
        rest = rest.subarray(space + 1 + length)
        headers.push(text.slice(0, text.indexOf('{')))
        messages.push(JSON.parse(text.slice(text.indexOf('{'))))
        received += 1
        if (received < breakAfter()) continue
        socket.destroy()
        return
      }
    })
  })
  server.on('tlsClientError', () => undefined)
  // Also those that never become secure.
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    ...{ messages, headers },
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
