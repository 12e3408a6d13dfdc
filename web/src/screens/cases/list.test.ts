import { describe, expect, it } from 'vitest'
import { conditionIn } from '../../shared/list/filters.ts'
import { caseList } from './list.ts'

const conditionFor = (search: string) => conditionIn(caseList.filters, search)

describe('the filter of cases', () => {
  it('wants every case when the address says nothing', () => {
    expect(conditionFor('')).toBeUndefined()
    expect(conditionFor('sort=-number&page=2&q=+')).toBeUndefined()
  })

  it('takes each value of a list, and all tags together', () => {
    expect(conditionFor('status=Open&status=Resolved&tag=a&tag=b')).toEqual({
      _and: [
        { _in: { _field: 'status', _values: ['Open', 'Resolved'] } },
        { _field: 'tags', _value: 'a' },
        { _field: 'tags', _value: 'b' },
      ],
    })
  })

  it('finds a case by its number, with or without the sign', () => {
    for (const typed of ['12', '%2312']) {
      expect(conditionFor(`q=${typed}`)).toMatchObject({
        _or: [{ _field: 'number', _value: 12 }, {}, {}],
      })
    }
  })

  it('looks for words in title and description', () => {
    expect(conditionFor('q=bank')).toEqual({
      _or: [
        { _like: { _field: 'title', _value: '*bank*' } },
        { _like: { _field: 'description', _value: '*bank*' } },
      ],
    })
  })

  it('has the last day in the range', () => {
    const start = new Date('2026-11-15T00:00').getTime()
    expect(conditionFor('from=2026-11-15&to=2026-11-15')).toEqual({
      _and: [
        { _gte: { _field: 'startDate', _value: start } },
        { _lt: { _field: 'startDate', _value: start + 86_400_000 } },
      ],
    })
  })

  it('passes over what no case can have', () => {
    expect(conditionFor('severity=9&from=yesterday')).toBeUndefined()
  })
})
