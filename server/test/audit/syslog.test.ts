import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sendSyslog } from '../../src/identity/audit-stream/syslog.ts'
import { hasOpenssl, makePair, withoutOpenssl } from '../certificates.ts'
import { oneDatabase } from '../databases.ts'
import { atEnd } from '../lifetime.ts'
import { startReceiver } from './receiver-stub.ts'
import { happen, idsOf, look, makeSending, scratch } from './sinks.ts'

const longSignal = () => AbortSignal.timeout(60_000)

async function receiverWith(options: Parameters<typeof startReceiver>[1] = {}) {
  const folder = scratch()
  const pair = makePair(folder, 'siem')
  const receiver = await startReceiver(pair, options)
  atEnd(receiver.stop)
  const sink = { type: 'syslog', host: '127.0.0.1', port: receiver.port, ca: pair.cert } as const
  return { receiver, pair, sink }
}

describe.each(oneDatabase)(`$name: syslog${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasOpenssl)('gets messages of RFC 5424 over TLS, framed by their length', async () => {
    const { receiver, sink } = await receiverWith()
    const app = await makeSending(open, [sink])
    const many = Array.from({ length: 700 }, (_, n) => `${n} é`)
    await happen(app, many, { details: { text: 'x'.repeat(1_000) } })
    expect(await look(app)).toEqual(['done'])
    expect(idsOf(receiver.messages)).toEqual(many)
    expect(receiver.headers[0]).toMatch(
      /^<110>1 2026-01-15T12:00:00\.000Z \S+ assay \d+ user\.update - $/,
    )
    expect(receiver.connections()).toBe(2)
  })

  it.runIf(hasOpenssl)(
    'gets a batch again, in the same order, whose connection broke in the middle',
    async () => {
      let breakAfter = 3
      const { receiver, sink } = await receiverWith({ breakAfter: () => breakAfter })
      const app = await makeSending(open, [sink])
      const many = Array.from({ length: 400 }, (_, n) => `${n}`)
      // More than fits into the buffers on the way.
      await happen(app, many, { details: { text: 'x'.repeat(2_000), more: 'y'.repeat(5_000) } })
      expect(await look(app)).toEqual(['failed'])
      const before = receiver.messages.length
      breakAfter = Number.POSITIVE_INFINITY
      app.clock.advance(60_000)
      expect(await look(app)).toEqual(['done'])
      expect(idsOf(receiver.messages.slice(before))).toEqual(many)
      expect(receiver.messages.slice(before, before + 3)).toEqual(receiver.messages.slice(0, 3))
    },
  )

  it.runIf(hasOpenssl)('that never confirms the end has not received the batch', async () => {
    const { receiver, sink } = await receiverWith({ onEnd: 'ignore' })
    const over = new AbortController()
    const sending = sendSyslog(sink, ['2 {}'], over.signal)
    await expect.poll(() => receiver.messages.length).toBe(1)
    over.abort()
    expect(await sending).toBe('not confirmed: connection left open')
  })

  it.runIf(hasOpenssl)('is not sent to a server with a certificate of someone else', async () => {
    const { receiver, sink } = await receiverWith()
    const { ca: _ca, ...trustsNode } = sink
    expect(await sendSyslog(trustsNode, ['2 {}'], longSignal())).toBe(
      'certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    )
    expect(await sendSyslog({ ...sink, host: 'localhost' }, ['2 {}'], longSignal())).toBe(
      'certificate (ERR_TLS_CERT_ALTNAME_INVALID)',
    )
    expect(receiver.messages).toEqual([])
  })

  it.runIf(hasOpenssl)('says why where nobody listens, or no TLS is spoken', async () => {
    const { sink, receiver } = await receiverWith()
    await receiver.stop()
    expect(await sendSyslog(sink, ['2 {}'], longSignal())).toBe('unreachable (ECONNREFUSED)')
    const plain = createServer((socket) => socket.end('220 hello\r\n'))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    atEnd(async () => void plain.close())
    const { port } = plain.address() as { port: number }
    expect(await sendSyslog({ ...sink, port }, ['2 {}'], longSignal())).toMatch(/^unreachable \(/)
    expect(await sendSyslog({ ...sink, ca: '/nowhere.pem' }, ['2 {}'], longSignal())).toBe(
      'cannot read ca (ENOENT)',
    )
  })
})
