import { describe, expect, it } from 'vitest'
import { removeOldJobs } from '../../src/engine/jobs/retention.ts'
import { startPlatform } from '../../src/platform/platform.ts'
import { databases } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'

const named = { dataType: 'domain', data: 'examp1e.test' }
const minute = 60_000

describe.each(databases)('$name: a list that changed', ({ open }) => {
  it('is the cause of the new verdict, with its name and who changed it, also without the reports', async () => {
    const app = await makeEngineApp(open, [], {
      startPlatform,
      environment: { ASSAY_JOB_RUNNERS: 'builtin', ASSAY_JOB_RETENTION: '30d' },
    })
    const upload = async (entry: string, as: 'orgadmin' | 'analyze' = 'orgadmin') => {
      const attachment = new File([`${entry}\n`], 'SOC.txt')
      return (await app.as(as).uploadResource({ attachment })).reference
    }
    const { id } = await app
      .as('orgadmin')
      .enableAnalyzer(
        { id: 'Assay_Lists_1_0' },
        { name: 'Assay_Lists', configuration: { block_lists: [await upload('other.test')] } },
      )
    const run = async () => {
      app.clock.advance(minute)
      const job = await app.as('analyze').runAnalyzer({ id }, { ...named, force: true })
      await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
    }
    const history = async () => (await app.as('analyze').getValue(named)).history.runs
    await run()
    app.clock.advance(minute)
    await upload(named.data)
    const changedAt = app.clock.now()
    await run()
    await run()
    app.clock.advance(minute)
    await upload('other.test')
    await run()

    const rows = [
      { from: 'malicious', cause: { kind: 'listChanged', list: { change: 'removed', by: 'ada' } } },
      { from: 'malicious', to: 'malicious', cause: { kind: 'reanalysis' } },
      {
        to: 'malicious',
        cause: {
          kind: 'listChanged',
          list: {
            name: 'SOC',
            source: 'list',
            change: 'added',
            by: 'ada',
            at: changedAt,
            others: 0,
          },
        },
      },
      { cause: { kind: 'firstAnalysis' } },
    ]
    expect(await history()).toMatchObject(rows)

    app.clock.advance(31 * 24 * 60 * minute)
    expect(await removeOldJobs(app.deps)).toBe(4)
    expect(await history()).toMatchObject(rows)
  })
})
