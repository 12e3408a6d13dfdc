import { describe, expect, it } from 'vitest'
import { allOf, filterSteps, is, isOneOf, pageStep, sortStep } from './steps.ts'

describe('steps of a query', () => {
  it('sort by several keys, each in its direction', () => {
    expect(sortStep('-flag', '+startDate', 'title')).toEqual({
      _name: 'sort',
      _fields: [{ flag: 'desc' }, { startDate: 'asc' }, { title: 'asc' }],
    })
  })

  it('end a page before its last index', () => {
    expect(pageStep(15, 15)).toEqual({ _name: 'page', from: 15, to: 30 })
    expect(pageStep(0, 10, { extraData: ['total'] })).toEqual({
      _name: 'page',
      from: 0,
      to: 10,
      extraData: ['total'],
    })
  })

  it('leave the filter out when everything is wanted', () => {
    expect(filterSteps(allOf([]))).toEqual([])
    expect(filterSteps(allOf([undefined, false]))).toEqual([])
  })

  it('do not wrap a single condition', () => {
    expect(filterSteps(allOf([is('status', 'Open')]))).toEqual([
      { _name: 'filter', _field: 'status', _value: 'Open' },
    ])
  })

  it('join several conditions', () => {
    expect(allOf([is('read', false), undefined, isOneOf('severity', [3, 4])])).toEqual({
      _and: [{ _field: 'read', _value: false }, { _in: { _field: 'severity', _values: [3, 4] } }],
    })
  })
})
