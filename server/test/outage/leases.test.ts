import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { databases } from '../databases.ts'
import { isRunning, processesNaming } from '../engine/running.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { openThroughProxy } from './own-postgres.ts'

const postgres = databases.filter(({ name }) => name === 'postgres')
const patience = { timeout: 30_000, interval: 100 }

const acting = {
  ...programs.waiting,
  name: 'Acting',
  type: 'responder',
  dataTypeList: ['thehive:case'],
} as const

describe.each(postgres)('$name: a node that hears nothing of the database', () => {
  it('stops its responders before somebody else may take them, and lets analyzers run on', async () => {
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

    // What it sends may still arrive; it hears no answer.
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
  }, 90_000)
})
