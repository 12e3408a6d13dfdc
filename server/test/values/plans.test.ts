import { describe, expect, it } from 'vitest'
import { talliesOf } from '../../src/knowledge/investigations/tally.ts'
import { wantedOf } from '../../src/knowledge/values/named.ts'
import { aroundMany } from '../../src/knowledge/values/relations.ts'
import { countKnown, searchKnown } from '../../src/knowledge/values/search.ts'
import { sqlite } from '../../src/storage/common/dialect.ts'
import type { Db } from '../../src/storage/database.ts'
import { notifyOfVerdict } from '../../src/storage/rows/watch-news.ts'
import { sqlite as testSqlite } from '../databases.ts'
import { planOf } from '../engine/query-plan.ts'
import { makeJudges } from './setup.ts'

/** SQLite chooses without having seen the rows, so what an empty table shows is what a full one does. */
const { open } = testSqlite

const wanted = wantedOf({ dataType: 'domain', data: 'a.test' })
const page = { offset: 0, limit: 20 }
const every = { onlyHeld: false }

describe('sqlite: what is known about a value', () => {
  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['a search', (db) => searchKnown(db, sqlite, 'alpha', every, page)],
    ['a chart', (db) => countKnown(db, sqlite, 'alpha', every, 1000)],
    ['a list of investigations', (db) => talliesOf(db, 'alpha', ['x'], true)],
    ['the graph', (db) => aroundMany(db, 'alpha', [wanted])],
  ])('is found for %s by the value, not among all of the organization', async (_what, ask) => {
    const { db } = await open()

    expectByValue(await planOf(db, ask))
  })

  it('is found for its watchers in the same way', async () => {
    const { app } = await makeJudges(open)
    await app.as('analyze').watchValue({ dataType: 'domain', data: 'a.test' })
    const about = { organization: 'alpha', value_hash: wanted.key, worker_name: null, job_id: null }

    expectByValue(await planOf(app.deps.db, () => notifyOfVerdict(sqlite, about, 0)))
  })
})

function expectByValue(plan: string): void {
  expect(plan).toContain('sqlite_autoindex_value_answers_1 (organization=? AND value_hash=?')
  // Only what is listed by its level is read by it.
  expect(plan).not.toMatch(/SEARCH (?!a )\w+ USING (COVERING )?INDEX value_answers_by_level/)
  expect(plan).not.toMatch(/value_answers_by_level \(organization=\?\)/)
}
