import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { JobEvent } from '../../src/engine/jobs/events.ts'
import { lookAtAwaited } from '../../src/engine/jobs/watch.ts'
import { databases } from '../databases.ts'
import { makeQueue } from './queue-fixtures.ts'
import { makeEngineApp, programs } from './setup.ts'

describe.each(databases)('$name: awaited jobs', ({ open }) => {
  it('are answered when another process ends them without a notification', async () => {
    const app = await makeEngineApp(open, [programs.echo], {
      environment: { ASSAY_ROLES: 'engine' },
    })
    const { id } = await app.enable('orgadmin', 'Echo')
    const client = app.as('analyze')
    const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    const waiting = client.waitReport({ id: job.id }, { atMost: 'Inf' })

    await app.deps.db.updateTable('jobs').set({ status: 'Failure' }).execute()

    expect((await waiting).status).toBe('Failure')
  })

  it('are looked at together, and each gets its status', async () => {
    const { deps, submit } = await makeQueue(open)
    const told: JobEvent[] = []
    const stops = Array.from({ length: 1000 }, (_, at) => deps.events.onJob(`gone-${at}`, () => {}))
    const id = await submit({ organization: 'alpha' })
    deps.events.onJob(id, (event) => told.push(event))
    deps.events.onJob('removed', (event) => told.push(event))
    let questions = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        questions += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }

    await lookAtAwaited({ ...deps, db: deps.db.withPlugin(counting) })
    for (const stop of stops) stop()

    expect(questions).toBe(3)
    expect(told).toContainEqual({ jobId: id, organization: 'alpha', status: 'Waiting' })
    expect(told).toContainEqual({ jobId: 'removed', organization: '', status: 'Deleted' })
    expect(deps.events.awaited().sort()).toEqual([id, 'removed'].sort())
  })
})
