import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchError } from '../../domain/errors.ts'
import { calendarStarts, type Interval } from '../../domain/interval.ts'
import { always, whole } from './conditions.ts'

/** More bars than this no chart shows, and a second-wide bucket over a year has 31 million. */
export const maxBuckets = 1_000

export const tooManyBuckets = () =>
  searchError(`more than ${maxBuckets} buckets; use a wider _interval or a narrower query`)

/** How a moment finds its bucket, and which moments a bucket holds. */
export interface Buckets {
  /** The start of the bucket, in epoch milliseconds. */
  start: RawBuilder<number>
  /** Exclusive. */
  endOf: (start: number) => number
  /** The moments that have a bucket. */
  within: Expression<SqlBool>
}

/** Buckets of one length, by arithmetic. The second modulo is for moments before the origin. */
export const fixedBuckets = (
  moment: Expression<unknown>,
  { length, origin }: Extract<Interval, { unit: 'milliseconds' }>,
): Buckets => {
  const size = whole(length)
  const rest = sql`(((${moment} - ${whole(origin)}) % ${size}) + ${size}) % ${size}`
  return {
    start: sql<number>`${moment} - ${rest}`,
    endOf: (start) => start + length,
    within: always,
  }
}

/**
 * Months and years between two moments. The two databases have no calendar function in common, so
 * the starts are worked out here and the rows sorted into them.
 */
export const calendarBuckets = (
  moment: Expression<unknown>,
  { length }: Extract<Interval, { unit: 'months' }>,
  from: number,
  to: number,
): Buckets => {
  const starts = calendarStarts(length, from, to, maxBuckets)
  const [first] = starts
  if (first === undefined || starts.length > maxBuckets) throw tooManyBuckets()
  const steps = starts
    .toReversed()
    .map((start) => sql`when ${moment} >= ${whole(start)} then ${whole(start)}`)
  return {
    start: sql<number>`case ${sql.join(steps, sql` `)} end`,
    endOf: (start) => starts[starts.indexOf(start) + 1] ?? to + 1,
    // Rows that came in after `from` and `to` were read would have no bucket, or a wrong one.
    within: sql<SqlBool>`${moment} between ${whole(first)} and ${whole(to)}`,
  }
}
