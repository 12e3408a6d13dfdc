import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Proxies close a connection that says nothing for a minute. */
const heartbeatMs = 15_000
/** A reader that does not read: past this the connection is ended instead of filling memory. */
const maxWaitingBytes = 1024 * 1024

interface Listening {
  source: (send: (data: unknown) => void) => () => void
  stopping: AbortSignal
  /** Asked with every heartbeat: whoever was locked or signed out since hears nothing more. */
  mayListen: () => Promise<boolean>
}

/** Server-sent events: one line of JSON each, a comment as heartbeat, until somebody hangs up. */
export function sendEvents(
  reply: FastifyReply,
  { source, stopping, mayListen }: Listening,
): FastifyReply {
  const stream = new PassThrough()
  const stop = () => stream.end()
  stopping.addEventListener('abort', stop, { once: true })
  const write = (text: string) => {
    if (stream.destroyed) return
    stream.write(text)
    if (stream.readableLength + stream.writableLength > maxWaitingBytes) stream.destroy()
  }
  write('retry: 2000\n\n')
  const end = source((data) => write(`data: ${JSON.stringify(data)}\n\n`))
  const beat = async () => {
    // A database that does not answer just now takes no right away.
    if (await mayListen().catch(() => true)) write(':\n\n')
    else stop()
  }
  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  stream.once('close', () => {
    clearInterval(heartbeat)
    stopping.removeEventListener('abort', stop)
    end()
  })
  reply.raw.once('close', () => stream.destroy())
  return reply
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    .send(stream)
}
