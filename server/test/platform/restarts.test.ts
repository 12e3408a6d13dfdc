import { describe, expect, it, vi } from 'vitest'
import { type Platform, startPlatform } from '../../src/platform/platform.ts'
import { databases, type TestDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import { callAs, endedAction, rowsOf } from './connector.ts'
import { makePlatformApp } from './setup.ts'
import { enginesSetting, startStubEngine, stubJob } from './stub-engine.ts'

const done = {
  body: stubJob({
    status: 'Success',
    report: {
      success: true,
      operations: [{ type: 'CreateTask', title: 'Made once', description: 'd' }],
    },
  }),
}

/** Processes on one database and one engine; each can be stopped separately. */
async function processes(open: TestDatabases['open']) {
  const stub = await startStubEngine()
  stub.on('POST /api/responder/:id/run', () => ({ body: stubJob() }))
  stub.on('GET /api/job/:id/waitreport', () => ({ body: stubJob() }))
  const environment = enginesSetting([{ name: 'stub', url: stub.url }])
  const database = await open()
  const start = async (empty: boolean) => {
    let platform: Platform | undefined
    const app = await makePlatformApp(async () => handle(database, empty), {
      environment,
      empty,
      startPlatform: async (deps) => {
        platform = await startPlatform(deps)
        return platform
      },
    })
    return { app, stop: async () => await platform?.stop() }
  }
  return { stub, start }
}

async function handle(database: TestDatabase, isSecond: boolean): Promise<TestDatabase> {
  return isSecond ? { ...(await database.another()), another: database.another } : database
}

async function act(app: TestApp) {
  const { id } = await rowsOf(app).case()
  const { body } = await callAs(app)('POST', '/api/connector/cortex/action', {
    responderId: 'r1',
    cortexId: 'stub',
    objectType: 'case',
    objectId: id,
  })
  return { caseId: id, actionId: body._id as string }
}

const tasksOf = (app: TestApp) =>
  app.deps.db.selectFrom('tasks').select('id').where('title', '=', 'Made once').execute()

describe.each(databases)('$name: an open action', ({ open }) => {
  it('is ended by the next process after the first was stopped', async () => {
    const { stub, start } = await processes(open)
    const first = await start(false)
    const { actionId } = await act(first.app)
    await first.stop()

    stub.on('GET /api/job/:id/waitreport', () => done)
    const second = await start(true)
    const row = await endedAction(second.app, actionId)

    expect(row.status).toBe('Success')
    expect(await tasksOf(second.app)).toHaveLength(1)
  })

  it('is ended once by two processes that both hold the answer', async () => {
    const { stub, start } = await processes(open)
    const answer = Promise.withResolvers<void>()
    stub.on('GET /api/job/:id/waitreport', async () => {
      await answer.promise
      return done
    })
    const asked = () => stub.calls.filter(({ call }) => call.includes('waitreport')).length
    const first = await start(false)
    const { actionId } = await act(first.app)
    await vi.waitFor(() => expect(asked()).toBe(1), patienceMs)

    // The first one is as good as dead: it waits, and its claim runs out.
    const second = await start(true)
    await vi.waitFor(() => {
      second.app.clock.advance(61_000)
      expect(asked()).toBeGreaterThan(1)
    }, patienceMs)
    answer.resolve()
    await endedAction(second.app, actionId)
    await Promise.all([first.stop(), second.stop()])

    expect(await tasksOf(second.app)).toHaveLength(1)
    const audits = await second.app.deps.db
      .selectFrom('audit')
      .select('details')
      .where('object_id', '=', actionId)
      .where('action', '=', 'action.update')
      .execute()
    expect(audits).toHaveLength(1)
  })

  it('is asked about by one process at a time', async () => {
    const { stub, start } = await processes(open)
    const first = await start(false)
    const second = await start(true)
    stub.on('GET /api/job/:id/waitreport', () => done)

    const actions: string[] = []
    for (let index = 0; index < 10; index += 1) actions.push((await act(first.app)).actionId)
    for (const action of actions) await endedAction(first.app, action)

    expect(await tasksOf(second.app)).toHaveLength(10)
    expect(stub.calls.filter(({ call }) => call.includes('waitreport'))).toHaveLength(10)
  })

  it('of an engine that hangs does not hold up those of others', async () => {
    const hanging = await startStubEngine()
    const never = Promise.withResolvers<never>()
    hanging.on('POST /api/responder/:id/run', () => ({ body: stubJob() }))
    hanging.on('GET /api/job/:id/waitreport', () => never.promise)
    const quick = await startStubEngine()
    quick.on('POST /api/responder/:id/run', () => ({ body: stubJob() }))
    quick.on('GET /api/job/:id/waitreport', () => done)
    const environment = enginesSetting([
      { name: 'hanging', url: hanging.url },
      { name: 'quick', url: quick.url },
    ])
    const app = await makePlatformApp(open, { environment })
    const { id } = await rowsOf(app).case()
    const run = (cortexId: string) =>
      callAs(app)('POST', '/api/connector/cortex/action', {
        responderId: 'r1',
        cortexId,
        objectType: 'case',
        objectId: id,
      })
    await Promise.all(Array.from({ length: 70 }, () => run('hanging')))

    const { body } = await run('quick')

    expect((await endedAction(app, body._id)).status).toBe('Success')
  })
})
