import { describe, expect, it } from 'vitest'
import { conditionIn } from '../../shared/list/filters.ts'
import { alertList } from './list.ts'

const conditionFor = (search: string) => conditionIn(alertList.filters, search)

describe('the filter of alerts', () => {
  it('is nothing when the address asks for nothing', () => {
    expect(conditionFor('page=2&sort=-date')).toBeUndefined()
  })

  it('says a status by what it is made of', () => {
    expect(conditionFor('status=New')).toEqual({
      _or: [
        {
          _and: [
            { _field: 'read', _value: false },
            { _field: 'imported', _value: false },
          ],
        },
      ],
    })
  })

  it('joins what different filters ask for', () => {
    expect(conditionFor('read=no&severity=3&severity=4&source=siem')).toEqual({
      _and: [
        { _field: 'read', _value: false },
        { _in: { _field: 'severity', _values: [3, 4] } },
        { _in: { _field: 'source', _values: ['siem'] } },
      ],
    })
  })

  it('holds the whole last day', () => {
    const start = new Date(2026, 10, 14).getTime()
    expect(conditionFor('after=2026-11-14&before=2026-11-14')).toEqual({
      _and: [
        { _gte: { _field: 'date', _value: start } },
        { _lt: { _field: 'date', _value: new Date(2026, 10, 15).getTime() } },
      ],
    })
  })

  it('ignores impossible filters', () => {
    expect(conditionFor('status=Lost&severity=9&read=maybe&after=soon')).toBeUndefined()
  })
})
