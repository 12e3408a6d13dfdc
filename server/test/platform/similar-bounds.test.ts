import { CompiledQuery, createQueryId, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { maxHolders, similarityScore } from '../../src/domain/response/similarity.ts'
import { collected } from '../../src/domain/rows.ts'
import { findSimilar, rank } from '../../src/platform/cases/similar.ts'
import { observablesOf } from '../../src/platform/cases/similar-seeds.ts'
import type { Db } from '../../src/storage/database.ts'
import { databases, onlyPostgres, sqlite } from '../databases.ts'
import { listenTo, planOf } from '../engine/query-plan.ts'
import { insertRows, row } from './rows.ts'

const ofAlert = (id: string) => ({ target: 'case' as const, seeds: observablesOf('alert', [id]) })
const firstOf = (id: string) => ({ ...ofAlert(id), page: { offset: 0, limit: 15 } })

const found = async (db: Db, request: Parameters<typeof findSimilar<'case'>>[2]) => {
  const { total, batches } = await findSimilar(db, 'alpha', request)
  return { total, rows: await collected(batches) }
}

const idOf = (n: number) => `~${100_000 + n}`

/** Cases that all hold `everywhere`; the oldest and the newest also hold `rare`. */
async function fill(db: Db, cases: number) {
  await insertRows(db, {
    alerts: [row.alert('~1')],
    observables: ['everywhere', 'rare'].map((value, n) =>
      row.observable(`~${10 + n}`, value, { alert_id: '~1' }),
    ),
  })
  for (let from = 0; from < cases; from += 500) {
    const some = Array.from({ length: Math.min(500, cases - from) }, (_, n) => from + n)
    await insertRows(db, {
      cases: some.map((n) => row.case(idOf(n), { created_at: n })),
      observables: some.flatMap((n) => [
        row.observable(`${idOf(n)}0`, 'everywhere', { case_id: idOf(n) }),
        row.observable(`${idOf(n)}1`, n === 0 || n === cases - 1 ? 'rare' : `own ${n}`, {
          case_id: idOf(n),
        }),
      ]),
    })
  }
}

describe.each(databases)('$name: a value that very many cases hold', ({ open }) => {
  it('finds its newest holders, and adds to what rarer values find however old', async () => {
    const { db } = await open()
    const cases = maxHolders + 200
    await fill(db, cases)

    const { total, rows } = await found(db, firstOf('~1'))

    expect(rows.slice(0, 3).map(({ row: { id } }) => id)).toEqual([
      idOf(cases - 1),
      idOf(0),
      idOf(cases - 2),
    ])
    // The newest, and the oldest one that `rare` has found.
    expect(total).toBe(maxHolders + 1)
    const [, oldest] = rows
    expect(oldest).toMatchObject({
      similarObservableCount: 2,
      score: similarityScore(cases, [maxHolders, 2]),
    })
    expect(oldest?.shared.map(({ data, holders }) => [data, holders])).toEqual([
      ['rare', 2],
      ['everywhere', maxHolders],
    ])
  })
})

describe('sqlite: the search for similar cases', () => {
  it('reads values from the index alone, and owners by theirs', async () => {
    const { db } = await sqlite.open()
    await fill(db, 3)

    const plan = await planOf(db, (asked) => found(asked, firstOf('~1')))

    const perValue = 'observables_by_holder (organization=? AND value_hash=? AND case_id'
    expect(plan).toContain(`SEARCH matched USING COVERING INDEX ${perValue}>?)`)
    expect(plan).toContain(`SEARCH holder USING COVERING INDEX ${perValue}>?)`)
    expect(plan).toContain('observables_of_alert (alert_id=?)')
    expect(plan).toContain('observables_of_case (case_id=?)')
    // Nothing of it goes through all observables of the organization.
    expect(plan).not.toMatch(/observables_by_holder \(organization=\?\)/)
    expect(plan).not.toMatch(/SCAN (observables|matched|holder|own|cases)\b/)
  })
})

describe.each(onlyPostgres)('$name: the search for similar cases', ({ open }) => {
  it('reads no more rows when the table is larger and the matches are the same', async () => {
    const { db } = await open()
    await fill(db, 20)
    await sql`analyze observables`.execute(db)
    const before = await rowsRead(db)
    await insertRows(db, { alerts: [row.alert('~2')] })
    for (let from = 0; from < 3_000; from += 500)
      await insertRows(db, {
        observables: Array.from({ length: 500 }, (_, n) =>
          row.observable(`~9${from + n}`, `other ${from + n}`, { alert_id: '~2' }),
        ),
      })
    await sql`analyze observables`.execute(db)

    const after = await rowsRead(db)

    expect(before).toBeGreaterThan(20)
    expect(after).toBeLessThanOrEqual(before + 100)
  })
})

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const rowsOf = (node: PlanNode): number => {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const here = node['Relation Name'] === 'observables' ? own * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), here)
}

/** Rows of `observables` that the ranking looks at, as PostgreSQL itself counts them. */
async function rowsRead(db: Db): Promise<number> {
  const { nodes, listening } = listenTo(db)
  await rank(listening, 'alpha', firstOf('~1'))
  const [ranking] = nodes
  if (!ranking) throw new Error('The ranking sent no statement')
  const query = db.getExecutor().compileQuery(ranking, createQueryId())
  const text = `explain (analyze, format json) ${query.sql}`
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(text, [...query.parameters]),
  )
  const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: { 'Actual Rows': 0, 'Actual Loops': 0 } }]
  return rowsOf(Plan)
}
