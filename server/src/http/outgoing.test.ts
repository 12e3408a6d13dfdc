import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { exchange } from './outgoing.ts'

it('reads no more of an answer than it may', async () => {
  const server = createServer((_request, response) => response.end(Buffer.alloc(1_000)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const ask = (answerBytes: number) =>
    exchange(url, { method: 'GET', headers: {}, timeoutMs: 60_000, answerBytes })

  expect((await (await ask(1_000)).arrayBuffer()).byteLength).toBe(1_000)
  await expect(ask(999)).rejects.toThrow('The response exceeds 999 bytes')
})
