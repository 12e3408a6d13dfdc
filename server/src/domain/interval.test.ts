import { describe, expect, it } from 'vitest'
import { calendarStarts, parseInterval } from './interval.ts'

const day = 86_400_000

describe('interval', () => {
  it.each([
    ['1s', { unit: 'milliseconds', length: 1_000, origin: 0 }],
    ['5m', { unit: 'milliseconds', length: 300_000, origin: 0 }],
    ['1h', { unit: 'milliseconds', length: 3_600_000, origin: 0 }],
    ['1d', { unit: 'milliseconds', length: day, origin: 0 }],
    ['day', { unit: 'milliseconds', length: day, origin: 0 }],
    ['1w', { unit: 'milliseconds', length: 7 * day, origin: 4 * day }],
    ['1M', { unit: 'months', length: 1 }],
    ['month', { unit: 'months', length: 1 }],
    ['2q', { unit: 'months', length: 6 }],
    ['1y', { unit: 'months', length: 12 }],
    ['9999y', { unit: 'months', length: 119_988 }],
  ])('%s', (text, interval) => {
    expect(parseInterval(text)).toEqual(interval)
  })

  it.each(['', '0d', '-1d', '1', 'd', '1.5h', '1 d', '10000s', '1ms', 'days', 'constructor'])(
    '%j is none',
    (text) => {
      expect(parseInterval(text)).toBeUndefined()
    },
  )

  it.each([
    [1, '2023-12-31T23:59:59.999Z', '2024-02-29', ['2023-12-01', '2024-01-01', '2024-02-01']],
    [1, '2024-02-01', '2024-02-01', ['2024-02-01']],
    [3, '2024-02-29', '2024-04-01', ['2024-01-01', '2024-04-01']],
    [12, '2023-06-01', '2024-01-01', ['2023-01-01', '2024-01-01']],
    [1, '1969-11-30', '1970-01-01', ['1969-11-01', '1969-12-01', '1970-01-01']],
    [12, '0050-06-01', '0051-06-01', ['0050-01-01', '0051-01-01']],
  ])('%d months from %s to %s', (length, from, to, expected) => {
    const starts = calendarStarts(length, Date.parse(from), Date.parse(to), 100)

    expect(starts.map((start) => new Date(start).toISOString().slice(0, 10))).toEqual(expected)
  })

  it('stops one above the allowed number, whatever the moments are', () => {
    expect(calendarStarts(1, 0, Date.UTC(9999, 0), 10)).toHaveLength(11)
    expect(calendarStarts(1, -1e18, 1e18, 10).length).toBeLessThanOrEqual(11)
  })
})
