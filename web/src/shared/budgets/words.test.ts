import type { Budget } from '@assay/contract'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../base/texts/index.ts'
import { windowsWords } from './windows.ts'
import { about, resetsAt, startWords, stateOf } from './words.ts'

beforeAll(() => loadTexts(['brakes']))

const window = (left: number) => ({ count: 4, per: 'minute', used: 4 - left, left }) as const

it('a budget without a start left is used up, whatever its provider says being more important', () => {
  const budget = (state: Budget['state'], ...left: number[]) => ({
    state,
    windows: left.map(window),
  })
  expect(stateOf(budget('open', 4, 1))).toBe('open')
  expect(stateOf(budget('open', 4, 0))).toBe('usedUp')
  expect(stateOf(budget('down', 0))).toBe('down')
  expect(stateOf(budget('refused', 4))).toBe('refused')
})

it.each([
  [400, '5 s'],
  [16_000, '20 s'],
  [59_999, '1 min'],
  [121_000, '3 min'],
  [89 * 60_000, '1 h 29 min'],
  [100 * 60_000, '2 h'],
])('%d ms are about %s', (ms, words) => {
  expect(about(ms)).toBe(words)
})

it('a waiting job says when it starts, or that no one can know', () => {
  const waits = { for: 'budget', name: 'VirusTotal', before: 11 }
  expect(startWords({ ...waits, startsAt: 180_000 }, 0)).toBe('starts in about 3 min')
  expect(startWords({ ...waits, for: 'provider', startsAt: 60_000 }, 0)).toBe(
    'next try in about 1 min',
  )
  expect(startWords({ ...waits, startsAt: 5 }, 5)).toBe('starts soon')
  expect(startWords(waits, 0)).toBe('start unknown')
})

it('windows read as people say them', () => {
  expect(
    windowsWords([
      { count: 4, per: 'minute' },
      { count: 15_500, per: 'month' },
    ]),
  ).toBe('4 per minute, 15,500 per month')
})

it('a window of the calendar starts again in UTC; one that rolls has no such moment', () => {
  const now = Date.UTC(2026, 10, 19, 23, 12, 5)
  expect(resetsAt({ count: 1, per: 'day', calendar: true }, now)).toBe(Date.UTC(2026, 10, 20))
  expect(resetsAt({ count: 1, per: 'month', calendar: true }, now)).toBe(Date.UTC(2026, 11, 1))
  expect(resetsAt({ count: 1, per: 'hour', calendar: true }, now)).toBe(Date.UTC(2026, 10, 20))
  expect(resetsAt({ count: 1, per: 'day' }, now)).toBeUndefined()
})
