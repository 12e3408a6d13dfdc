import { describe, expect, it } from 'vitest'
import type { ListFilter } from './declaration.ts'
import { conditionOf, filterSearch, matchesAll, valuesIn } from './filters.ts'
import { sortIn } from './use-list.ts'

const filters: ListFilter<{ size: number }>[] = [
  {
    key: 'size',
    label: 'jobs.status',
    accepts: (value) => /^\d+$/.test(value),
    query: (values) => ({ size: values }),
    matches: ({ size }, values) => values.includes(String(size)),
  },
  { key: 'tag', label: 'cases.tag', query: (tags) => tags.map((tag) => ({ tag })) },
]
const read = (address: string) => valuesIn(filters, new URLSearchParams(address))

describe('the filters of an address', () => {
  it('are each value once, without impossible ones', () => {
    expect(read('size=1&size=x&size=1&tag=&tag=+&other=2')).toEqual({ size: ['1'], tag: [] })
  })

  it('are asked together, and nothing is asked for nothing', () => {
    expect(conditionOf(filters, read('page=2'))).toBeUndefined()
    expect(conditionOf(filters, read('size=1'))).toEqual({ size: ['1'] })
    expect(conditionOf(filters, read('size=1&tag=a&tag=b'))).toEqual({
      _and: [{ size: ['1'] }, { tag: 'a' }, { tag: 'b' }],
    })
  })

  it('narrow a list that was read whole', () => {
    expect(matchesAll(filters, read('size=1'), { size: 1 })).toBe(true)
    expect(matchesAll(filters, read('size=2'), { size: 1 })).toBe(false)
    expect(matchesAll(filters, read('tag=a'), { size: 1 })).toBe(true)
  })

  it('can be distinguished from the rest of the address', () => {
    expect(filterSearch(filters, new URLSearchParams('page=2&tag=a&sort=-x'))).toBe('?tag=a')
    expect(filterSearch(filters, new URLSearchParams('page=2'))).toBe('')
  })
})

it('an order that does not exist is the usual one', () => {
  const declared = { sortable: ['date', 'title'], defaultSort: '-date' }
  const sort = (address: string) => sortIn(new URLSearchParams(address), declared)

  expect(['sort=-title', 'sort=+title', 'sort=constructor', ''].map(sort)).toEqual([
    '-title',
    '+title',
    '-date',
    '-date',
  ])
})
