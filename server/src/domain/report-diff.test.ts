import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffFields, diffLimits, diffLists } from './report-diff.ts'

describe('what differs between the contents of two reports', () => {
  it('is named by its path, with both values', () => {
    const before = {
      stats: { malicious: 3, clean: 90 },
      scans: [{ name: 'A', result: 'x' }],
      gone: true,
    }
    const after = {
      stats: { malicious: 32, clean: 90 },
      scans: [{ name: 'A', result: 'y' }, { name: 'B' }],
    }
    expect(diffFields(before, after)).toMatchObject({
      changes: [
        { path: 'gone', kind: 'removed', before: 'true' },
        { path: 'scans[name=A].result', kind: 'changed', before: '"x"', after: '"y"' },
        { path: 'scans[name=B]', kind: 'added', after: '{name}' },
        { path: 'stats.malicious', kind: 'changed', before: '3', after: '32' },
      ],
      same: 2,
      isCut: false,
    })
  })

  it('leaves out times and ids, which differ with every run, and nothing else', () => {
    const at = (hour: number) => ({
      scan_date: `2026-11-18T0${hour}:00:00Z`,
      last_analysis_date: 1_790_000_000 + hour,
      requestId: `r${hour}`,
      scan_id: `s${hour}`,
      tookMs: hour,
      ttl: hour,
      date: hour === 1 ? 'unknown' : 'never',
      valid: hour,
    })
    expect(diffFields(at(1), at(2)).changes.map(({ path }) => path)).toEqual([
      'date',
      'ttl',
      'valid',
    ])
  })

  it('takes lists of plain values as sets: their order says nothing', () => {
    expect(diffFields({ ns: ['a', 'b'] }, { ns: ['b', 'a', 'c'] })).toMatchObject({
      changes: [{ path: 'ns[]', kind: 'added', after: '"c"' }],
      same: 2,
    })
  })

  it('ends after 500 changes, and says so', () => {
    const many = (offset: number) =>
      Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`k${at}`, at + offset]))
    const found = diffFields(many(0), many(1))
    expect(found).toMatchObject({ isCut: true })
    expect(found.changes).toHaveLength(diffLimits.changes)
  })

  it('ends in what is nested without end', () => {
    let deep: unknown = 1
    for (let at = 0; at < 200; at += 1) deep = { deep }
    expect(diffFields(deep, { deep: 2 }).isCut).toBe(false)
    expect(diffFields(deep, structuredClone(deep)).isCut).toBe(true)
  })

  it('looks at no more than 400,000 places', () => {
    const wide = Array.from({ length: diffLimits.visits / 3 }, (_, at) => ({ at: { at } }))
    expect(diffFields({ wide }, { wide: structuredClone(wide) }).isCut).toBe(true)
  })

  const json = fc.jsonValue({ maxDepth: 4 })

  it('is nothing between a report and its copy, and the same both ways, whatever it holds', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(diffFields(one, structuredClone(one)).changes).toEqual([])
        const there = diffFields(one, other)
        const back = diffFields(other, one)
        const turned = back.changes.map(
          ({ kind }) => ({ added: 'removed', removed: 'added', changed: 'changed' })[kind],
        )
        expect(turned.sort()).toEqual(there.changes.map(({ kind }) => kind as string).sort())
        expect(back.same).toBe(there.same)
      }),
    )
  })

  it('is short, however long the values are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 2_000 }), json), (one) => {
        const [change] = diffFields({}, { one, text: 'é'.repeat(9_000) }).changes.toReversed()
        expect(change?.after?.length).toBeLessThanOrEqual(diffLimits.text)
        for (const { path } of diffFields({}, one).changes)
          expect(path.length).toBeLessThanOrEqual(diffLimits.path)
      }),
    )
  })
})

it('what came, went and stayed is told apart by its key', () => {
  expect(diffLists([1, 2], [2, 3], String)).toEqual({ added: [3], removed: [1], same: [2] })
})
