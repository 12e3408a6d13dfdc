import type { ResponderPolicy } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { startProblem } from '../../src/engine/gates/start.ts'
import { claimedColumns } from '../../src/engine/job-rows/claimed.ts'
import { findWorker, type WorkerRow } from '../../src/engine/workers/store.ts'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { responseStates } from './response-states.ts'
import { makeEngineApp, programs } from './setup.ts'

const dataTypeList = ['ip', 'thehive:alert']
const block = { ...programs.responder, dataTypeList }
const unblock = { ...programs.echo, name: 'Unblock', type: 'responder' as const, dataTypeList }
const bad = '203.0.113.5'

async function make(open: TestDatabases['open'], policy: Partial<ResponderPolicy> = {}) {
  const app = await makeEngineApp(open, [block, unblock])
  const { id } = await app.enable('orgadmin', 'Block')
  const { id: responder } = await app.enable('orgadmin', 'Unblock')
  const inverse = { responder, parameters: {} }
  const setPolicy = (more: Partial<ResponderPolicy>) =>
    app.as('orgadmin').setResponderPolicy(
      { id },
      {
        ...{ effect: 'contain', approval: 'always', inverse, undoAfterMinutes: 5 },
        ...{ dryRun: { parameter: 'dry', value: true } },
        ...policy,
        ...more,
      },
    )
  await setPolicy({})
  const client = app.as('analyze')
  const run = (data: unknown, dry: unknown = true, dataType = 'ip') =>
    client.runResponder({ id }, { data, dataType, parameters: { dry } })
  const { responseOf, until } = responseStates(app)
  const done = (jobId: string) => until(jobId, { state: 'done' })
  return { app, id, client, setPolicy, run, responseOf, done }
}

describe.each(oneDatabase)('$name: a dry run of a responder', ({ open }) => {
  it('needs no approval, is recorded as one, and there is nothing to undo', async () => {
    const { client, run, done } = await make(open)

    const response = await done((await run(bad)).id)

    expect(response).toMatchObject({
      ...{ dry: true, needsApproval: false, decidedBy: null, message: null },
      ...{ undoneBy: null, undoAt: null, undoState: null, parameters: { dry: true } },
    })
    expect(await refusalOf(client.undoResponse({ id: response.id }, {}))).toMatchObject({
      status: 409,
      message: 'There is nothing to undo: this was a dry run',
    })
  })

  it('is one with exactly the value of the policy; any other waits for an approval', async () => {
    const { run, responseOf } = await make(open)

    for (const value of ['true', false, 1, null]) {
      const { id } = await run(bad, value)
      expect(await responseOf(id)).toMatchObject({ dry: false, state: 'asked' })
    }
  })

  it('does not count for the hourly limit, and is not held by it', async () => {
    const { run, done } = await make(open, { approval: 'never', perHour: 1 })

    for (let count = 0; count < 3; count += 1) await done((await run(bad)).id)
    await done((await run(bad, false)).id)
    expect(await refusalOf(run(bad, false))).toMatchObject({ status: 429 })
    await done((await run(bad)).id)
  })

  it('says what a real run would be refused for: protected observables, and too many', async () => {
    const { run, done } = await make(open, { maxTargets: 1 })
    const google = '8.8.8.8 is protected: Public resolver (Google) (range 8.8.8.8/32)'
    const two = { artifacts: ['8.8.8.8', bad].map((data) => ({ dataType: 'ip', data })) }

    expect(await done((await run('8.8.8.8')).id)).toMatchObject({
      message: `A real run would be refused: ${google}`,
      overrides: [],
    })
    expect((await done((await run(two, true, 'thehive:alert')).id)).message).toBe(
      `A real run would be refused: ${google}. Block may be run on 1 observables at once, not on 2. Run it on fewer`,
    )
    expect((await done((await run('203.0.113.0/20')).id)).message).toContain('wider than /24')
    expect(await refusalOf(run('8.8.8.8', false))).toMatchObject({ status: 400 })
  })

  it('is refused for its TLP like any other', async () => {
    const { app, id, client } = await make(open)
    await app
      .as('orgadmin')
      .updateResponder({ id }, { configuration: { check_tlp: true, max_tlp: 1 } })

    const input = { data: bad, dataType: 'ip', tlp: 3, parameters: { dry: true } }
    expect(await client.runResponder({ id }, input)).toMatchObject({ status: 'Failure' })
    expect((await client.listResponses()).total).toBe(0)
  })

  it('does not start once another value is the dry one, or its responder was changed', async () => {
    for (const change of ['value', 'configuration'] as const) {
      const { app, id, run, setPolicy, responseOf } = await make(open)
      const { db } = app.deps
      await db.updateTable('workers').set({ pool: 'none' }).where('id', '=', id).execute()
      const { id: jobId } = await run('8.8.8.8')
      expect(await responseOf(jobId)).toMatchObject({ state: 'approved' })
      if (change === 'value') await setPolicy({ dryRun: { parameter: 'dry', value: 'yes' } })
      else await db.updateTable('workers').set({ configuration_hash: 'other' }).execute()

      const job = await db
        .selectFrom('jobs')
        .select(claimedColumns)
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow()
      const worker = await findWorker(db, job.organization, 'responder', id)
      const problem = await startProblem(app.deps, job, worker as WorkerRow)
      expect(problem).toContain('changed after this')
      expect(await responseOf(jobId)).toMatchObject({ state: 'void', dry: true })
    }
  })
})
