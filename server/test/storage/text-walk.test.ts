import { type Expression, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { parseCriteria } from '../../src/domain/criteria.ts'
import { collected } from '../../src/domain/rows.ts'
import { jobModel } from '../../src/engine/job-rows/model.ts'
import { searchJobs } from '../../src/engine/job-rows/store.ts'
import { caseModel } from '../../src/platform/cases/model.ts'
import { observableModel } from '../../src/platform/observables/model.ts'
import { modelsFor } from '../../src/platform/query/models.ts'
import { comparedLength, isLong } from '../../src/storage/common/text-walk.ts'
import type { Database } from '../../src/storage/database.ts'
import type { AnyModel } from '../../src/storage/search/model.ts'
import { compileCriteria, orderBy } from '../../src/storage/search/search.ts'
import { databases } from '../databases.ts'
import { fillJobs } from '../security/served.ts'

const on = (operator: string, field: string, value: unknown = 'x') => ({
  [operator]: { _field: field, _value: value },
})

/** Whatever reads a text of any length, or compares it with a pattern. */
const long: [model: AnyModel, query: unknown][] = [
  [jobModel, on('_wildcard', 'data')],
  [jobModel, on('_wildcard', 'workerName')],
  [jobModel, on('_like', 'message')],
  [jobModel, on('_like', 'label')],
  [jobModel, { label: 'x' }],
  [jobModel, { _in: { _field: 'label', _values: ['x', 'y'] } }],
  [jobModel, { _gt: { message: 'x' } }],
  [jobModel, { _not: on('_wildcard', 'data') }],
  [jobModel, { _or: [{ tlp: 2 }, on('_wildcard', 'data')] }],
  [jobModel, { _string: 'word' }],
  [jobModel, { _string: 'data:a*' }],
  [jobModel, { _parent: { _type: 'organization', _query: on('_like', 'description') } }],
  [observableModel(0, modelsFor(0, new Map())), { tags: 'x' }],
  [observableModel(0, modelsFor(0, new Map())), { _contains: 'tags' }],
]

/** What an index or the first page of a row answers. */
const short: [model: AnyModel, query: unknown][] = [
  [jobModel, {}],
  [jobModel, { _id: 'x' }],
  [jobModel, { status: 'Success', dataType: 'ip', tlp: 2 }],
  [jobModel, { data: 'x' }],
  [jobModel, { _gt: { createdAt: 5 } }],
  [jobModel, { _contains: 'label' }],
  [jobModel, on('_like', 'workerName')],
]

describe.each(databases)('$name: a search that may read long texts', ({ open }) => {
  const compiled = ({ db }: Database, condition: Expression<unknown>) =>
    sql`select 1 where ${condition}`.compile(db)

  it('is marked, whatever it is made of', async () => {
    const database = await open()
    for (const [model, query] of long) {
      const condition = compileCriteria(database.dialect, model, parseCriteria(query))
      const statement = compiled(database, condition)
      expect(isLong(statement), JSON.stringify(query)).toBe(true)
    }
  })

  it('is distinguished from one that reads none', async () => {
    const database = await open()
    for (const [model, query] of short) {
      const condition = compileCriteria(database.dialect, model, parseCriteria(query))
      const statement = compiled(database, condition)
      expect(isLong(statement), JSON.stringify(query)).toBe(false)
    }
  })

  it('is marked for its order, and for the members of JSON objects', async () => {
    const models = modelsFor(0, new Map([['team', { name: 'team', type: 'string' } as never]]))
    const database = await open()
    const sorted = (model: AnyModel, field: string) =>
      compiled(database, orderBy(database.dialect, model, [{ field, descending: false }]))

    expect(isLong(sorted(jobModel, 'data'))).toBe(true)
    expect(isLong(sorted(jobModel, 'message'))).toBe(true)
    expect(isLong(sorted(caseModel(0, models), 'customFields.team'))).toBe(true)
    expect(isLong(sorted(jobModel, 'createdAt'))).toBe(false)
    expect(isLong(sorted(jobModel, 'workerName'))).toBe(false)
  })

  it('looks at the beginning of a text for a pattern, and at all of it for a whole value', async () => {
    const database = await open()
    const { db, dialect } = database
    await db
      .insertInto('organizations')
      .values({ name: 'alpha', description: '', status: 'Active', created_at: 0, created_by: '' })
      .execute()
    const text = `start ${'-'.repeat(comparedLength)} end`
    await fillJobs(database, 1, text)
    const found = async (query: unknown) => {
      const listing = { criteria: parseCriteria(query), range: { offset: 0, limit: 5 }, sort: [] }
      const { batches } = await searchJobs(db, dialect, 'alpha', listing, [])
      return (await collected(batches)).length
    }

    expect(await found(on('_wildcard', 'data', 'start*'))).toBe(1)
    expect(await found(on('_wildcard', 'data', '*start *'))).toBe(1)
    expect(await found(on('_wildcard', 'data', '*end*'))).toBe(0)
    expect(await found(on('_wildcard', 'data', `start ${'-'.repeat(200)}*`))).toBe(1)
    expect(await found({ data: text })).toBe(0)
    await db
      .updateTable('jobs')
      .set({ data_hash: await sha256(text) })
      .execute()
    expect(await found({ data: text })).toBe(1)
    expect(await found({ data: `${text}!` })).toBe(0)
  })
})

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex')
}
