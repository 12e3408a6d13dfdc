import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeEngineApp } from './setup.ts'

describe.each(databases)('$name: an artifact', ({ open }) => {
  it('is found by its job, and by the report that today’s engine puts between them', async () => {
    const app = await makeEngineApp(open)
    const client = app.as('orgadmin')
    const worker = await app.enable('orgadmin', 'Echo')
    const { id } = await client.runAnalyzer({ id: worker.id }, { data: '1.1.1.1', dataType: 'ip' })
    await client.waitReport({ id }, { atMost: 'Inf' })
    const found = async (query: Record<string, unknown>) =>
      (await client.listArtifacts({ id }, { query })).total

    for (const _type of ['job', 'report']) {
      expect(await found({ _parent: { _type, _id: id } }), _type).toBe(1)
      expect(await found({ _parent: { _type, _query: { dataType: 'ip' } } }), _type).toBe(1)
      expect(await found({ _parent: { _type, _query: { dataType: 'url' } } }), _type).toBe(0)
    }
  })
})
