import { describe, expect, it } from 'vitest'
import { filterIn, filterSearch, isNarrowed, sortIn } from './filters.ts'

const read = (search: string) => filterIn(new URLSearchParams(search), 100 * 86_400_000)

describe('the address of the list of observables', () => {
  it('says what is asked, without what cannot be meant', () => {
    expect(read('q=+a.test+&level=malicious&level=worst&kind=ip&kind=ip&case=no&tag=lure')).toEqual(
      {
        text: 'a.test',
        level: ['malicious'],
        dataType: ['ip'],
        inCase: false,
        tag: 'lure',
      },
    )
    expect(read('case=12&seen=2&watched=yes')).toEqual({
      caseNumber: 12,
      minSeen: 2,
      watched: true,
    })
    expect(read('case=x&seen=-1&watched=no&from=someday')).toEqual({})
    expect(read('changed=7&unchecked=30')).toEqual({
      changedSince: 93 * 86_400_000,
      notCheckedSince: 70 * 86_400_000,
    })
  })

  it('holds whole days, the last one included', () => {
    const { since = 0, until = 0 } = read('from=2026-08-01&until=2026-08-02')
    expect(until - since).toBe(2 * 86_400_000)
  })

  it('is the same view in any order of its names, and on any page', () => {
    expect(filterSearch('?page=2&level=safe&q=x&level=none')).toBe('?q=x&level=none&level=safe')
    expect(filterSearch('?sort=-seen')).toBe('')
    expect(isNarrowed(new URLSearchParams('q=x&sort=-seen'))).toBe(false)
    expect(isNarrowed(new URLSearchParams('q=x&seen=2'))).toBe(true)
  })

  it('sorts by what can be sorted', () => {
    expect(sortIn(new URLSearchParams('sort=%2Bseen'))).toBe('+seen')
    expect(sortIn(new URLSearchParams('sort=+seen'))).toBe('+seen')
    expect(sortIn(new URLSearchParams('sort=title'))).toBe('-lastSeen')
  })
})
