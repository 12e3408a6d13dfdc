import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { bootstrap, clientOf, makeAda } from '../submitter.ts'

/** Later than every lease of a message. */
const later = {
  TEST_CLOCK_MS: String(2 * 60_000),
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/../cluster/wrong-clock.mjs`)}`,
}

async function makeReceiver() {
  const open = new Map<string, Set<ServerResponse>>()
  const delivered = new Map<string, number>()
  let mostAtOnce = 0
  let isSilent = true
  const server = createServer((request, response) => {
    request.resume()
    const id = String(request.headers['x-assay-delivery'])
    const same = open.get(id) ?? new Set()
    open.set(id, same.add(response))
    response.once('close', () => same.delete(response))
    mostAtOnce = Math.max(mostAtOnce, same.size)
    if (isSilent) return
    delivered.set(id, (delivered.get(id) ?? 0) + 1)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: () => open.size,
    waiting: () => [...open.values()].reduce((sum, { size }) => sum + size, 0),
    mostAtOnce: () => mostAtOnce,
    delivered,
    answer: () => {
      isSilent = false
    },
  }
}

describe.each(migratedPlaces)('on $database', ({ settings }) => {
  it('a server that is killed amid its messages loses none, and sends none twice at the same time', async () => {
    const environment = {
      ...(await settings()),
      ...bootstrap,
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
    }
    const receiver = await makeReceiver()
    const server = await start(environment)
    const ada = await makeAda(server)
    const { id } = await ada.createWebhook({ name: 'siem', url: receiver.url })
    for (let at = 0; at < 10; at += 1) await ada.testWebhook({ id })
    await vi.waitFor(() => expect(receiver.waiting()).toBe(3), { timeout: patienceMs })

    server.child.kill('SIGKILL')
    await server.ended
    await vi.waitFor(() => expect(receiver.waiting()).toBe(0), { timeout: patienceMs })
    receiver.answer()
    const next = clientOf(await start({ ...environment, ...later }))

    await vi.waitFor(
      async () => {
        const { rows } = await next.listWebhookDeliveries({ id }, { range: 'all' })
        expect(rows.map(({ status }) => status)).toEqual(Array(10).fill('Delivered'))
      },
      { timeout: patienceMs, interval: 200 },
    )
    expect([...receiver.delivered.values()]).toEqual(Array(10).fill(1))
    expect(receiver.mostAtOnce()).toBe(1)
  })
})
