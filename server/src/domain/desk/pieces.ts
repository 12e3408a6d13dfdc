import { badRequest } from '../errors.ts'

/** From inclusive, to exclusive; epoch milliseconds. */
export interface Piece {
  readonly from: number
  readonly to: number
}

export type PieceUnit = 'day' | 'week'

const day = 86_400_000
/** Dates end here; days are looked up a day beyond. */
const endOfTime = 8.64e15

/** What the clocks on the walls of a time zone show, as if it were UTC. */
export type Wall = (at: number) => number

export function wallOf(zone: string): Wall {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
    })
  } catch {
    throw badRequest(
      `Unknown time zone ${zone}. Use a name of the IANA database, such as Europe/Berlin or UTC`,
    )
  }
  return (moment) => {
    const at = Math.min(Math.max(moment, -endOfTime), endOfTime)
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const date = Date.UTC(part('year'), part('month') - 1, part('day'))
    const clock = part('hour') * 3_600_000 + part('minute') * 60_000 + part('second') * 1_000
    return date + clock + (((at % 1_000) + 1_000) % 1_000) + (moment - at)
  }
}

/** The first moment at which the walls show this time or a later one: clocks may jump over it. */
function momentOf(wall: Wall, shown: number): number {
  const around = [shown - day, shown + day].map((at) => wall(at) - at)
  for (const offset of around.toSorted((a, b) => b - a))
    if (wall(shown - offset) === shown) return shown - offset
  let before = shown - day
  let after = shown + day
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wall(middle) < shown) before = middle
    else after = middle
  }
  return after
}

/** Midnight, and for weeks that before Monday. 1970 began on a Thursday. */
const beginningOf = (shown: number, unit: PieceUnit): number => {
  const days = Math.floor(shown / day)
  return (unit === 'day' ? days : days - ((((days + 3) % 7) + 7) % 7)) * day
}

/** The days or weeks of a period by the walls of a zone; the first and the last end where the period does. */
export function piecesOf({ from, to }: Piece, unit: PieceUnit, wall: Wall): Piece[] {
  const step = unit === 'day' ? day : 7 * day
  const starts = [from]
  for (let shown = beginningOf(wall(from), unit) + step; ; shown += step) {
    const start = momentOf(wall, shown)
    if (start >= to) break
    // A day that a zone left out has no length.
    if (start > (starts.at(-1) ?? from)) starts.push(start)
  }
  return starts.map((start, at) => ({ from: start, to: starts[at + 1] ?? to }))
}
