import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { onlyPostgres } from '../databases.ts'
import { isRunning, processesNaming } from '../engine/running.ts'
import { type FixtureProgram, makeEngineApp, programs } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'
import { openThroughProxy } from './own-postgres.ts'

const patience = { timeout: patienceMs, interval: 100 }

const acting: FixtureProgram = {
  ...programs.waiting,
  name: 'Acting',
  type: 'responder',
  dataTypeList: ['thehive:case'],
}

describe.each(onlyPostgres)('$name: a node that hears nothing of the database', () => {
  it('stops its responders before another process may take them, and lets analyzers run on', async () => {
    const { database, proxy } = await openThroughProxy()
    const app = await makeEngineApp(async () => database, [programs.waiting, acting], {
      // A tenth of the real times.
      engine: { leaseTimes: { renewMs: 1_000, unsureMs: 2_000, stopMs: 2_500 } },
    })
    const client = app.as('analyze')
    const look = await app.enable('orgadmin', 'Waiting')
    const act = await app.enable('orgadmin', 'Acting')
    const looking = await client.runAnalyzer({ id: look.id }, { data: '1.1.1.1', dataType: 'ip' })
    const acted = await client.runResponder({ id: act.id }, {
      data: { _id: 'x', title: 'x' },
      dataType: 'thehive:case',
    } as never)
    const pidOf = (folder: string, name: string) =>
      vi.waitUntil(() => processesNaming(join(folder, name)).find(isRunning), patience)
    const lookingPid = await pidOf(app.catalogue.analyzers, 'Waiting')
    const actingPid = await pidOf(app.catalogue.responders, 'Acting')

    // What it sends may still arrive; it receives no answer.
    proxy.drop('down')
    await vi.waitUntil(() => !isRunning(actingPid), patience)

    expect(isRunning(lookingPid)).toBe(true)
    proxy.pass()
    await writeFile(join(app.catalogue.analyzers, 'Waiting', 'go'), '')
    const status = async (id: string) => (await client.getJob({ id })).status
    await expect.poll(() => status(acted.id), patience).toBe('Failure')
    await expect.poll(() => status(looking.id), patience).toBe('Success')
    const report = await client.getReport({ id: acted.id })
    expect(JSON.stringify(report)).toContain('It may already have acted')
  })
})

describe.each(onlyPostgres)('$name: a claim whose answer is lost', () => {
  it('loses no job: not even a responder is called lost', async () => {
    const { database, proxy } = await openThroughProxy()
    const app = await makeEngineApp(async () => database, [programs.responder], {
      // So long that only a submission wakes it.
      engine: { pollMs: 3_600_000 },
    })
    const client = app.as('analyze')
    const { id } = await app.enable('orgadmin', 'Block')
    const submit = (title: string) =>
      client.runResponder({ id }, {
        data: { _id: title, title },
        dataType: 'thehive:case',
      } as never)

    const isCut = proxy.cutAfter(/claim_jobs_1/)
    const first = await submit('first')
    await isCut
    expect((await client.getJob({ id: first.id })).status).toBe('InProgress')
    await submit('second')

    const row = () =>
      app.deps.db
        .selectFrom('jobs')
        .select(['status', 'run', 'attempts'])
        .where('id', '=', first.id)
        .executeTakeFirst()
    await expect.poll(row, patience).toEqual({ status: 'Success', run: 2, attempts: 1 })
  })
})
