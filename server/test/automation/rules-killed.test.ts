import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import { bootstrap, clientOf, key, makeAda } from '../submitter.ts'

/** `ASSAY_DRILL_RULES=200` for the whole drill. */
const kills = Number(process.env.ASSAY_DRILL_RULES ?? 3)
const alertsEach = 4

/** Later than every lease of the process before. */
const later = (round: number) => ({
  TEST_CLOCK_MS: String(round * 2 * 60_000),
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/../cluster/wrong-clock.mjs`)}`,
})

const post = async (server: Server, path: string, input: unknown) => {
  const response = await server.call('POST', path, { key, input })
  return (await response.json()) as never
}

describe.each(migratedPlaces)('on $database', ({ settings }) => {
  it(`a server that is killed ${kills} times while rules act loses no effect and doubles none`, {
    timeout: (kills + 5) * patienceMs,
  }, async () => {
    const environment = {
      ...(await settings()),
      ...bootstrap,
      ASSAY_JOB_RUNNERS: 'builtin',
    }
    let server = await start(environment)
    const ada = await makeAda(server)
    await ada.enableAnalyzer({ id: 'Assay_Domain_1_0' }, { name: 'Domain' })
    const budget = { runsPerHour: 100_000, jobsPerDay: 1_000_000 }
    const common = { state: 'on' as const, runAs: 'ada', budget }
    await ada.createRule({
      ...common,
      name: 'Alerts',
      on: 'alert.created',
      do: [{ tag: { tags: ['seen'] } }, { comment: { text: 'seen {title}' } }, { openCase: {} }],
    })
    await ada.createRule({
      ...common,
      name: 'Observables',
      on: 'observable.created',
      if: { _parent: { _type: 'alert', _query: {} } },
      do: [{ analyze: { analyzers: ['Domain'] } }],
    })
    const stored: string[] = []
    for (let round = 1; round <= kills; round += 1) {
      const { address } = server
      let answered = 0
      const sending = Array.from({ length: alertsEach }, async (_, at) => {
        const name = `r${round}a${at}`
        const input = {
          ...{ type: 'drill', source: 'drill', sourceRef: name, title: name, description: name },
          artifacts: [{ dataType: 'domain', data: `${name}.example` }],
        }
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const body = JSON.stringify(input)
        const response = await fetch(`${address}/api/alert`, { method: 'POST', headers, body })
        if (response.status !== 201) return
        stored.push(name)
        answered += 1
      })
      // Some are cut off.
      const sent = Promise.allSettled(sending)
      // At another point each time: after the first answer, after the last, amid the rules.
      await vi.waitFor(() => expect(answered).toBeGreaterThan((round * 7) % alertsEach), {
        timeout: patienceMs,
        interval: 5,
      })
      const runs = (round * 5) % 3
      if (runs > 0)
        await vi.waitFor(
          async () =>
            expect((await clientOf(server).listRuleRuns({})).total).toBeGreaterThan(
              (round - 1) * alertsEach + runs,
            ),
          { timeout: patienceMs, interval: 5 },
        )
      server.child.kill('SIGKILL')
      await server.ended
      await sent
      server = await start({ ...environment, ...later(round) })
    }
    const client = clientOf(server)
    const rowsOf = (query: unknown) => post(server, '/api/v1/query', { query })
    const alerts = (await rowsOf([{ _name: 'listAlert' }])) as { title: string; tags: string[] }[]
    // What was acknowledged is there; of what was not, nothing or all.
    expect(alerts.map(({ title }) => title)).toEqual(expect.arrayContaining(stored))
    await vi.waitFor(
      async () => {
        const { rows, total } = await client.listRuleRuns({ range: '0-1000' })
        expect(total).toBeGreaterThanOrEqual(alerts.length * 2)
        expect(rows.filter(({ state }) => state !== 'done')).toEqual([])
      },
      { timeout: 3 * patienceMs, interval: 250 },
    )
    const after = (await rowsOf([{ _name: 'listAlert' }])) as { title: string; tags: string[] }[]
    for (const { tags } of after) expect(tags).toEqual(['seen'])
    const comments = (await rowsOf([{ _name: 'listAlert' }, { _name: 'comments' }])) as {
      message: string
    }[]
    expect(comments.map(({ message }) => message).sort()).toEqual(
      after.map(({ title }) => `seen ${title}`).sort(),
    )
    const cases = (await rowsOf([{ _name: 'listCase' }])) as { title: string }[]
    expect(cases.map(({ title }) => title).sort()).toEqual(after.map(({ title }) => title).sort())
    const jobs = (await rowsOf([
      { _name: 'listAlert' },
      { _name: 'observables' },
      { _name: 'jobs' },
    ])) as { artifactId?: string; cortexJobId?: string; analyzerId?: string }[]
    expect(jobs).toHaveLength(after.length)
    expect(new Set(jobs.map(({ cortexJobId }) => cortexJobId)).size).toBe(after.length)
    const { rows } = await client.listRuleRuns({ range: '0-1000' })
    expect(rows).toHaveLength(after.length * 2)
    await server.stop()
  })
})
