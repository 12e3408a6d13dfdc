import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AppError } from '../domain/errors.ts'

/** Proxies close a connection that says nothing for a minute. */
const heartbeatMs = 15_000
/** A reader that does not read: past this the connection is ended instead of filling memory. */
const maxWaitingBytes = 1024 * 1024

interface Listening {
  source: (send: (data: unknown) => void) => () => void
  stopping: AbortSignal
  /** Why the listener may not listen any more. */
  problem: () => Promise<AppError | undefined>
  /** Ends the stream of a locked or signed-out user as soon as that is known. */
  watch: (problem: Listening['problem'], end: () => void) => () => void
}

/** Server-sent events: one line of JSON each, a comment as heartbeat, until one side hangs up. */
export function sendEvents(
  reply: FastifyReply,
  { source, stopping, problem, watch }: Listening,
): FastifyReply {
  const stream = new PassThrough()
  const stop = () => stream.end()
  stopping.addEventListener('abort', stop, { once: true })
  const write = (text: string) => {
    if (stream.destroyed || stream.writableEnded) return
    stream.write(text)
    if (stream.readableLength + stream.writableLength > maxWaitingBytes) stream.destroy()
  }
  write('retry: 2000\n\n')
  let heldBytes = 0
  const end = source((data) => {
    const text = `data: ${JSON.stringify(data)}\n\n`
    const { looking } = reply.request
    if (!looking) return write(text)
    // A user who has just been locked out gets no events from after that.
    heldBytes += text.length
    if (heldBytes > maxWaitingBytes) return void stream.destroy()
    void looking.then(() => {
      heldBytes -= text.length
      write(text)
    })
  })
  const beat = async () => {
    // Checked again although changes are published: such a message may be lost. A database that does
    // not respond right now revokes nothing.
    if (await problem().catch(() => undefined)) stop()
    else write(':\n\n')
  }
  const stopWatching = watch(problem, stop)
  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  stream.once('close', () => {
    clearInterval(heartbeat)
    stopping.removeEventListener('abort', stop)
    stopWatching()
    end()
  })
  reply.raw.once('close', () => stream.destroy())
  return reply
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    .send(stream)
}
