import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface DelayProxy {
  readonly port: number
  stop(): Promise<void>
}

/** A network in which every message takes this long, one way; order and bandwidth are untouched. */
export async function startDelayProxy(target: number, delayMs: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        setTimeout(() => to.end(), delayMs)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
