import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PieceUnit, piecesOf, wallOf } from './pieces.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'],
  // The clocks change at midnight: the first moment of a day is 01:00, or 23:00 comes twice.
  ...['Africa/Cairo', 'Asia/Beirut', 'America/Santiago', 'America/Havana'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati', '+05:30'],
]

/** Both changes of the clocks of a year in the north, and in the south. */
const changes = [
  Date.UTC(2026, 2, 8),
  Date.UTC(2026, 2, 28),
  Date.UTC(2026, 3, 4),
  Date.UTC(2026, 3, 24),
  Date.UTC(2026, 8, 5),
  Date.UTC(2026, 9, 24),
  Date.UTC(2026, 10, 1),
]

/** The name of the day or of its Monday, read off a calendar for each moment anew. */
function naive(zone: string, unit: PieceUnit) {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return (at: number): string => {
    const date = calendar.format(at)
    if (unit === 'day') return date
    const monday = new Date(`${date}T00:00:00Z`)
    while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1)
    return monday.toISOString().slice(0, 10)
  }
}

describe('days and weeks of a zone', () => {
  it('hold the moments that a calendar puts there, also when clocks change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom<PieceUnit>('day', 'week'),
        fc.constantFrom(...changes),
        fc.integer({ min: -10 * day, max: 2 * day }),
        fc.integer({ min: 1, max: 20 * day }),
        (zone, unit, change, before, length) => {
          const period = { from: change + before, to: change + before + length }
          const pieces = piecesOf(period, unit, wallOf(zone))
          const nameOf = naive(zone, unit)
          let last = ''
          const expected: number[] = []
          for (let at = period.from; at < period.to; at += 15 * minute) {
            const name = nameOf(at)
            if (name !== last) expected.push(at)
            last = name
            const place = pieces.findIndex(({ from, to }) => from <= at && at < to)
            expect(place).toBe(expected.length - 1)
          }
          expect(pieces[0]?.from).toBe(period.from)
          expect(pieces.at(-1)?.to).toBe(period.to)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('follow each other without a gap', () => {
    for (const zone of zones) {
      const period = { from: Date.UTC(2025, 11, 20, 13, 7), to: Date.UTC(2027, 0, 20, 2) }
      for (const unit of ['day', 'week'] as const) {
        const pieces = piecesOf(period, unit, wallOf(zone))
        expect(pieces.slice(1).map(({ from }) => from)).toEqual(
          pieces.slice(0, -1).map(({ to }) => to),
        )
        expect(pieces.every(({ from, to }) => from < to)).toBe(true)
      }
    }
  })

  it('are 23, 24 and 25 hours long in Berlin', () => {
    const lengths = (from: number) =>
      piecesOf({ from, to: from + 71 * hour }, 'day', wallOf('Europe/Berlin')).map(
        (piece) => (piece.to - piece.from) / hour,
      )
    expect(lengths(Date.UTC(2026, 2, 27, 23))).toEqual([24, 23, 24])
    expect(lengths(Date.UTC(2026, 9, 23, 22))).toEqual([24, 25, 22])
  })

  it('do not have a day that a zone left out', () => {
    const from = Date.UTC(2011, 11, 29, 12)
    const pieces = piecesOf({ from, to: from + 3 * day }, 'day', wallOf('Pacific/Apia'))
    const calendar = naive('Pacific/Apia', 'day')
    expect(pieces.map((piece) => calendar(piece.from))).toEqual([
      ...['2011-12-29', '2011-12-31', '2012-01-01', '2012-01-02'],
    ])
  })

  it('end where dates end, west and east of Greenwich', () => {
    const to = 8.64e15
    for (const zone of [...zones, 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      for (const from of [to - 1, to - 60 * day])
        for (const unit of ['day', 'week'] as const) {
          const pieces = piecesOf({ from, to }, unit, wallOf(zone))
          expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([from, to])
          expect(pieces.every((piece) => piece.from < piece.to)).toBe(true)
        }
  })

  it('are refused for a zone that does not exist, by name', () => {
    for (const zone of ['Europe/Atlantis', 'local', "'; drop table cases"])
      expect(() => wallOf(zone)).toThrow(`Unknown time zone ${zone}`)
  })
})
