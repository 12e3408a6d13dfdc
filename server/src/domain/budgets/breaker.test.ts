import { describe, expect, it } from 'vitest'
import { afterAnswer, failuresAllowed, type ProviderState, working } from './breaker.ts'
import type { ProviderTrouble } from './provider-trouble.ts'

const minute = 60_000
const down: ProviderTrouble = { is: 'down' }
const other: ProviderTrouble = { is: 'other' }

/** What is known after these answers, each at a minute. */
const after = (answers: readonly (readonly [ProviderTrouble, number])[], first = working) =>
  answers.reduce<ProviderState>(
    (known, [trouble, at]) => afterAnswer(known, trouble, at * minute, 'said') ?? known,
    first,
  )
const failures = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => [down, from + n] as const)

describe('the breaker of a provider', () => {
  it('opens for a minute at the fifth failure in ten minutes', () => {
    expect(after(failures(failuresAllowed - 1)).state).toBe('open')
    expect(after(failures(failuresAllowed))).toMatchObject({ state: 'down', until: 5 * minute })
  })

  it('forgets failures that are older, and those before an answer', () => {
    const spread = Array.from({ length: 5 }, (_, n) => [down, 3 * n] as const)
    expect(after(spread).state).toBe('open')
    expect(after([...failures(4), [other, 5], ...failures(4, 6)]).state).toBe('open')
  })

  it('stays open for twice as long after each failed probe, and no longer than half an hour', () => {
    let known = after(failures(5))
    const pauses: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const now = known.until ?? 0
      known = afterAnswer(known, down, now, 'said') ?? known
      pauses.push(((known.until ?? 0) - now) / minute)
    }
    expect(pauses).toEqual([2, 4, 8, 16, 30, 30, 30])
  })

  it('learns nothing from failures that were under way when it opened', () => {
    const known = after(failures(5))
    expect(afterAnswer(known, down, 4.5 * minute, 'said')).toBeUndefined()
  })

  it('closes with the first answer, whatever that says', () => {
    const known = after(failures(5))
    expect(afterAnswer(known, other, 5 * minute, '')).toEqual(working)
    expect(afterAnswer(working, other, 5 * minute, '')).toBeUndefined()
  })

  it('stays open for a refused credential until someone changes it', () => {
    const known = after([[{ is: 'refused' }, 1]])
    expect(known).toMatchObject({ state: 'refused', until: null, reason: 'said' })
    expect(afterAnswer(known, other, 2 * minute, '')).toBeUndefined()
    expect(afterAnswer(known, down, 2 * minute, '')).toBeUndefined()
  })
})

describe('the limit of a provider', () => {
  const limited = (retryAfterMs?: number): ProviderTrouble => ({ is: 'limit', retryAfterMs })

  it('holds its budget for as long as it says, else for a minute', () => {
    expect(after([[limited(10 * minute), 1]])).toMatchObject({ state: 'held', until: 11 * minute })
    expect(after([[limited(), 1]])).toMatchObject({ state: 'held', until: 2 * minute })
  })

  it('is not shortened by a shorter one, and not ended by answers to earlier jobs', () => {
    const known = after([[limited(10 * minute), 1]])
    expect(after([[other, 2]], { ...known, failures: 1 })).toEqual({ ...known, failures: 1 })
    expect(after([[limited(minute), 2]], known)).toEqual(known)
    expect(
      after(
        [
          [other, 2],
          [down, 3],
        ],
        known,
      ),
    ).toEqual(known)
    expect(after([[limited(10 * minute), 5]], known)).toMatchObject({ until: 15 * minute })
  })
})
