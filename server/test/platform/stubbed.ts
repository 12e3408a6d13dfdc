import type { TestDatabases } from '../databases.ts'
import { callAs, rowsOf } from './connector.ts'
import { makePlatformApp } from './setup.ts'
import { enginesSetting, startStubEngine, stubJob } from './stub-engine.ts'

export const run = 'POST /api/responder/:id/run'
export const report = 'GET /api/job/:id/waitreport'

/** The platform with the one engine `stub`, and an observable to run its responder `r1` on. */
export async function withStub(open: TestDatabases['open'], engine: object = {}) {
  const stub = await startStubEngine()
  stub.on(run, () => ({ body: stubJob() }))
  stub.on(report, () => ({ body: stubJob() }))
  const setting = {
    name: 'stub',
    url: stub.url,
    auth: { type: 'bearer', key: 's3cret' },
    ...engine,
  }
  const app = await makePlatformApp(open, { environment: enginesSetting([setting]) })
  const rows = rowsOf(app)
  const { id: caseId } = await rows.case()
  const objectId = await rows.observable({ case_id: caseId })
  const call = callAs(app)
  const act = (more: object = {}, namespace = 'engine') =>
    call('POST', `/api/connector/${namespace}/action`, {
      engineId: 'stub',
      responderId: 'r1',
      objectType: 'case_artifact',
      objectId,
      ...more,
    })
  const stored = () => app.deps.db.selectFrom('actions').selectAll().execute()
  return { stub, app, caseId, objectId, call, act, stored }
}
