import type { SimilarCase } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { caseFilterOf, percentOf, sorted, typesOf, wanted, wishIn } from './similar.ts'

const similar = (
  score: number,
  counts: [number, number],
  iocs: [number, number],
  types: Record<string, number>,
) =>
  ({
    case: { severity: 2, startDate: score },
    similarObservableCount: counts[0],
    observableCount: counts[1],
    similarIocCount: iocs[0],
    iocCount: iocs[1],
    observableTypes: types,
    extraData: { score, observables: [] },
  }) as unknown as SimilarCase

const found = [
  similar(3, [5, 8], [2, 2], { domain: 3, ip: 2 }),
  similar(2, [1, 4], [0, 0], { hash: 1 }),
  similar(1, [4, 4], [0, 3], { ip: 4 }),
]
const wish = wishIn(new URLSearchParams())

describe('the wish in the address', () => {
  it('is for open cases of any time unless it says otherwise', () => {
    expect(wish).toEqual({
      status: 'Open',
      period: undefined,
      minObservables: 0,
      minIocs: 0,
      types: [],
    })
  })

  it('ignores impossible values', () => {
    const odd = new URLSearchParams(
      'status=Lost&period=constructor&minObservables=many&minIocs=900',
    )
    expect(wishIn(odd)).toMatchObject({ status: 'Open', period: undefined, minObservables: 0 })
    expect(wishIn(odd).minIocs).toBe(100)
  })
})

describe('the filter of the server', () => {
  it('is a field and its value when only a status is wanted', () => {
    expect(caseFilterOf(wish, 0)).toEqual({ _field: 'status', _value: 'Open' })
  })

  it('is nothing when any case will do', () => {
    expect(caseFilterOf({ status: 'any', period: undefined }, 0)).toBeUndefined()
  })

  it('begins at midnight, the same for the whole day', () => {
    const day = 86_400_000
    const morning = caseFilterOf({ status: 'any', period: 'month' }, 100 * day + 1)
    expect(morning).toEqual({ _gte: { _field: 'startDate', _value: 70 * day } })
    expect(caseFilterOf({ status: 'any', period: 'month' }, 101 * day - 1)).toEqual(morning)
  })
})

describe('what is shared', () => {
  it('is rounded down, so only all is 100%', () => {
    expect(percentOf(5, 8)).toBe(62)
    expect(percentOf(999, 1000)).toBe(99)
    expect(percentOf(2, 2)).toBe(100)
  })

  it('is not a percentage when there is nothing to share', () => {
    expect(percentOf(0, 0)).toBeUndefined()
  })

  it('can be asked for by least percentages', () => {
    expect(wanted(found, { ...wish, minObservables: 60 })).toEqual([found[0], found[2]])
    expect(wanted(found, { ...wish, minIocs: 1 })).toEqual([found[0]])
  })

  it('can be asked for by type, one of them being enough', () => {
    expect(wanted(found, { ...wish, types: ['hash', 'domain'] })).toEqual([found[0], found[1]])
    expect(wanted(found, { ...wish, types: ['constructor'] })).toEqual([])
    expect(typesOf(found)).toEqual(['domain', 'hash', 'ip'])
  })

  it('is sorted by the score or by what the reader chose', () => {
    expect(sorted(found, '-score')).toEqual(found)
    expect(sorted(found, '+score')[0]).toBe(found[2])
    expect(sorted(found, '-observables')[0]).toBe(found[2])
    expect(sorted(found, '-iocs').at(-1)).toBe(found[1])
  })
})
