import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { similarityScore } from '../../src/domain/response/similarity.ts'
import { collected } from '../../src/domain/rows.ts'
import { findSimilar } from '../../src/platform/cases/similar.ts'
import { observablesOf } from '../../src/platform/cases/similar-seeds.ts'
import { databases } from '../databases.ts'
import { replaceRows, row } from './rows.ts'

interface Held {
  owner: string
  organization: string
  value: string
  type: string
  ioc: boolean
  ignored: boolean | null
}

const owners = ['~1', '~2', '~10', '~11', '~12', '~20']
const isCase = (id: string) => Number(id.slice(1)) >= 10
const organizationOf = (id: string) => (id === '~20' || id === '~2' ? 'beta' : 'alpha')

const held: fc.Arbitrary<Held[]> = fc.uniqueArray(
  fc
    .record({
      owner: fc.constantFrom(...owners),
      value: fc.constantFrom('a', 'b', 'c', 'A'),
      type: fc.constantFrom('domain', 'other'),
      ioc: fc.boolean(),
      ignored: fc.constantFrom(true, false, null, null),
    })
    .map((values) => ({ ...values, organization: organizationOf(values.owner) })),
  { selector: ({ owner, value, type }) => `${owner} ${value} ${type}`, maxLength: 25 },
)

/** The rules of the wire as plain loops. */
const expected = (all: readonly Held[], alert: string, organization: string) => {
  const counts = all.filter((one) => one.organization === organization && one.ignored !== true)
  const wanted = new Set(counts.filter(({ owner }) => owner === alert).map(({ value }) => value))
  const ofCases = counts.filter(({ owner }) => isCase(owner))
  const matched = ofCases.filter(({ value }) => wanted.has(value))
  const total = owners.filter((id) => isCase(id) && organizationOf(id) === organization).length
  const holders = (value: string) =>
    new Set(ofCases.filter((one) => one.value === value).map(({ owner }) => owner)).size
  return [...new Set(matched.map(({ owner }) => owner))].sort().map((id) => {
    const here = matched.filter(({ owner }) => owner === id)
    const own = ofCases.filter(({ owner }) => owner === id)
    return {
      id,
      similarObservableCount: here.length,
      similarIocCount: here.filter(({ ioc }) => ioc).length,
      observableCount: own.length,
      iocCount: own.filter(({ ioc }) => ioc).length,
      score: similarityScore(total, [...new Set(here.map(({ value }) => value))].map(holders)),
      types: here.map(({ type }) => type).sort(),
      shared: here.length,
    }
  })
}

describe.each(databases)('$name: similar cases of any alert', ({ open }) => {
  it('are what plain loops find', async () => {
    const { db } = await open()
    await fc.assert(
      fc.asyncProperty(held, async (all) => {
        await replaceRows(db, {
          cases: owners
            .filter(isCase)
            .map((id) => row.case(id, { organization: organizationOf(id) })),
          alerts: owners
            .filter((id) => !isCase(id))
            .map((id) => row.alert(id, { organization: organizationOf(id) })),
          observables: all.map((one, index) =>
            row.observable(`~${100 + index}`, one.value, {
              organization: one.organization,
              data_type: one.type,
              ioc: one.ioc ? 1 : 0,
              ignore_similarity: one.ignored === null ? null : one.ignored ? 1 : 0,
              ...(isCase(one.owner) ? { case_id: one.owner } : { alert_id: one.owner }),
            }),
          ),
        })

        for (const [alert, organization] of [
          ['~1', 'alpha'],
          ['~2', 'beta'],
          ['~2', 'alpha'],
        ] as const) {
          const { batches, total } = await findSimilar(db, organization, {
            target: 'case',
            seeds: observablesOf('alert', [alert]),
          })
          const rows = await collected(batches)
          const found = rows
            .map(({ row, observableTypes, shared, origin, ...counts }) => ({
              id: row.id,
              ...counts,
              types: Object.entries(observableTypes)
                .flatMap(([type, count]) => Array.from({ length: count }, () => type))
                .sort(),
              shared: shared.length,
            }))
            .sort((a, b) => (a.id < b.id ? -1 : 1))
          expect(found).toEqual(expected(all, alert, organization))
          expect(total).toBe(found.length)
          expect(rows.map(({ score }) => score)).toEqual(
            rows.map(({ score }) => score).toSorted((a, b) => b - a),
          )
        }
      }),
      { numRuns: 30 },
    )
  })
})
