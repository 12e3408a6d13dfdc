import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { hasOpenssl, makePair, withoutOpenssl } from '../certificates.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { bootstrap, rootKey as key } from '../submitter.ts'
import { startReceiver } from './receiver-stub.ts'
import { linesOf, scratch } from './sinks.ts'

const kills = 3
const each = 12

/** Later than every lease of the process before. */
const later = (round: number) => ({
  TEST_CLOCK_MS: String(round * 2 * 60_000),
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/../cluster/wrong-clock.mjs`)}`,
})

const namesOf = (messages: readonly Record<string, unknown>[]) =>
  messages
    .filter(({ action }) => action === 'organization.create')
    .map(({ objectId }) => String(objectId))

/** In the order of their first arrival. */
const firsts = (names: readonly string[]) => [...new Set(names)]

it.runIf(hasOpenssl).each(migratedPlaces)(
  `$database: a server that is killed ${kills} times loses no entry of the audit trail and keeps their order${withoutOpenssl}`,
  { timeout: (kills + 3) * patienceMs },
  async ({ settings }) => {
    const folder = scratch()
    const path = join(folder, 'audit.jsonl')
    const pair = makePair(folder, 'siem')
    const receiver = await startReceiver(pair)
    atEnd(receiver.stop)
    const syslog = { type: 'syslog', host: '127.0.0.1', port: receiver.port, ca: pair.cert }
    const environment = {
      ...(await settings()),
      ...bootstrap,
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_AUDIT_SINKS: JSON.stringify([syslog, { type: 'file', path }]),
    }
    let server = await start(environment)
    const stored: string[] = []
    for (let round = 1; round <= kills; round += 1) {
      for (let n = 0; n < each; n += 1) {
        const name = `r${round}n${n}`
        const input = { name, description: name }
        const response = await server.call('POST', '/api/organization', { key, input })
        expect(response.status).toBe(201)
        stored.push(name)
        // At another point each time: before anything of the round is sent, and amid it.
        if (n === each - round * 3)
          await vi.waitFor(() => expect(receiver.messages.length).toBeGreaterThan(round), {
            timeout: patienceMs,
          })
      }
      server.child.kill('SIGKILL')
      await server.ended
      server = await start({ ...environment, ...later(round) })
    }
    const arrived = () => (existsSync(path) ? namesOf(linesOf(path)) : [])
    await vi.waitFor(
      () => {
        expect(firsts(namesOf(receiver.messages))).toHaveLength(stored.length)
        expect(firsts(arrived())).toHaveLength(stored.length)
      },
      { timeout: patienceMs, interval: 100 },
    )
    expect(firsts(namesOf(receiver.messages))).toEqual(stored)
    expect(firsts(arrived())).toEqual(stored)
    // What came twice is known by its id.
    const ids = new Map(
      receiver.messages.map(({ stream, id, objectId }) => [`${stream} ${id}`, objectId]),
    )
    expect(firsts([...ids.values()].map(String))).toEqual(
      firsts(receiver.messages.map(({ objectId }) => String(objectId))),
    )
    await server.stop()
  },
)
