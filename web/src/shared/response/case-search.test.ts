import { expect, it } from 'vitest'
import { caseFilterFor } from './case-search.ts'

const part = { _like: { _field: 'title', _value: '*phish*' } }

it('looks among open cases by default', () => {
  expect(caseFilterFor({ wanted: '', isAlsoClosed: false })).toEqual({
    _field: 'status',
    _value: 'Open',
  })
  expect(caseFilterFor({ wanted: '', isAlsoClosed: true })).toBeUndefined()
})

it('takes a number for the case of this number, and for a part of a title', () => {
  expect(caseFilterFor({ wanted: ' #412', isAlsoClosed: true })).toEqual({
    _or: [{ _like: { _field: 'title', _value: '*#412*' } }, { _field: 'number', _value: 412 }],
  })
  expect(caseFilterFor({ wanted: 'phish', isAlsoClosed: true })).toEqual({ _or: [part] })
})
