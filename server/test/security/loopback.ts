import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * An internal service that must not be called: counts connections and datagrams, whatever they say.
 */
export async function listenInside() {
  let calls = 0
  const tcp = createServer((socket) => {
    calls += 1
    socket.on('error', () => {})
    socket.resume()
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  })
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done))
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4', () => {
    calls += 1
  })
  await new Promise<void>((done) => udp.bind(port, '127.0.0.1', done))
  onTestFinished(async () => {
    await new Promise<void>((done) => udp.close(() => done()))
    await new Promise<void>((done) => tcp.close(() => done()))
  })
  return { port, calls: () => calls }
}

/** The loopback address in every spelling that some resolver or URL parser understands. */
export const spellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '127.0.0.1.',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  'x.localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
]
