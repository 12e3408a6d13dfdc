import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'

export interface WebSocketConnection {
  /** Whole messages; reading slowly makes the sender wait. Ends with the connection. */
  messages(): AsyncGenerator<Buffer>
  /** Resolves when there is room for more. */
  send(message: Buffer): Promise<void>
  close(): void
}

export interface WebSocketTarget {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string }
}

const limits = {
  maxPayload: 16 * 1_048_576,
  /** After the closing message, a server has this long to close the connection. */
  closeTimeout: 2000,
  perMessageDeflate: false,
}

/** Node's own WebSocket supports neither a private CA nor a client certificate, nor backpressure. */
export async function upgrade(
  { url, headers, tls }: WebSocketTarget,
  protocol: string,
  refused: (response: IncomingMessage) => Promise<Error>,
  timeoutMs: number,
): Promise<WebSocketConnection> {
  // At the first transfer: few installations have a cluster, and it imports node:http.
  const { WebSocket, createWebSocketStream } = await import('ws')
  const socket = new WebSocket(url, protocol, { ...limits, ...tls, headers })
  return new Promise((resolve, reject) => {
    let isAnswered = false
    let isRefused = false
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      socket.terminate()
    }, timeoutMs)
    socket.on('upgrade', () => {
      isAnswered = true
    })
    socket.on('unexpected-response', (_request, response) => {
      isRefused = true
      refused(response)
        .then(reject, reject)
        .finally(() => {
          clearTimeout(limit)
          socket.terminate()
        })
    })
    // Stays: without a listener, an error ends the process. After the opening, the next read or send
    // gets it.
    socket.on('error', (error) => {
      if (isRefused) return
      clearTimeout(limit)
      if (isLate) reject(new Error('request timed out'))
      else if (isAnswered)
        reject(new Error(`the server does not support ${protocol}`, { cause: error }))
      else reject(error)
    })
    socket.on('open', () => {
      clearTimeout(limit)
      // In this turn, so no message is missed. One at a time waits to be read.
      const stream = createWebSocketStream(socket, {
        readableObjectMode: true,
        readableHighWaterMark: 1,
      })
      resolve(connected(socket, stream))
    })
  })
}

function connected(socket: WebSocket, stream: AsyncIterable<Buffer | string>): WebSocketConnection {
  return {
    send: (message) =>
      new Promise<void>((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(new Error('the connection is closed'))
        socket.send(message, (error) => (error ? reject(error) : resolve()))
      }),
    close: () => socket.terminate(),
    async *messages() {
      try {
        for await (const message of stream)
          yield typeof message === 'string' ? Buffer.from(message) : message
      } catch (error) {
        const isTooLong =
          (error as NodeJS.ErrnoException).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
        throw isTooLong ? new Error('WebSocket message too long', { cause: error }) : error
      }
    },
  }
}
