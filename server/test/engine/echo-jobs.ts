import type { Job } from '@assay/contract'
import type { TestDatabases } from '../databases.ts'
import { makeEngineApp } from './setup.ts'

/** An engine whose analyzer answers its input, with so many jobs. */
export async function makeEcho(open: TestDatabases['open'], count = 0) {
  const app = await makeEngineApp(open)
  const { id } = await app.enable('orgadmin', 'Echo')
  const client = app.as('analyze')
  const run = (data: string, input: object = {}): Promise<Job> =>
    client.runAnalyzer({ id }, { data, dataType: 'ip', ...input })
  const ended = (job: string) => client.waitReport({ id: job }, { atMost: 'Inf' })
  const jobs: Job[] = []
  for (let at = 0; at < count; at += 1) {
    app.clock.advance(1000)
    jobs.push(await run(`1.1.1.${at}`))
  }
  return { app, id, client, run, ended, jobs }
}
