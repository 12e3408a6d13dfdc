import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeEngineApp } from './setup.ts'

describe.each(databases)('$name: the first job', ({ open }) => {
  it('goes from submission to report', async () => {
    const app = await makeEngineApp(open)
    const worker = await app.enable('orgadmin', 'Echo')

    const job = await app
      .as('analyze')
      .runAnalyzer({ id: worker.id }, { data: '8.8.8.8', dataType: 'ip', tlp: 1, message: 'hello' })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(job.status).toBe('Waiting')
    expect(ended).toMatchObject({ id: job.id, status: 'Success', runner: 'process' })
    expect(ended.report).toMatchObject({
      success: true,
      full: { input: { data: '8.8.8.8', dataType: 'ip', tlp: 1, pap: 2, message: 'hello' } },
    })
  })
})
