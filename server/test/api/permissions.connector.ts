import type { TestDatabases } from '../databases.ts'
import { givenAlert, givenCase, givenObservable } from '../platform/investigation.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { enginesSetting, startStubEngine, stubJob, stubWorker } from '../platform/stub-engine.ts'
import type { Options, TestApp } from '../setup.ts'
import type { Sample } from './permissions.table.ts'

/**
 * Responders, actions, analyzers and analyses, in the dialects of both namespaces. The case, its
 * observable, the alert and the analysis belong to `alpha`; the engine is open to all.
 */
const rows = `
list#Responders             | on the alert                | 401    404  200     200      403        404      401    401
search#Responders           |                             | 401    200  200     200      403        200      401    401
list#ActionsOf              | the alert                   | 401    404  200     200      403        404      401    401
list#ActionsOfAlert         | of alpha                    | 401    404  200     200      403        404      401    401
list#Actions                |                             | 401    200  200     200      403        200      401    401
search#Actions              |                             | 401    200  200     200      403        200      401    401
run#Action                  | on the observable           | 401    404  200     200      403        404      401    401

list#Analyzers              |                             | 401    200  200     200      403        200      401    401
list#AnalyzersOfType        | ip                          | 401    200  200     200      403        200      401    401
get#Analyzer                | r1                          | 401    200  200     200      403        200      401    401
get#Analysis                | of alpha                    | 401    200  200     200      403        404      401    401
search#Analyses             |                             | 401    200  200     200      403        200      401    401
run#Analysis                | of the observable           | 401    403  201     201      403        404      401    401
`

export const connectorTable = `
${rows.replaceAll('#', 'Engine')}
${rows.replaceAll('#', 'Cortex')}
runCortexAnalyses           | of the observable           | 401    403  201     201      403        404      401    401
`

const onAlert = () => ({ params: { objectType: 'alert', id: '~2001' } })
const action = { responderId: 'r1', objectType: 'case_artifact', objectId: '~3001' }
const analysis = { analyzerId: 'r1', artifactId: '~3001' }

const samplesOf = (
  name: 'Engine' | 'Cortex',
  engine: Record<string, string>,
): Record<string, () => Sample> => ({
  [`list${name}Responders on the alert`]: onAlert,
  [`list${name}ActionsOf the alert`]: onAlert,
  [`list${name}ActionsOfAlert of alpha`]: () => ({ params: { id: '~2001' } }),
  [`run${name}Action on the observable`]: () => ({ input: { ...engine, ...action } }),
  [`list${name}AnalyzersOfType ip`]: () => ({ params: { dataType: 'ip' } }),
  [`get${name}Analyzer r1`]: () => ({ params: { id: 'r1' } }),
  [`get${name}Analysis of alpha`]: () => ({ params: { id: '~6001' } }),
  [`run${name}Analysis of the observable`]: () => ({ input: { ...engine, ...analysis } }),
})

export const connectorSamples: Record<string, (me: string) => Sample> = {
  ...samplesOf('Engine', { engineId: 'stub' }),
  ...samplesOf('Cortex', { cortexId: 'stub' }),
  'runCortexAnalyses of the observable': () => ({ input: { jobs: [analysis] } }),
}

export const keyOfEngine = 'PLANTED-key-of-an-engine-9c41e7'

/** A server with what the table names, and an engine that takes everything. */
export async function makeConnectorOfAlpha(
  open: TestDatabases['open'],
  options: Options = {},
): Promise<TestApp> {
  const stub = await startStubEngine()
  const list = () => ({ body: [stubWorker()] })
  for (const call of ['POST /api/responder/_search', 'GET /api/analyzer']) stub.on(call, list)
  stub.on('GET /api/analyzer/type/:type', list)
  stub.on('GET /api/analyzer/:id', () => ({ body: stubWorker() }))
  stub.on('POST /api/:kind/:id/run', () => ({ body: stubJob() }))
  stub.on('GET /api/job/:id/waitreport', () => ({ body: stubJob() }))
  const app = await makePlatformApp(open, {
    ...options,
    environment: {
      ...options.environment,
      ...enginesSetting([
        { name: 'stub', url: stub.url, auth: { type: 'bearer', key: keyOfEngine } },
      ]),
    },
  })
  await givenCase(app.deps)
  await givenAlert(app.deps)
  await givenObservable(app.deps, { id: '~3001' })
  await app.deps.db
    .insertInto('observable_jobs')
    .values({
      id: '~6001',
      organization: 'alpha',
      observable_id: '~3001',
      analyzer_id: 'r1',
      analyzer_name: 'Stub',
      analyzer_definition: 'Stub_1_0',
      engine_id: 'stub',
      engine_job_id: 'j1',
      status: 'Success',
      start_date: 1_000,
      end_date: 2_000,
      report: '{"success":true}',
      operations: '[]',
      next_poll_at: null,
      poll_failures: 0,
      created_at: 1_000,
      created_by: 'alan',
      updated_at: null,
      updated_by: null,
    })
    .execute()
  return app
}
