import { createHash, randomBytes } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * The client's half of RFC 6455, as far as `exec` needs it: the one of Node takes neither a private
 * authority nor a client certificate, and reads as fast as the other side sends.
 */
export interface WebSocketConnection {
  /** Whole messages; reading slowly makes the sender wait. Ends with the connection. */
  messages(): AsyncGenerator<Buffer>
  /** Resolves when there is room for more. */
  send(message: Buffer): Promise<void>
  close(): void
}

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const maxMessage = 16 * 1_048_576

export function upgrade(
  open: (headers: Record<string, string>) => ClientRequest,
  protocol: string,
  refused: (response: IncomingMessage) => Promise<Error>,
  timeoutMs: number,
): Promise<WebSocketConnection> {
  const key = randomBytes(16).toString('base64')
  const request = open({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
    'sec-websocket-protocol': protocol,
  })
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => request.destroy(new Error('request timed out')), timeoutMs)
    request.on('close', () => clearTimeout(limit))
    request.on('error', reject)
    request.on('response', (response) => refused(response).then(reject, reject))
    request.on('upgrade', (response, socket, head) => {
      clearTimeout(limit)
      const accept = createHash('sha1')
        .update(key + magic)
        .digest('base64')
      const { 'sec-websocket-accept': got, 'sec-websocket-protocol': spoken } = response.headers
      if (got === accept && spoken === protocol) return resolve(connected(socket, head))
      socket.destroy()
      reject(new Error(`the server does not support ${protocol}`))
    })
    request.end()
  })
}

function connected(socket: Duplex, head: Buffer): WebSocketConnection {
  // An error without a listener would end the process; the next read or send gets it.
  socket.on('error', () => {})
  const send = (opcode: number, payload: Buffer) =>
    new Promise<void>((resolve, reject) => {
      if (!socket.writable) return reject(new Error('the connection is closed'))
      socket.write(frame(opcode, payload), (error) => (error ? reject(error) : resolve()))
    })
  return {
    send: (message) => send(2, message),
    close: () => void socket.destroy(),
    async *messages() {
      const parts: Buffer[] = []
      let length = 0
      for await (const { opcode, isLast, payload } of framesOf(startingWith(head, socket))) {
        if (opcode === 8) return
        if (opcode === 9) await send(10, payload)
        if (opcode > 2) continue
        parts.push(payload)
        length += payload.length
        if (length > maxMessage) throw new Error('WebSocket message too long')
        if (!isLast) continue
        yield parts.length === 1 ? payload : Buffer.concat(parts)
        parts.length = 0
        length = 0
      }
    },
  }
}

async function* startingWith(head: Buffer, stream: AsyncIterable<Buffer>) {
  if (head.length > 0) yield head
  yield* stream
}

/** What a client sends is masked: with nothing secret, the mask is against confused proxies. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const bytes = Buffer.alloc(2 + extra + 4 + length)
  bytes[0] = 0x80 | opcode
  bytes[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127)
  if (extra === 2) bytes.writeUInt16BE(length, 2)
  if (extra === 8) bytes.writeBigUInt64BE(BigInt(length), 2)
  const mask = randomBytes(4)
  mask.copy(bytes, 2 + extra)
  const start = 6 + extra
  for (let at = 0; at < length; at += 1)
    bytes[start + at] = (payload[at] as number) ^ (mask[at & 3] as number)
  return bytes
}

interface Frame {
  readonly opcode: number
  readonly isLast: boolean
  readonly payload: Buffer
}

export async function* framesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const found = readFrame(rest)
      if (!found) break
      rest = rest.subarray(found.size)
      yield found
    }
  }
}

function readFrame(bytes: Buffer): (Frame & { size: number }) | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  const masked = (second & 0x80) === 0 ? 0 : 4
  const start = 2 + extra + masked
  if (bytes.length < start) return undefined
  const length =
    extra === 2 ? bytes.readUInt16BE(2) : extra === 8 ? Number(bytes.readBigUInt64BE(2)) : short
  if (length > maxMessage) throw new Error('WebSocket frame too long')
  if (bytes.length < start + length) return undefined
  const payload = bytes.subarray(start, start + length)
  if (masked > 0) {
    const mask = bytes.subarray(start - 4, start)
    for (let at = 0; at < length; at += 1)
      payload[at] = (payload[at] as number) ^ (mask[at & 3] as number)
  }
  return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload, size: start + length }
}
