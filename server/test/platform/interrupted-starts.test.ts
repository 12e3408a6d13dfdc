import { describe, expect, it, vi } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import { eventsOf, makeConnectorApp, operating, rowsOf } from './connector.ts'
import { stubJob } from './stub-engine.ts'
import { report, run, withStub } from './stubbed.ts'

const block = operating('Block', [{ type: 'AddTagToArtifact', tag: 'blocked' }])

const startsOf = ({ deps: { db } }: TestApp) => db.selectFrom('starting_jobs').selectAll().execute()

describe.each(databases)('$name: an action', ({ open }) => {
  it('is stored before its engine is called, and shown to no one before the answer', async () => {
    const { stub, app, act, call, objectId } = await withStub(open)
    const published = eventsOf(app, 'alpha')
    const seen: unknown[] = []
    stub.on(run, async () => {
      seen.push(await startsOf(app))
      const list = await call('GET', `/api/connector/engine/action/case_artifact/${objectId}`)
      const found = await call('POST', '/api/connector/engine/action/_search', { query: {} })
      seen.push(list.body, found.body, [...published])
      return { body: stubJob() }
    })

    const { body } = await act({ parameters: { password: 'hunter2' } })

    const [starts, ...shown] = seen
    expect(starts).toMatchObject([{ kind: 'action', engine_id: 'stub', created_by: 'alan' }])
    expect(JSON.stringify(starts)).not.toContain('hunter2')
    expect(shown).toEqual([[], [], []])
    expect(published).toMatchObject([{ operation: 'create', objectId: body._id }])
    expect(await startsOf(app)).toEqual([])
  })
})

describe.each(oneDatabase)('$name: an action without a usable answer', ({ open }) => {
  it('of our own engine is asked for again under its name, for the same user, and runs once', async () => {
    const app = await makeConnectorApp(open, [block])
    const responder = await app.enable('orgadmin', 'Block')
    const objectId = await rowsOf(app).observable({ case_id: (await rowsOf(app).case()).id })
    const rightFetch = globalThis.fetch
    let cut = 0
    vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
      const answer = await rightFetch(input, init)
      if (!/responder\/[^/]+\/run$/.test(String(input)) || cut > 0) return answer
      cut += 1
      return new Response('{"id":', { status: 200 })
    })
    try {
      const answer = await app.inject({
        ...{ as: 'analyze', method: 'POST', url: '/api/connector/cortex/action' },
        payload: { objectType: 'case_artifact', objectId, responderId: responder.id },
      })
      expect(answer.statusCode).toBe(424)
      expect(answer.json().message).toMatch(/Do not repeat this: Assay asks again/)
      expect(cut).toBe(1)
      const row = await vi.waitFor(
        async () => {
          app.clock.advance(1_000)
          return app.deps.db.selectFrom('actions').selectAll().executeTakeFirstOrThrow()
        },
        { timeout: patienceMs, interval: 50 },
      )
      expect((await app.ended(row.id)).status).toBe('Success')
      const jobs = await app.deps.db.selectFrom('jobs').select(['id', 'asked_by']).execute()
      expect(jobs).toEqual([{ id: row.engine_job_id, asked_by: 'alan' }])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('that is recorded by two processes at once is one action', async () => {
    const { stub, app, act, stored } = await withStub(open)
    stub.on(run, async () => {
      // The other process takes it for dead, and records it first.
      app.clock.advance(600_000)
      await vi.waitFor(async () => expect(await stored()).toHaveLength(1), patienceMs)
      return { body: stubJob() }
    })
    stub.on(report, () => ({ body: stubJob() }))

    const { body } = await act()

    expect(await stored()).toMatchObject([{ id: body._id, status: 'Failure' }])
  })
})
