import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { apiKey, asking, key } from './asking.ts'
import { type EngineApp, makeEngineApp } from './setup.ts'

/** A scan is answered before it is done: what it finds is waited for. */
async function scanned(app: EngineApp, isDone: () => Promise<boolean>) {
  await app.as('orgadmin').scanAnalyzerDefinitions()
  await vi.waitUntil(isDone, { timeout: patienceMs, interval: 20 })
}

describe.each(oneDatabase)('$name: an enabled analyzer', ({ open }) => {
  it('survives a definition that vanishes, says so, and runs on', async () => {
    const app = await makeEngineApp(open, [asking])
    const { id } = await app.enable('orgadmin', 'Asking', { configuration: { api_key: key } })
    const client = app.as('orgadmin')

    await rm(join(app.catalogue.analyzers, 'Asking', 'Asking.json'))
    await scanned(app, async () => (await client.listAnalyzerDefinitions()).total === 0)
    const worker = await client.getAnalyzer({ id })
    const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    const ended = await client.waitReport({ id: job.id }, { atMost: 'Inf' })
    const changed = await client.updateAnalyzer({ id }, { rate: 1, rateUnit: 'Day' })

    expect(worker).toMatchObject({ obsolete: true, configuration: { api_key: key } })
    expect(worker).not.toHaveProperty('availableDefinitionId')
    expect(ended.status).toBe('Success')
    expect(changed).toMatchObject({ rate: 1, obsolete: true, configuration: { api_key: key } })
  })

  it('is offered a newer version and takes its configuration along when it switches', async () => {
    const app = await makeEngineApp(open, [asking])
    const { id } = await app.enable('orgadmin', 'Asking', {
      configuration: { api_key: key, old: 'x', max_tlp: 3 },
    })
    const client = app.as('orgadmin')
    await app.addProgram({
      ...asking,
      version: '2.0',
      dataTypeList: ['ip', 'url'],
      configurationItems: [
        apiKey,
        { name: 'added', type: 'number', description: 'New', required: true, defaultValue: 7 },
      ],
    })
    await scanned(
      app,
      async () => (await client.getAnalyzer({ id })).availableDefinitionId !== undefined,
    )

    const offered = await app.as('analyze').getAnalyzer({ id })
    const other = await refusalOf(client.updateAnalyzer({ id }, { workerDefinitionId: 'Echo_1_0' }))
    const switched = await client.updateAnalyzer({ id }, { workerDefinitionId: 'Asking_2_0' })

    expect(offered).toMatchObject({ version: '1.0', availableDefinitionId: 'Asking_2_0' })
    expect(other).toEqual(notFound('Worker Echo_1_0 not found'))
    expect(switched).toMatchObject({
      id,
      version: '2.0',
      analyzerDefinitionId: 'Asking_2_0',
      dataTypeList: ['ip', 'url'],
      configuration: { api_key: key, added: 7, max_tlp: 3 },
    })
    expect(switched.configuration).not.toHaveProperty('old')
    expect(switched).not.toHaveProperty('availableDefinitionId')
    expect(switched).not.toHaveProperty('obsolete')
  })

  it('is not offered an older version as if it were newer', async () => {
    const app = await makeEngineApp(open, [{ ...asking, version: '2.0' }])
    const { id } = await app.enable('orgadmin', 'Asking', { configuration: { api_key: key } })
    const client = app.as('orgadmin')

    await app.addProgram({ ...asking, version: '1.0' })
    await scanned(
      app,
      async () => (await client.listAnalyzerDefinitions()).rows[0]?.version === '1.0',
    )
    const worker = await client.getAnalyzer({ id })

    expect(worker).not.toHaveProperty('availableDefinitionId')
    expect(worker).toMatchObject({ version: '2.0', obsolete: true })
  })
})
