import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { key } from '../submitter.ts'
import { describeDrill, drillMs, makeDrillCluster, patience } from './drill-cluster.ts'

const hour = 3_600_000

const wrongBy = (ms: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/wrong-clock.mjs`)}`,
  TEST_CLOCK_MS: String(ms),
})

describeDrill('processes whose clocks are an hour slow and an hour fast', () => {
  it('keep their jobs, find equal ones, and all dates are those of the database', {
    timeout: drillMs,
  }, async () => {
    const cluster = await makeDrillCluster({ settings: { ASSAY_JOB_SLOTS: '2' } })
    const slowWeb = await cluster.web('slow-web', wrongBy(-hour))
    const fastWeb = await cluster.web('fast-web', wrongBy(hour))
    const workers = [
      await cluster.worker('slow', wrongBy(-hour)),
      await cluster.worker('fast', wrongBy(hour)),
    ]
    const databaseNow = async () => {
      const [row] = await cluster.ask<{ now: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
      )
      return row?.now ?? 0
    }
    const began = await databaseNow()
    // What the engine does not decide by: the slow one made it.
    const [made] = await cluster.ask<{ at: number }>(
      'select created_at::float8 as at from organizations',
    )
    expect(made?.at).toBeLessThan(began - hour / 2)
    cluster.hold('Look', 'Act')
    const ids: string[] = []
    for (const [at, web] of [slowWeb, fastWeb].entries()) {
      ids.push(await cluster.submit(web, 'Look', `token-${at}`))
      ids.push(await cluster.submit(web, 'Act', `token-${at}`))
    }
    await vi.waitUntil(
      () => cluster.allStarts('Look').length + cluster.allStarts('Act').length === 4,
      patience,
    )
    // Equal to one that the other one took.
    expect(await cluster.submit(fastWeb, 'Look', 'token-0')).toBe(ids[0])
    expect(await cluster.submit(slowWeb, 'Look', 'token-1')).toBe(ids[2])

    // Renewed by all, and checked by all that might consider it expired.
    const leases = async () =>
      (await cluster.ask<{ until: number }>('select locked_until::float8 as until from jobs')).map(
        ({ until }) => until,
      )
    const first = Math.max(...(await leases()))
    await vi.waitUntil(async () => Math.min(...(await leases())) > first + 15_000, patience)
    cluster.letEnd('Look', 'Act')
    for (const id of ids) await cluster.hasEnded(id)
    const ended = await databaseNow()

    const states = await cluster.jobs()
    for (const id of ids) {
      expect(states.get(id)).toMatchObject({ status: 'Success', run: 1, attempts: 1 })
      const job = (await (await slowWeb.call('GET', `/api/job/${id}`, { key })).json()) as {
        createdAt: number
        startDate: number
        endDate: number
      }
      for (const moment of [job.createdAt, job.startDate, job.endDate]) {
        expect(moment).toBeGreaterThanOrEqual(Math.floor(began))
        expect(moment).toBeLessThanOrEqual(Math.ceil(ended))
      }
    }
    // From the finished ones too: how old they are is the database's to say.
    expect(await cluster.submit(fastWeb, 'Look', 'token-0')).toBe(ids[0])
    expect(await cluster.submit(slowWeb, 'Look', 'token-1')).toBe(ids[2])
    for (const one of [slowWeb, fastWeb, ...workers]) expect((await one.stop()).code).toBe(0)
  })
})
