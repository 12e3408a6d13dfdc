import { afterEach, describe, expect, it, vi } from 'vitest'
import { chosenIn, fieldText, momentOfField, momentText, periodBefore, periodOf } from './period.ts'

afterEach(() => vi.unstubAllEnvs())

const chosen = (search: string) => chosenIn(new URLSearchParams(search))

describe('the period in the address', () => {
  it('is the last day when nothing, or nothing known, is asked for', () => {
    expect(chosen('')).toBe('24h')
    expect(chosen('range=forever')).toBe('24h')
    expect(chosen('range=30d')).toBe('30d')
  })

  it('is from here to there when both are given', () => {
    const from = Date.UTC(2026, 10, 1)
    const to = Date.UTC(2026, 10, 2)
    const search = new URLSearchParams({
      range: 'custom',
      from: momentText(from),
      to: momentText(to),
    })
    expect(chosenIn(search)).toEqual({ from, to })
  })

  it.each([
    'range=custom',
    'range=custom&from=2026-11-01T00:00:00Z',
    'range=custom&from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z',
    'range=custom&from=soon&to=later',
    'range=custom&from=0001-01-01T00:00:00Z&to=9999-01-01T00:00:00Z',
  ])('falls back to a week for %s', (search) => {
    expect(chosen(search)).toBe('7d')
  })

  it('ends now, and the period before it ends where it begins', () => {
    const period = periodOf('24h', 1_000_000_000)
    expect(period).toEqual({ from: 913_600_000, to: 1_000_000_000 })
    expect(periodBefore(period)).toEqual({ from: 827_200_000, to: 913_600_000 })
  })
})

describe('a field for a moment', () => {
  it('shows and reads the clock of the reader', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const at = Date.UTC(2026, 6, 1, 10, 30)
    expect(fieldText(at, 'local')).toBe('2026-07-01T12:30')
    expect(fieldText(at, 'utc')).toBe('2026-07-01T10:30')
    expect(momentOfField('2026-07-01T12:30', 'local')).toBe(at)
    expect(momentOfField('2026-07-01T10:30', 'utc')).toBe(at)
    expect(momentOfField('', 'local')).toBeUndefined()
  })
})
