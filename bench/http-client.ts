// The smallest HTTP/1.1 client that can load a server: one request at a time per connection, kept
// alive, answers with a content-length or in chunks. The client of Node takes longer for a request than a
// bare Fastify does, so with it both sides of a ratio would measure the client.
import { connect, type Socket } from 'node:net'

export interface Connection {
  /** Resolves with the body when the whole answer is here. */
  send(request: string): Promise<Buffer>
  close(): void
}

const headerEnd = Buffer.from('\r\n\r\n')

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  return readAnswers(socket)
}

function readAnswers(socket: Socket): Connection {
  let waiting: PromiseWithResolvers<Buffer> | undefined
  let received: Buffer = Buffer.alloc(0)

  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf(headerEnd)
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const length = bodyLength(head)
    if (length === undefined) {
      if (!isChunked(head)) return fail(new Error(`An answer without length: ${head}`))
      // Requests are not pipelined, so this is the end of the answer.
      if (!received.subarray(-lastChunk.length).equals(lastChunk)) return
      return answer(head, received.subarray(end + headerEnd.length))
    }
    const whole = end + headerEnd.length + length
    if (received.length < whole) return
    answer(head, received.subarray(end + headerEnd.length, whole))
  })
  const answer = (head: string, body: Buffer) => {
    received = Buffer.alloc(0)
    const status = Number(head.slice(9, 12))
    if (status >= 300) return fail(new Error(`Status ${status}: ${body.toString('utf8')}`))
    waiting?.resolve(body)
    waiting = undefined
  }
  return {
    send(request) {
      waiting = Promise.withResolvers<Buffer>()
      socket.write(request, 'utf8')
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Its body is handed on with the lengths of its chunks: only its time is of interest. */
const isChunked = (head: string) => /\r\ntransfer-encoding: ?chunked/i.test(head)
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

function bodyLength(head: string): number | undefined {
  const at = head.search(/\r\ncontent-length: ?\d/i)
  if (at >= 0) return Number.parseInt(head.slice(at + '\r\ncontent-length:'.length), 10)
  return / 204 /.test(head.slice(0, 16)) ? 0 : undefined
}
