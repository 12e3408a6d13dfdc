import { describe, expect, it } from 'vitest'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { noteEnds } from '../../src/engine/gates/ends.ts'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { responseStates } from './response-states.ts'
import { makeEngineApp, programs } from './setup.ts'

const dataTypeList = ['ip']
const block = { ...programs.responder, dataTypeList }
/** Reports what it was run with. */
const unblock = { ...programs.echo, name: 'Unblock', type: 'responder' as const, dataTypeList }
const broken = { ...unblock, name: 'Broken', script: 'exit 1' }

async function make(open: TestDatabases['open'], undoer = 'Unblock', engine?: EngineOptions) {
  const app = await makeEngineApp(open, [block, unblock, broken], engine && { engine })
  const { id } = await app.enable('orgadmin', 'Block')
  const { id: responder } = await app.enable('orgadmin', undoer)
  const setPolicy = (more: object = {}) =>
    app
      .as('orgadmin')
      .setResponderPolicy(
        { id },
        { effect: 'contain', inverse: { responder, parameters: { mode: 'undo' } }, ...more },
      )
  await setPolicy()
  const client = app.as('analyze')
  const { responseOf, until } = responseStates(app)
  const done = async () => {
    const job = await client.runResponder(
      { id },
      { data: '203.0.113.5', dataType: 'ip', tlp: 1, parameters: { ticket: 7 } },
    )
    return until(job.id, { state: 'done' })
  }
  return { app, id, client, setPolicy, responseOf, until, done }
}

describe.each(databases)('$name: what a responder did', ({ open }) => {
  it('is undone by hand, on the same object, and recorded', async () => {
    const { app, client, done, until } = await make(open)
    const response = await done()
    expect(response).toMatchObject({
      ...{ undoState: null, undoneBy: expect.any(String), undoAfterMinutes: null },
    })

    const undoing = await client.undoResponse({ id: response.id }, { reason: 'it was ours' })
    expect(undoing).toMatchObject({ undoState: 'running', undoAttempts: 1 })
    const over = await until(response.jobId, { state: 'undone', undoState: 'done' })

    const { report } = await client.getReport({ id: over.undoJobId ?? '' })
    expect((report as { full: { input: object } }).full.input).toMatchObject({
      data: '203.0.113.5',
      dataType: 'ip',
      tlp: 1,
      parameters: { ticket: 7, mode: 'undo' },
    })
    const { rows } = await app.as('orgadmin').listAudit({
      query: { objectType: 'response' },
      range: 'all',
    })
    expect(rows.map(({ action }) => action)).toEqual(
      ['undone', 'undo', 'ask-undo', 'end'].map((change) => `response.${change}`),
    )
  })

  it('is undone when its time is over, and once where it was done twice', async () => {
    const { app, client, done, responseOf, setPolicy, until } = await make(open)
    await setPolicy({ undoAfterMinutes: 60 })
    const first = await done()
    expect(first.undoAfterMinutes).toBe(60)
    app.clock.advance(60_000)
    const second = await done()

    expect(await responseOf(first.jobId)).toMatchObject({ undoState: null, undoAt: null })
    expect(second).toMatchObject({ undoState: 'planned' })
    expect(second.undoAt).toBeGreaterThanOrEqual(app.clock.now() + 60 * 60_000)
    const now = await client.undoResponse({ id: second.id }, {})
    expect(now.undoState).toBe('running')
    await until(second.jobId, { state: 'undone' })
  })

  it('is undone by the server, when its time is over', async () => {
    const { app, done, responseOf, setPolicy, until } = await make(open, 'Unblock', {
      responseMs: 50,
    })
    await setPolicy({ undoAfterMinutes: 60 })
    const { jobId } = await done()
    app.clock.advance(59 * 60_000)
    expect(await responseOf(jobId)).toMatchObject({ state: 'done', undoState: 'planned' })
    app.clock.advance(60_000)
    await until(jobId, { state: 'undone', undoAttempts: 1 })
  })

  it('stays, after three failed tries, until a user says what became of it', async () => {
    const { app, client, done, until } = await make(open, 'Broken')
    const response = await done()
    await client.undoResponse({ id: response.id }, {})
    const first = await until(response.jobId, { undoState: 'planned', undoAttempts: 1 })
    expect(first.undoAt).toBe(app.clock.now() + 60_000)

    await app.deps.db
      .updateTable('guarded_responses')
      .set({ undo_attempts: 3, undo_state: 'running' })
      .where('id', '=', response.id)
      .execute()
    const failed = await until(response.jobId, { undoState: 'failed', undoAttempts: 3 })
    const open_ = async () => (await client.listResponses({ open: true })).rows
    expect((await open_()).map(({ id }) => id)).toEqual([response.id])
    expect(failed.message).toBeTruthy()
    for (const person of ['analyze', 'orgadmin'] as const)
      expect((await app.as(person).listNotices({})).rows).toContainEqual(
        expect.objectContaining({ kind: 'undoFailed', objectId: response.id }),
      )

    const reason = 'unblocked by hand'
    const resolved = await client.resolveResponse({ id: response.id }, { reason })
    expect(resolved).toMatchObject({ resolvedBy: 'alan', resolvedReason: reason })
    expect(await open_()).toEqual([])
    expect(await refusalOf(client.resolveResponse({ id: response.id }, { reason }))).toMatchObject({
      status: 409,
    })
  })
})

describe.each(oneDatabase)('$name: what a responder did', ({ open }) => {
  it('is not known where its server was lost: it is not repeated, and a user decides', async () => {
    const { app, client, done, responseOf } = await make(open)
    const { id, jobId } = await done()
    await app.deps.db
      .updateTable('jobs')
      .set({
        status: 'Failure',
        error_message: 'The server stopped while this responder was running. …',
      })
      .where('id', '=', jobId)
      .execute()
    await app.deps.db
      .updateTable('guarded_responses')
      .set({ state: 'running' })
      .where('id', '=', id)
      .execute()

    await noteEnds(app.deps, jobId)

    expect(await responseOf(jobId)).toMatchObject({ state: 'unknown' })
    expect((await client.listNotices({})).rows).toMatchObject([
      { kind: 'responseFailed', objectType: 'response', objectId: id },
    ])
    expect((await client.listResponses({ open: true })).total).toBe(1)
    await client.resolveResponse({ id }, { reason: 'it had blocked' })
    expect((await client.listResponses({ open: true })).total).toBe(0)
  })

  it('is undone at the later of two moments, also where the earlier run set it', async () => {
    const { done, responseOf, setPolicy } = await make(open)
    await setPolicy({ undoAfterMinutes: 600 })
    const first = await done()
    await setPolicy({ undoAfterMinutes: 60 })
    const second = await done()

    expect(await responseOf(first.jobId)).toMatchObject({ undoState: null })
    expect((await responseOf(second.jobId)).undoAt).toBe(first.undoAt)
  })

  it('is undone once when two users want it at the same moment, also while it is tried again', async () => {
    const { app, client, done, until } = await make(open)
    const { id, jobId } = await done()
    await app.deps.db
      .updateTable('guarded_responses')
      .set({ undo_state: 'planned', undo_at: app.clock.now() + 60_000, undo_attempts: 1 })
      .where('id', '=', id)
      .execute()

    await Promise.allSettled([1, 2, 3].map(() => client.undoResponse({ id }, {})))

    await until(jobId, { state: 'undone', undoAttempts: 1 })
    const { rows } = await client.listJobs({ range: 'all' })
    expect(rows.filter(({ workerName }) => workerName === 'Unblock')).toHaveLength(1)
  })

  it('stays to be undone by hand where its object or what undoes it is gone', async () => {
    const { app, client, done, until } = await make(open)
    const { id, jobId, undoneBy } = await done()
    await client.deleteJob({ id: jobId })
    await app.as('orgadmin').disableResponder({ id: undoneBy ?? '' })

    await client.undoResponse({ id }, {})
    const tried = await until(jobId, { undoState: 'planned', undoAttempts: 1 })
    expect(tried.message).toContain('not found')
    expect(tried.state).toBe('done')
  })

  it('can be undone by hand as well where the responder failed: it may have acted', async () => {
    const { app, client, done, until } = await make(open)
    const { id, jobId } = await done()
    await app.deps.db
      .updateTable('guarded_responses')
      .set({ state: 'failed' })
      .where('id', '=', id)
      .execute()

    await client.undoResponse({ id }, {})
    await until(jobId, { state: 'undone' })
  })

  it('is undone only where there is something to undo, and a responder that does it', async () => {
    const { client, done, setPolicy, until } = await make(open)
    await setPolicy({ inverse: null })
    const { id, jobId } = await done()
    expect(await refusalOf(client.undoResponse({ id }, {}))).toEqual(
      badRequest('No responder undoes Block. An administrator can set inverse in its policy'),
    )

    await setPolicy()
    await client.undoResponse({ id }, {})
    const again = await refusalOf(client.undoResponse({ id }, {}))
    expect(again.status).toBe(409)
    await until(jobId, { state: 'undone' })
    expect((await refusalOf(client.undoResponse({ id }, {}))).message).toBe(
      'There is nothing to undo: this response is undone',
    )
  })

  it('waits, after a backup was restored, until a superadmin resumes it', async () => {
    const { app, client, done, responseOf } = await make(open)
    const { id, jobId } = await done()
    await app.deps.db
      .updateTable('guarded_responses')
      .set({ undo_state: 'paused', undo_at: app.clock.now() + 1_000_000 })
      .where('id', '=', id)
      .execute()
    expect((await client.listResponses({ open: true })).total).toBe(1)

    expect(await app.as('root').resumeUndos()).toEqual({ resumed: 1 })

    expect(await responseOf(jobId)).toMatchObject({ undoState: 'planned' })
  })

  it('of another organization does not exist', async () => {
    const { app, done } = await make(open)
    const { id } = await done()
    const stranger = app.as('stranger')
    const gone = notFound(`response ${id} not found`)

    expect(await refusalOf(stranger.undoResponse({ id }, {}))).toEqual(gone)
    expect(await refusalOf(stranger.resolveResponse({ id }, { reason: 'mine' }))).toEqual(gone)
  })
})
