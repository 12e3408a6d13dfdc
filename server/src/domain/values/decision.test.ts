import type { Role } from '@assay/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { analyst, decided, isContradicted, type Mark, markProblem, saidBy } from './decision.ts'
import { ended, movesOf, readChanges, verdictOf } from './verdict.ts'

const now = 1_000_000_000_000
const day = 86_400_000
const good: Mark = {
  level: 'safe',
  cause: 'knownGood',
  reason: 'our partner',
  expiresAt: now + 30 * day,
}
const roles: readonly Role[] = ['read', 'analyze']

it.each<[string, Partial<Mark>]>([
  ['cause falsePositive is for level safe', { level: 'suspicious', cause: 'falsePositive' }],
  ['cause knownGood is for level safe', { level: 'malicious' }],
  ['cause ownTest is for level safe', { level: 'malicious', cause: 'ownTest' }],
  ['cause confirmed is for level suspicious or malicious', { cause: 'confirmed' }],
  ['reason needs at least 3 characters', { reason: ' ok ' }],
  ['reason exceeds the limit of 500 characters', { reason: 'x'.repeat(501) }],
  ['expiresAt is in the past', { expiresAt: now }],
  ['expiresAt is more than 365 days ahead, the limit for safe', { expiresAt: now + 366 * day + 1 }],
  [
    'expiresAt is more than 3650 days ahead, the limit for malicious',
    { level: 'malicious', cause: 'confirmed', expiresAt: now + 3651 * day + 1 },
  ],
  ['Only an orgadmin can mark without an end. Set expiresAt', { expiresAt: null }],
])('a mark is refused: %s', (message, wrong) => {
  expect(markProblem({ ...good, ...wrong }, roles, now)?.message).toBe(message)
})

it('a mark is accepted with any cause that fits, and without an end from an orgadmin', () => {
  expect(markProblem(good, roles, now)).toBeUndefined()
  expect(markProblem({ ...good, cause: 'other' }, roles, now)).toBeUndefined()
  const confirmed = { ...good, level: 'malicious', cause: 'confirmed' } as const
  expect(markProblem({ ...confirmed, expiresAt: now + 3650 * day }, roles, now)).toBeUndefined()
  const forever = { ...good, expiresAt: null }
  expect(markProblem(forever, [...roles, 'orgadmin'], now)).toBeUndefined()
})

it('a rank of a person is read as the verdict that it is', () => {
  expect([0, 1, 2, 3].map((rank) => verdictOf(rank + decided))).toEqual([0, 1, 2, 3].map(verdictOf))
  expect(readChanges(`5 11 ${analyst};4 3 job;`)).toEqual([
    { at: 5, rank: 11, jobId: analyst },
    { at: 4, rank: 3, jobId: 'job' },
  ])
})

it('while a person has decided, nothing that analyzers say moves the verdict', () => {
  const rank = fc.integer({ min: 0, max: 3 })
  fc.assert(
    fc.property(fc.array(rank, { maxLength: 8 }), fc.integer({ min: 1, max: 3 }), (said, level) => {
      const analyzer = said.map((one, at) => ({ at: 10 + at, rank: one, jobId: 'j' }))
      const person = [
        { at: 5, rank: level + decided, jobId: '' },
        { at: 100, rank: ended, jobId: '' },
      ]
      const moves = movesOf([analyzer, person])
      expect(moves.filter(({ at }) => at > 5 && at < 100)).toEqual([])
      // Then that of the analyzer counts again.
      const last = said.at(-1) ?? 0
      expect(moves[0]).toMatchObject({ rank: last === level ? level : last })
    }),
    { numRuns: 100 },
  )
})

it('is contradicted by what an analyzer says worse since, not by what was known before', () => {
  const decision = { level: 2, at: 50 }
  const answer = (level: number | null, level_since: number | null, worker_id = 'w') => ({
    worker_id,
    level,
    level_since,
  })
  expect(isContradicted(decision, [answer(3, 60)])).toBe(true)
  expect(isContradicted(decision, [answer(3, 40), answer(2, 60), answer(null, null)])).toBe(false)
  expect(isContradicted(decision, [answer(13, 60, analyst)])).toBe(false)
})

it('is said in one sentence of at most 300 characters, with its last day', () => {
  const said = saidBy({ level: 1, reason: 'x'.repeat(500), expires_at: Date.UTC(2027, 2, 3) })
  expect(said.text).toHaveLength(300)
  expect(said).toMatchObject({
    rank: 1,
    id: 'verdict.marked-safe',
    parameters: { until: '2027-03-03' },
  })
})
