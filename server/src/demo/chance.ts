/** The same numbers in every demo: what it shows can be promised and tested. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  between(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  /** The first ones far more often than the last ones, as with what people look at. */
  pickFamiliar<T>(items: readonly T[]): T
}

export function makeChance(seed: number): Chance {
  let state = seed >>> 0
  // Mulberry32: a few lines, and good enough to scatter points in time.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const at = <T>(items: readonly T[], place: number): T => items[Math.floor(place)] as T
  return {
    next,
    between: (from, to) => Math.floor(from + next() * (to - from + 1)),
    pick: (items) => at(items, next() * items.length),
    pickFamiliar: (items) => at(items, next() ** 2 * items.length),
  }
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Moments of the last `days` days with the rhythm of an office, and some of the last hours. */
export function officeHours(
  chance: Chance,
  now: number,
  { days, count, recent }: { days: number; count: number; recent: number },
): number[] {
  const moments: number[] = []
  while (moments.length < count) {
    const moment = now - Math.floor(chance.next() * days * day)
    if (chance.next() < busyness(new Date(moment))) moments.push(moment)
  }
  // Whenever it is started, at night or on a Sunday, something has just happened.
  for (let made = 0; made < recent; made += 1)
    moments.push(now - minute - Math.floor(chance.next() * 8 * hour))
  return moments.toSorted((a, b) => a - b)
}

function busyness(moment: Date): number {
  const isWeekend = moment.getDay() % 6 === 0
  const hourOfDay = moment.getHours()
  const byHour = hourOfDay < 6 ? 0.06 : hourOfDay < 8 ? 0.3 : hourOfDay < 18 ? 1 : 0.25
  return isWeekend ? byHour * 0.3 : byHour
}
