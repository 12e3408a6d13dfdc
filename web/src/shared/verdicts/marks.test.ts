import type { Decision, ValueVerdict, VerdictLevel } from '@assay/contract'
import { expect, it } from 'vitest'
import {
  commonCases,
  effectsOf,
  endOf,
  kindOf,
  markKinds,
  meanings,
  reasonProblem,
} from './marks.ts'

const inCase = (id: string) => ({ id, number: 1, title: id })
const known = (level: VerdictLevel | null, more: Partial<ValueVerdict> = {}): ValueVerdict => ({
  level,
  reasons: [],
  asked: 1,
  answered: 1,
  cases: [],
  alerts: 0,
  ...more,
})
const decision: Decision = {
  id: 'd',
  level: 'safe',
  cause: 'knownGood',
  reason: 'our partner',
  by: 'ada',
  at: 1,
  contradicted: false,
}

it('each choice is read back from the decision that it makes', () => {
  expect(markKinds.map((kind) => kindOf(meanings[kind]))).toEqual(markKinds)
})

it('the effects name what changes, where it shows and what is replaced', () => {
  const verdicts = [
    known('malicious', { cases: [inCase('a')], alerts: 2 }),
    known('malicious', { cases: [inCase('a'), inCase('b')] }),
    known(null),
    known('safe', { decision }),
  ]
  expect(effectsOf(verdicts, 'safe', undefined)).toEqual({
    from: [
      { level: 'malicious', count: 2 },
      { level: null, count: 1 },
    ],
    unchanged: 1,
    cases: 2,
    alerts: 2,
    replaced: [decision],
  })
  // One for everywhere stays where another one is made for a case.
  expect(effectsOf(verdicts, 'safe', 'a').replaced).toEqual([])
})

it('offers the cases that contain all of the selection', () => {
  const verdicts = [
    known('safe', { cases: [inCase('a'), inCase('b')] }),
    known('safe', { cases: [inCase('b')] }),
  ]
  expect(commonCases(verdicts).map(({ id }) => id)).toEqual(['b'])
  expect(commonCases([])).toEqual([])
})

it('ends after the chosen days, or never', () => {
  expect(endOf('30', 0)).toBe(30 * 86_400_000)
  expect(endOf('none', 0)).toBeNull()
})

it('the reason has 3 to 500 characters, spaces around it not counted', () => {
  expect(reasonProblem('  a ')).toBe('short')
  expect(reasonProblem('our partner')).toBeUndefined()
  expect(reasonProblem('x'.repeat(501))).toBe('long')
})
