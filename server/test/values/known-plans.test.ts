import { describe, expect, it } from 'vitest'
import { type KnownQuery, queryOf } from '../../src/knowledge/known/filter.ts'
import { pageOf, totalOf } from '../../src/knowledge/known/list.ts'
import { timelineOf } from '../../src/knowledge/known/timeline.ts'
import { sqlite } from '../../src/storage/common/dialect.ts'
import type { Db } from '../../src/storage/database.ts'
import { sqlite as testSqlite } from '../databases.ts'
import { planOf } from '../engine/query-plan.ts'

/** SQLite chooses without having seen the rows, so what an empty table shows is what a full one does. */
const { open } = testSqlite

const caller = { login: 'alan', organization: 'alpha' } as Parameters<typeof queryOf>[1]
const page = { offset: 0, limit: 50 }
type Filter = KnownQuery['filter']

const planFor = async (filter: Filter, ask: (db: Db, query: KnownQuery) => Promise<unknown>) => {
  const { db } = await open()
  const query = await queryOf(db, caller, filter, false)
  return planOf(db, (listening) => ask(listening, query))
}
const newest = { by: 'lastSeen', descending: true } as const
const first = (db: Db, query: KnownQuery) => pageOf(db, sqlite, query, newest, page)
const total = (db: Db, query: KnownQuery) => totalOf(db, sqlite, query)
const bars = (db: Db, query: KnownQuery) => timelineOf(db, sqlite, query, 90, 1)

describe('sqlite: the list of known observables', () => {
  it.each<[string, Filter]>([
    ['all', {}],
    ['bad ones', { level: ['malicious', 'suspicious'] }],
    ['a time', { since: 1, until: 2 }],
  ])('is read along an index for %s, and sorted by none', async (_what, filter) => {
    const plan = await planFor(filter, first)
    expect(plan).toMatch(/known_values_by_(last|level)/)
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it.each<[string, Filter]>([
    ['a text', { text: 'a.test' }],
    ['a text with a verdict', { text: 'a.test', level: ['none'] }],
    ['a text with a type', { text: 'a.test', dataType: ['domain'], inCase: false }],
    ['what was not analyzed for long', { notCheckedSince: 5 }],
  ])('reads no row to find and to count %s', async (_what, filter) => {
    for (const ask of [first, total])
      expect(await planFor(filter, ask)).toContain('USING COVERING INDEX known_values_by_last')
  })

  it('is counted for the timeline from an index alone', async () => {
    expect(await planFor({}, bars)).toMatch(/USING COVERING INDEX known_values_by_(last|level)/)
  })

  it('finds tags among what has tags', async () => {
    expect(await planFor({ tag: 'lure' }, first)).toContain('known_values_with_tags')
  })
})
