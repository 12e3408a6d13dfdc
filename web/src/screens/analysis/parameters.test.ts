import { expect, test } from 'vitest'
import { readParameters } from './parameters.ts'

test('parameters are an object or nothing; errors in others are reported', () => {
  expect(readParameters('  ')).toEqual({ kind: 'none' })
  expect(readParameters('{"depth": 2}')).toEqual({ kind: 'ok', value: { depth: 2 } })
  expect(readParameters('{depth: 2}')).toEqual({ kind: 'wrong', reason: 'syntax' })
  expect(readParameters('[1]')).toEqual({ kind: 'wrong', reason: 'shape' })
  expect(readParameters('null')).toEqual({ kind: 'wrong', reason: 'shape' })
})
