import { expect, it } from 'vitest'
import { platformSteps, subjectQuery } from './subject.ts'

it('looks for exactly this value of exactly this type', () => {
  expect(subjectQuery({ dataType: 'url', value: 'https://evil.example/A' })).toEqual({
    _and: [{ data: 'https://evil.example/A' }, { dataType: 'url' }, { type: 'analyzer' }],
  })
})

it('finds a file by its hash in any case, or by its name', () => {
  expect(subjectQuery({ dataType: 'file', value: 'ABC' })._and).toContainEqual({
    _or: [{ 'attachment.id': 'abc' }, { 'attachment.name': 'ABC' }],
  })
})

it('asks the platform for what holds the observable', () => {
  expect(platformSteps({ dataType: 'ip', value: '8.8.8.8' }, 'alert')).toEqual([
    { _name: 'listObservable' },
    {
      _name: 'filter',
      _and: [
        { _field: 'dataType', _value: 'ip' },
        { _field: 'data', _value: '8.8.8.8' },
      ],
    },
    { _name: 'alert' },
    { _name: 'page', from: 0, to: 20 },
  ])
})
