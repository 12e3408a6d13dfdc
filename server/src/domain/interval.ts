/**
 * The width of the buckets of a `time` aggregation. Seconds to weeks have one length and count from
 * the epoch (weeks from a Monday); months and years follow the calendar, in UTC.
 */
export type Interval =
  | { unit: 'milliseconds'; length: number; origin: number }
  | { unit: 'months'; length: number }

const second = 1_000
const day = 86_400 * second

/** 5 January 1970, the first Monday. */
const monday = 4 * day

const fixed = { s: second, m: 60 * second, h: 3_600 * second, d: day } as const
const months = { M: 1, q: 3, y: 12 } as const

const words: Record<string, string> = {
  second: '1s',
  minute: '1m',
  hour: '1h',
  day: '1d',
  week: '1w',
  month: '1M',
  quarter: '1q',
  year: '1y',
}

/** `1s`, `5m`, `1h`, `1d`, `1w`, `1M`, `1q`, `1y`, or the name of the unit alone. */
export const parseInterval = (text: string): Interval | undefined => {
  const short = Object.hasOwn(words, text) ? words[text] : text
  // Four digits keep every product far below 2^53.
  const found = /^([1-9]\d{0,3})([smhdwMqy])$/.exec(short ?? '')
  if (!found) return undefined
  const count = Number(found[1])
  const unit = found[2] as keyof typeof fixed | keyof typeof months | 'w'
  switch (unit) {
    case 's':
    case 'm':
    case 'h':
    case 'd':
      return { unit: 'milliseconds', length: count * fixed[unit], origin: 0 }
    case 'w':
      return { unit: 'milliseconds', length: count * 7 * day, origin: monday }
    case 'M':
    case 'q':
    case 'y':
      return { unit: 'months', length: count * months[unit] }
  }
}

/**
 * The starts of the calendar buckets that cover two moments, the first at or before `from`; one
 * more than `most` when there are too many, so the caller can tell.
 */
export const calendarStarts = (length: number, from: number, to: number, most: number) => {
  const first = new Date(from)
  const month = (first.getUTCFullYear() - 1970) * 12 + first.getUTCMonth()
  const starts: number[] = []
  for (let at = Math.floor(month / length) * length; starts.length <= most; at += length) {
    const start = monthStart(at)
    if (start > to) break
    starts.push(start)
  }
  return starts
}

/** Date.UTC reads the years 0 to 99 as 1900 to 1999, so the year is set by name. */
const monthStart = (monthsSinceEpoch: number) => {
  const date = new Date(0)
  date.setUTCFullYear(1970 + Math.floor(monthsSinceEpoch / 12), ((monthsSinceEpoch % 12) + 12) % 12)
  return date.getTime()
}
