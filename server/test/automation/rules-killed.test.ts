import { pathToFileURL } from 'node:url'
import type { RuleRun } from '@assay/contract'
import { describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import { bootstrap, clientOf, key, makeAda } from '../submitter.ts'

/** `ASSAY_DRILL_RULES=200` for the whole drill. */
const kills = Number(process.env.ASSAY_DRILL_RULES ?? 3)
const alertsEach = 4
const pageSize = 200

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
    // Of a long drill there are more than one answer has.
    const rowsOf = async <T>(query: unknown[]) => {
      const all: T[] = []
      for (;;) {
        const page = { _name: 'page', from: all.length, to: all.length + pageSize }
        const some: T[] = await post(server, '/api/v1/query', { query: [...query, page] })
        all.push(...some)
        if (some.length < pageSize) return all
      }
    }
    const runsOf = async () => {
      const all: RuleRun[] = []
      for (;;) {
        const range = `${all.length}-${all.length + pageSize}`
        const { rows, total } = await client.listRuleRuns({ range })
        all.push(...rows)
        if (rows.length === 0 || all.length >= total) return all
      }
    }
    const alerts = await rowsOf<{ title: string; tags: string[] }>([{ _name: 'listAlert' }])
    // What was acknowledged is there; of what was not, nothing or all.
    expect(alerts.map(({ title }) => title)).toEqual(expect.arrayContaining(stored))
    const unfinished = async () => {
      const rows = await runsOf()
      const missing = Math.max(0, alerts.length * 2 - rows.length)
      return missing + rows.filter(({ state }) => state !== 'done').length
    }
    // A long drill leaves much to do: it may take long, as long as it goes on.
    for (let left = Number.POSITIVE_INFINITY; left > 0; )
      left = await vi.waitFor(
        async () => {
          const count = await unfinished()
          expect(count).toBeLessThan(left)
          return count
        },
        { timeout: patienceMs, interval: 250 },
      )
    const after = await rowsOf<{ title: string; tags: string[] }>([{ _name: 'listAlert' }])
    for (const { tags } of after) expect(tags).toEqual(['seen'])
    const comments = await rowsOf<{ message: string }>([
      { _name: 'listAlert' },
      { _name: 'comments' },
    ])
    expect(comments.map(({ message }) => message).sort()).toEqual(
      after.map(({ title }) => `seen ${title}`).sort(),
    )
    const cases = await rowsOf<{ title: string }>([{ _name: 'listCase' }])
    expect(cases.map(({ title }) => title).sort()).toEqual(after.map(({ title }) => title).sort())
    const jobs = await rowsOf<{ cortexJobId?: string }>([
      { _name: 'listAlert' },
      { _name: 'observables' },
      { _name: 'jobs' },
    ])
    expect(jobs).toHaveLength(after.length)
    expect(new Set(jobs.map(({ cortexJobId }) => cortexJobId)).size).toBe(after.length)
    expect(await runsOf()).toHaveLength(after.length * 2)
    if (process.env.ASSAY_DRILL_RULES)
      process.stderr.write(`${kills} kills, ${after.length} alerts, ${jobs.length} jobs\n`)
    await server.stop()
  })
})
