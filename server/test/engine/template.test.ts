import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { needPython } from './running.ts'
import { makeEngineApp } from './setup.ts'

const folder = join(import.meta.dirname, '../../../analyzers/template/program')

describe.each(oneDatabase)('$name: the template of a program', ({ open }) => {
  it('is an analyzer that runs', async () => {
    needPython()
    const app = await makeEngineApp(open, [], { environment: { ASSAY_ANALYZER_URLS: folder } })
    const worker = await app
      .as('orgadmin')
      .enableAnalyzer(
        { id: 'Watchwords_1_0' },
        { name: 'Words', configuration: { words: ['invoice'] } },
      )
    const job = await app
      .as('analyze')
      .runAnalyzer({ id: worker.id }, { dataType: 'other', data: 'Your Invoice' })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(ended.report).toMatchObject({
      summary: { taxonomies: [{ level: 'suspicious', value: 'invoice' }] },
      full: { found: ['invoice'] },
    })
  })
})
