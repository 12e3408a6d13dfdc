import { multipart } from '../forms.ts'
import type { EngineApp } from './setup.ts'

/** Sends a file to an analyzer and waits for its report. */
export async function analyzeFile(app: EngineApp, id: string, filename: string, content: Buffer) {
  const submitted = await app.inject({
    as: 'analyze',
    method: 'POST',
    url: `/api/analyzer/${id}/run`,
    ...multipart(
      { name: '_json', value: '{"dataType":"file"}' },
      { name: 'data', value: content, filename },
    ),
  })
  const job = submitted.json()
  const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
  return { job, ended }
}
