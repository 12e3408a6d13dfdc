import { describe, expect, it } from 'vitest'
import { chosenIn, filterOf, filtersIn, without, withValue } from './alert-filters.ts'
import { alertStatus } from './alert-status.ts'

const read = (address: string) => filtersIn(new URLSearchParams(address))

describe('the filter of alerts', () => {
  it('is nothing when the address asks for nothing', () => {
    expect(filterOf(read('page=2&sort=-date'))).toBeUndefined()
  })

  it('says a status by what it is made of', () => {
    expect(filterOf(read('status=New'))).toEqual({
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
    expect(filterOf(read('read=no&severity=3&severity=4&source=siem'))).toEqual({
      _and: [
        { _field: 'read', _value: false },
        { _in: { _field: 'severity', _values: [3, 4] } },
        { _in: { _field: 'source', _values: ['siem'] } },
      ],
    })
  })

  it('holds the whole last day', () => {
    const start = new Date(2026, 10, 14).getTime()
    expect(filterOf(read('after=2026-11-14&before=2026-11-14'))).toEqual({
      _and: [
        { _gte: { _field: 'date', _value: start } },
        { _lt: { _field: 'date', _value: new Date(2026, 10, 15).getTime() } },
      ],
    })
  })

  it('passes over what nobody can ask for', () => {
    expect(filterOf(read('status=Lost&severity=9&read=maybe&after=soon'))).toBeUndefined()
  })
})

describe('values of the filter', () => {
  const filters = read('severity=3&tag=a&tag=b&text=mail')

  it('are listed one by one, to be taken out one by one', () => {
    expect(chosenIn(filters)).toEqual([
      { name: 'severity', value: '3' },
      { name: 'tag', value: 'a' },
      { name: 'tag', value: 'b' },
      { name: 'text', value: 'mail' },
    ])
    expect(without(filters, { name: 'tag', value: 'a' })).toEqual(['b'])
    expect(without(filters, { name: 'text', value: 'mail' })).toEqual([])
  })

  it('are added once', () => {
    expect(withValue(filters, { name: 'tag', value: 'b' })).toEqual(['a', 'b'])
    expect(withValue(filters, { name: 'source', value: 'siem' })).toEqual(['siem'])
  })
})

it('names the four states of an alert', () => {
  expect(alertStatus({ read: false })).toBe('New')
  expect(alertStatus({ read: true })).toBe('Ignored')
  expect(alertStatus({ read: false, caseId: '~1' })).toBe('Updated')
  expect(alertStatus({ read: true, caseId: '~1' })).toBe('Imported')
})
