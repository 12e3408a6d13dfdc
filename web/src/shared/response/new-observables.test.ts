import type { ObservableV1 } from '@assay/contract'
import { expect, it } from 'vitest'
import { callsFor, outcomeOf } from './new-observables.ts'
import { nothingPasted, valuesIn } from './pasted.ts'

const marks = { tlp: 2, ioc: true, sighted: false, tags: ['x'], message: '' }

it('adds values of one type in one call and each file in its own', () => {
  const values = valuesIn({ ...nothingPasted, text: '192.0.2.1 192.0.2.2 evil.example' })
  const file = new File(['a'], 'a.txt')
  const shared = { tlp: 2, ioc: true, sighted: false, tags: ['x'] }
  expect(callsFor(values, [file], marks)).toEqual([
    { dataType: 'ip', data: ['192.0.2.1', '192.0.2.2'], ...shared },
    { dataType: 'domain', data: ['evil.example'], ...shared },
    { dataType: 'file', attachment: file, ...shared },
  ])
})

it('counts what was added and says each reason for the rest once', () => {
  const made = {} as ObservableV1
  const failure = { type: 'CreateError', message: 'Observable already exists', object: {} }
  expect(outcomeOf([[made, made], { success: [made], failure: [failure, failure] }])).toEqual({
    added: 3,
    refused: ['Observable already exists'],
    refusedCount: 2,
  })
})
