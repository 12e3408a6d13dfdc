import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

export interface MomentSource {
  readonly dialect: Pick<Dialect, 'name'>
  readonly clock: { now(): number; readonly overridesDatabase?: boolean }
}

/**
 * The moment that decides, as it is bound: null on PostgreSQL, where `momentOf` then reads the
 * database's clock. Nodes whose clocks disagree would take each other's jobs away.
 */
export const givenMoment = ({ dialect, clock }: MomentSource): number | null =>
  dialect.name === 'postgres' && clock.overridesDatabase !== true ? null : clock.now()

/** A subquery, because it is read once and may then bound the walk through an index. */
export const momentOf = (
  { name }: Pick<Dialect, 'name'>,
  given: Expression<unknown> | number | null,
): RawBuilder<number> =>
  name === 'sqlite'
    ? sql<number>`${given}`
    : sql<number>`(select coalesce(cast(${given} as bigint),
        cast(extract(epoch from clock_timestamp()) * 1000 as bigint)))`
