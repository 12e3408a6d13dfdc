import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { maxNotices } from '../../src/storage/rows/notices.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import { bootstrap, clientOf, makeAda, rootKey } from '../submitter.ts'
import { makeReceiver } from './receiver.ts'

/** `ASSAY_DRILL_CLOCKS=200` for the whole drill. */
const kills = Number(process.env.ASSAY_DRILL_CLOCKS ?? 4)
const casesEach = 6
const minute = 60_000

/** Later than every lease of the process before; what was opened in the round before is overdue. */
const later = (round: number) => ({
  TEST_CLOCK_MS: String(round * 10 * minute),
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/../cluster/wrong-clock.mjs`)}`,
})

describe.each(migratedPlaces)('on $database', ({ settings }) => {
  it(`a server that is killed ${kills} times tells of each overdue case once, and of none twice`, {
    timeout: (kills + 5) * patienceMs,
  }, async () => {
    const { url, received } = await makeReceiver()
    const environment = {
      ...(await settings()),
      ...bootstrap,
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
    }
    let server = await start(environment)
    const ada = await makeAda(server)
    await ada.createClockPolicy({ kind: 'resolve', minutes: 5, escalateTo: 'ada' })
    await ada.createWebhook({ name: 'all', url, objectTypes: ['case'] })
    const root = (of: Server) => clientOf(of, rootKey)
    const overdue = async (of: Server) =>
      (await root(of).listAudit({ range: 'all' })).rows.flatMap(({ action, objectId }) =>
        action === 'case.overdue' ? objectId : [],
      )
    const opened: string[] = []
    for (let round = 1; round <= kills; round += 1) {
      for (let n = 0; n < casesEach; n += 1) {
        const title = `r${round}n${n}`
        const { _id } = await clientOf(server).createCaseV1({ title, description: title })
        opened.push(_id)
      }
      server.child.kill('SIGKILL')
      await server.ended
      server = await start({ ...environment, ...later(round) })
      // At another point each time: before the first is told, amid them, after the last.
      const toBe = (round - 1) * casesEach + ((round * 2) % (casesEach + 1))
      await vi.waitFor(
        async () => expect((await overdue(server)).length).toBeGreaterThanOrEqual(toBe),
        {
          timeout: patienceMs,
          interval: 5,
        },
      )
    }
    server.child.kill('SIGKILL')
    await server.ended
    server = await start({ ...environment, ...later(kills + 1) })
    await vi.waitFor(async () => expect(await overdue(server)).toHaveLength(opened.length), {
      timeout: patienceMs,
      interval: 50,
    })
    expect((await overdue(server)).toSorted()).toEqual(opened.toSorted())
    // Of a long drill there are more than one answer has.
    const noticed: string[] = []
    for (let from = 0; ; from += 100) {
      const { rows } = await clientOf(server).listNotices({ range: `${from}-${from + 100}` })
      noticed.push(
        ...rows.filter(({ kind }) => kind === 'overdue').map(({ objectId }) => String(objectId)),
      )
      if (rows.length < 100) break
    }
    // No case is told of twice; of a long drill a person keeps the newest.
    expect(new Set(noticed).size).toBe(noticed.length)
    expect(noticed.length).toBeGreaterThanOrEqual(Math.min(opened.length, maxNotices))
    expect(opened).toEqual(expect.arrayContaining(noticed))
    const deliveries = () =>
      received
        .map(({ body }) => JSON.parse(body))
        .filter(({ operation }) => operation === 'overdue')
    await vi.waitFor(
      () => expect(new Set(deliveries().map(({ id }) => id)).size).toBe(opened.length),
      { timeout: patienceMs, interval: 50 },
    )
    // What is sent twice after a crash has one id.
    expect(new Set(deliveries().map(({ id, objectId }) => `${id} ${objectId}`)).size).toBe(
      opened.length,
    )
    await server.stop()
  })
})
