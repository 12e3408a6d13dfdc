import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ago, fromNow } from './times.ts'

it('what has happened is never in the future, whatever the clock of the page says', () => {
  const moment = fc.integer({ min: 0, max: 4e12 })
  fc.assert(
    fc.property(moment, fc.integer({ min: -1e9, max: 1e9 }), (now, ahead) => {
      expect(ago(now + ahead, now)).not.toMatch(/^in |tomorrow/)
    }),
  )
  expect(ago(1_002_000, 1_000_000)).toBe('now')
  expect(ago(1_000_000, 1_120_000)).toBe('2 minutes ago')
})

it('an end may be ahead', () => {
  expect(fromNow(1_120_000, 1_000_000)).toBe('in 2 minutes')
  expect(fromNow(1_000_000, 1_120_000)).toBe('2 minutes ago')
})
