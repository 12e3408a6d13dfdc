import type { Period } from '../../base/model/times.ts'
import type { Clock } from './period.ts'

export type Unit = 'minutes' | 'hours' | 'days' | 'months' | 'years'

interface Step {
  readonly unit: Unit
  readonly ms: number
  readonly startOf: (at: number, calendar: Calendar) => number
  readonly next: (start: number, calendar: Calendar) => number
}

export interface Buckets {
  readonly unit: Unit
  readonly list: readonly Period[]
}

/** More bars than this are thinner than a finger. */
const maxBuckets = 48

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Cuts a period at the hours, days or months of the reader's clock. Days have 23 or 25 hours twice a
 * year, so every cut is looked up in the calendar instead of added. The first and the last piece end
 * where the period ends: each holds exactly what is counted in it.
 */
export function bucketsOf(period: Period, clock: Clock): Buckets {
  const calendar = calendars[clock]
  const length = period.to - period.from
  const step = steps.find(({ ms }) => length / ms <= maxBuckets) ?? years
  const list: Period[] = []
  let start = step.startOf(period.from, calendar)
  while (start < period.to) {
    const next = step.next(start, calendar)
    list.push({ from: Math.max(start, period.from), to: Math.min(next, period.to) })
    start = next
  }
  return { unit: step.unit, list }
}

interface Calendar {
  readonly moment: (year: number, month: number, day: number, hour?: number) => number
  readonly fields: (at: number) => {
    year: number
    month: number
    day: number
    weekday: number
    hour: number
    minute: number
  }
}

const calendars: Record<Clock, Calendar> = {
  local: {
    moment: (...parts) => new Date(...parts).getTime(),
    fields: (at) => {
      const date = new Date(at)
      return {
        year: date.getFullYear(),
        month: date.getMonth(),
        day: date.getDate(),
        weekday: date.getDay(),
        hour: date.getHours(),
        minute: date.getMinutes(),
      }
    },
  },
  utc: {
    moment: (...parts) => Date.UTC(...parts),
    fields: (at) => {
      const date = new Date(at)
      return {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth(),
        day: date.getUTCDate(),
        weekday: date.getUTCDay(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
      }
    },
  },
}

const minutes = (count: number): Step => ({
  unit: 'minutes',
  ms: count * minute,
  startOf: (at, { fields }) => at - (at % minute) - (fields(at).minute % count) * minute,
  next: (start) => start + count * minute,
})

const hours = (count: number): Step => {
  const firstHour = (hourOfDay: number) => hourOfDay - (hourOfDay % count)
  return {
    unit: 'hours',
    ms: count * hour,
    startOf: (at, { fields, moment }) => {
      const { year, month, day, hour } = fields(at)
      return moment(year, month, day, firstHour(hour))
    },
    next: (start, { fields, moment }) => {
      const { year, month, day, hour } = fields(start)
      return moment(year, month, day, firstHour(hour) + count)
    },
  }
}

const daysLater =
  (count: number): Step['next'] =>
  (start, { fields, moment }) => {
    const { year, month, day } = fields(start)
    return moment(year, month, day + count)
  }

const days: Step = {
  unit: 'days',
  ms: day,
  startOf: (at, { fields, moment }) => {
    const { year, month, day } = fields(at)
    return moment(year, month, day)
  },
  next: daysLater(1),
}

/** From Monday on. */
const weeks: Step = {
  unit: 'days',
  ms: 7 * day,
  startOf: (at, { fields, moment }) => {
    const { year, month, day, weekday } = fields(at)
    return moment(year, month, day - ((weekday + 6) % 7))
  },
  next: daysLater(7),
}

const months: Step = {
  unit: 'months',
  ms: 30 * day,
  startOf: (at, { fields, moment }) => {
    const { year, month } = fields(at)
    return moment(year, month, 1)
  },
  next: (start, { fields, moment }) => {
    const { year, month } = fields(start)
    return moment(year, month + 1, 1)
  },
}

const years: Step = {
  unit: 'years',
  ms: 365 * day,
  startOf: (at, { fields, moment }) => moment(fields(at).year, 0, 1),
  next: (start, { fields, moment }) => moment(fields(start).year + 1, 0, 1),
}

const steps: readonly Step[] = [minutes(5), minutes(60), hours(6), days, weeks, months]
