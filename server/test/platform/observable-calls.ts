import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestDatabases } from '../databases.ts'
import type { Options, Person, TestApp } from '../setup.ts'
import { givenAlert, givenCase } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

export const inCase = '/api/case/~1001/artifact'

export async function makeInvestigation(open: TestDatabases['open'], options: Options = {}) {
  const app = await makePlatformApp(open, options)
  await givenCase(app.deps)
  await givenAlert(app.deps)
  return app
}

export const post = (app: TestApp, url: string, payload: object, as: Person = 'analyze') =>
  app.inject({ as, method: 'POST', url, payload })

export async function addOne(app: TestApp, url = inCase, payload: object = {}) {
  const response = await post(app, url, { dataType: 'ip', data: '1.1.1.1', ...payload })
  expect(response.statusCode).toBe(201)
  return response.json()[0] as { _id: string; tags: string[] }
}

export const count = async (
  { deps }: TestApp,
  table: 'observables' | 'actions' | 'observable_jobs',
) => (await deps.db.selectFrom(table).select('id').execute()).length

export const sha256 = (content: Buffer | string) =>
  createHash('sha256').update(content).digest('hex')

/** The file of an observable, by its hash. */
export const download = (
  app: TestApp,
  hash: string,
  as: 'read' | 'analyze' | 'stranger' | 'root' = 'read',
) => app.inject({ as, url: `/api/datastore/${hash}` })
