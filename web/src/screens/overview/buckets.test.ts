import { afterEach, describe, expect, it, vi } from 'vitest'
import { bucketsOf } from './buckets.ts'
import { type Clock, presets } from './period.ts'

afterEach(() => vi.unstubAllEnvs())

const hour = 3_600_000
const day = 24 * hour
const utc = (text: string) => Date.parse(`${text}Z`)

const inZone = (zone: string, from: number, to: number, clock: Clock = 'local') => {
  vi.stubEnv('TZ', zone)
  return bucketsOf({ from, to }, clock)
}

describe('buckets', () => {
  it('cover the period without gap or overlap and end where it ends', () => {
    const period = { from: utc('2026-11-14T10:41:02'), to: utc('2026-11-15T10:41:02') }
    const { unit, list } = bucketsOf(period, 'utc')
    expect(unit).toBe('minutes')
    expect(list).toHaveLength(25)
    expect(list[0]).toEqual({ from: period.from, to: utc('2026-11-14T11:00:00') })
    expect(list.at(-1)).toEqual({ from: utc('2026-11-15T10:00:00'), to: period.to })
    for (const [index, bucket] of list.entries()) {
      expect(bucket.from).toBe(index === 0 ? period.from : list[index - 1]?.to)
      expect(bucket.to).toBeGreaterThan(bucket.from)
    }
  })

  it('begin at midnight of the reader, not of Greenwich', () => {
    const from = utc('2026-11-01T12:00:00')
    const { list } = inZone('Asia/Tokyo', from, from + presets['30d'])
    expect(list[1]?.from).toBe(utc('2026-11-01T15:00:00'))
    const utcList = inZone('Asia/Tokyo', from, from + presets['30d'], 'utc').list
    expect(utcList[1]?.from).toBe(utc('2026-11-02T00:00:00'))
  })

  it('know that a day may have 23 or 25 hours', () => {
    const spring = utc('2026-03-27T23:00:00')
    const days = inZone('Europe/Berlin', spring, spring + 5 * day).list
    const six = inZone('Europe/Berlin', utc('2026-10-24T22:00:00'), utc('2026-10-27T23:00:00'))
    expect(days.length).toBeGreaterThan(4)
    const lengths = six.list.map(({ from, to }) => (to - from) / hour)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(73)
    expect(Math.min(...lengths)).toBeGreaterThan(0)
    const thirty = inZone('Europe/Berlin', utc('2026-10-09T22:00:00'), utc('2026-11-08T23:00:00'))
    expect(thirty.list.map(({ from, to }) => (to - from) / hour)).toContain(25)
  })

  it('cut at whole hours where the clock is half an hour off', () => {
    const from = utc('2026-11-14T10:41:00')
    const { list } = inZone('Asia/Kolkata', from, from + day)
    expect(list[1]?.from).toBe(utc('2026-11-14T11:30:00'))
  })

  it('grow with the period, so there are never too many', () => {
    const to = utc('2026-11-15T00:00:00')
    const lengths = [hour, day, 7 * day, 30 * day, 200 * day, 3 * 365 * day, 40 * 365 * day]
    const units = lengths.map((length) => {
      const { unit, list } = bucketsOf({ from: to - length, to }, 'utc')
      expect(list.length).toBeLessThanOrEqual(49)
      return unit
    })
    expect(units).toEqual(['minutes', 'minutes', 'hours', 'days', 'days', 'months', 'years'])
  })
})
