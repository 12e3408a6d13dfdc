import {
  type AlertOutcome,
  type CaseAge,
  type DeskTimes,
  maxDeskPeople,
  maxDeskSources,
  maxDeskTechniques,
} from '@assay/contract'
import { type RawBuilder, sql } from 'kysely'
import { rankOf } from '../../domain/desk/numbers.ts'
import type { Piece } from '../../domain/desk/pieces.ts'
import { handledAt } from '../../storage/common/handled-alerts.ts'
import { walksRows } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'

// Each statement reads one index of migration 0160, in a thread or on a connection of searches. Numbers that
// PostgreSQL answers as texts are converted here.

const handled = sql.raw(`(${handledAt})`)

/**
 * Pieces as rows: a range of an index is counted for each, which costs less than to group all that it holds. Without
 * casts: with them SQLite would not use an index on an expression.
 */
const piecesSql = (pieces: readonly Piece[]) =>
  sql`(values ${sql.join(
    pieces.map(({ from, to }, at) => sql`(${sql.lit(at)}, ${sql.lit(from)}, ${sql.lit(to)})`),
  )})`

/** How many moments each piece holds. */
async function countBy(
  db: Db,
  source: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
  pieces: readonly Piece[],
): Promise<number[]> {
  const { rows } = await sql<{ place: number; count: number }>`
    with pieces (place, begins, ends) as ${piecesSql(pieces)}
    select ${walksRows} place,
      (select count(*) from ${source} and ${moment} >= begins and ${moment} < ends) as count
    from pieces order by place`.execute(db)
  return rows.map(({ count }) => Number(count))
}

const ofAlerts = (organization: string) => sql`alerts where organization = ${organization}`

export const countReceived = (db: Db, organization: string, pieces: readonly Piece[]) =>
  countBy(db, ofAlerts(organization), sql`created_at`, pieces)

export const countHandled = (db: Db, organization: string, pieces: readonly Piece[]) =>
  countBy(db, ofAlerts(organization), handled, pieces)

/** Median and 90 % of times that end in each piece. */
async function timesBy(
  db: Db,
  source: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  ms: RawBuilder<unknown>,
  pieces: readonly Piece[],
): Promise<DeskTimes[]> {
  const counts = await countBy(db, source, end, pieces)
  const known = pieces.flatMap((piece, at) =>
    counts[at] ? [{ ...piece, at, count: counts[at] }] : [],
  )
  if (known.length === 0) return counts.map((count) => ({ count }))
  const { rows } = await sql<{ place: number; median: number | null; p90: number | null }>`
    select ${walksRows} place, median, p90 from (${sql.join(
      known.map(({ from, to, at, count }) => {
        const ranked = (percent: number) =>
          sql`(select ${ms} from ${source} and ${end} >= ${sql.lit(from)} and ${end} < ${sql.lit(to)}
            order by ${ms} limit 1 offset ${sql.lit(rankOf(percent, count) - 1)})`
        return sql`select ${sql.lit(at)} as place, ${ranked(50)} as median, ${ranked(90)} as p90`
      }),
      sql` union all `,
    )}) as ranked`.execute(db)
  const times = new Map(rows.map(({ place, ...found }) => [Number(place), found]))
  return counts.map((count, at) => {
    const { median = null, p90 = null } = times.get(at) ?? {}
    // Null where a case was changed between the two statements.
    if (median === null || p90 === null) return { count: 0 }
    return { count, median: Math.max(0, Number(median)), p90: Math.max(0, Number(p90)) }
  })
}

/** `timeToAcknowledge` of `domain/clocks/times.ts`. */
export const acknowledgeTimes = (db: Db, organization: string, pieces: readonly Piece[]) =>
  timesBy(
    db,
    sql`cases where organization = ${organization} and in_progress_at is not null`,
    sql`in_progress_at`,
    sql`in_progress_at - created_at`,
    pieces,
  )

/** `timeToResolve` of `domain/clocks/times.ts`. */
export const resolveTimes = (db: Db, organization: string, pieces: readonly Piece[]) =>
  timesBy(
    db,
    sql`cases where organization = ${organization} and status <> 'Open'`,
    sql`coalesce(closed_at, end_date)`,
    sql`coalesce(closed_at, end_date) - created_at - paused_ms`,
    pieces,
  )

const day = 86_400_000

export interface OpenCases {
  readonly severity: number
  readonly age: CaseAge
  readonly count: number
  readonly overdue: number
}

const overdueSql = (now: number) =>
  sql<number>`sum(case when due_date <= ${sql.lit(now)} then 1 else 0 end)`

export async function openCases(db: Db, organization: string, now: number): Promise<OpenCases[]> {
  const { rows } = await sql<OpenCases>`
    select ${walksRows} severity,
      case when created_at > ${sql.lit(now - day)} then 'day' when created_at > ${sql.lit(now - 7 * day)} then 'week'
        when created_at > ${sql.lit(now - 30 * day)} then 'month' else 'older' end as age,
      count(*) as count, ${overdueSql(now)} as overdue
    from cases where organization = ${organization} and status = 'Open'
    group by 1, 2`.execute(db)
  return rows.map(({ severity, age, count, overdue }) => ({
    severity: Number(severity),
    age,
    count: Number(count),
    overdue: Number(overdue),
  }))
}

export interface OutcomesOfSource {
  /** Null for the sum of all others. */
  readonly source: string | null
  readonly outcome: AlertOutcome
  readonly count: number
}

const resolutions: Readonly<Record<string, AlertOutcome>> = {
  TruePositive: 'truePositive',
  FalsePositive: 'falsePositive',
  Indeterminate: 'indeterminate',
  Duplicated: 'duplicated',
}

/** What became of the alerts of a period, by source; with the number of all sources. */
export async function outcomesBySource(
  db: Db,
  organization: string,
  { from, to }: Piece,
): Promise<{ rows: OutcomesOfSource[]; sources: number }> {
  const closed = sql.join(
    Object.entries(resolutions).map(
      ([status, outcome]) => sql`when ${sql.lit(status)} then ${sql.lit(outcome)}`,
    ),
    sql` `,
  )
  const { rows } = await sql<OutcomesOfSource & { sources: number }>`
    with judged as (
      select ${walksRows} a.source,
        case when a.case_id is null then case when a.read = 0 then 'waiting' else 'dismissed' end
          when c.status = 'Open' then 'open'
          else case c.resolution_status ${closed} else 'other' end end as outcome
      from alerts as a
      left join cases as c on c.id = a.case_id and c.organization = a.organization
      where a.organization = ${organization} and a.created_at >= ${from} and a.created_at < ${to}
    ), counted as materialized (
      select source, outcome, count(*) as count from judged group by source, outcome
    ), largest as (
      select source from counted group by source order by sum(count) desc, source
      limit ${sql.lit(maxDeskSources)}
    )
    select largest.source, counted.outcome, sum(counted.count) as count,
      (select count(distinct source) from counted) as sources
    from counted left join largest on largest.source = counted.source
    group by largest.source, counted.outcome`.execute(db)
  return {
    rows: rows.map(({ source, outcome, count }) => ({ source, outcome, count: Number(count) })),
    sources: Number(rows[0]?.sources ?? 0),
  }
}

export interface WorkOfPeople {
  /** `none`: assigned to no one; `others`: the sum of those who are not among the first. */
  readonly kind: 'person' | 'none' | 'others'
  readonly login: string | null
  readonly people: number
  readonly cases: number
  readonly overdue: number
  readonly tasks: number
  readonly alerts: number
}

export async function workByPerson(
  db: Db,
  organization: string,
  now: number,
): Promise<WorkOfPeople[]> {
  const { rows } = await sql<WorkOfPeople>`
    with held as (
      select ${walksRows} assignee, count(*) as cases, ${overdueSql(now)} as overdue, 0 as tasks, 0 as alerts
      from cases where organization = ${organization} and status = 'Open' group by assignee
      union all
      select assignee, 0, 0, count(*), 0 from tasks
      where organization = ${organization} and status in ('Waiting', 'InProgress') group by assignee
      union all
      select assignee, 0, 0, 0, count(*) from alerts
      where organization = ${organization} and ${handled} is null group by assignee
    ), summed as materialized (
      select assignee, sum(cases) as cases, sum(overdue) as overdue, sum(tasks) as tasks, sum(alerts) as alerts
      from held group by assignee
    ), busiest as (
      select assignee from summed where assignee is not null
      order by cases + tasks + alerts desc, assignee limit ${sql.lit(maxDeskPeople)}
    )
    select case when busiest.assignee is not null then 'person' when summed.assignee is null then 'none'
        else 'others' end as kind,
      busiest.assignee as login, count(*) as people, sum(cases) as cases, sum(overdue) as overdue,
      sum(tasks) as tasks, sum(alerts) as alerts
    from summed left join busiest on busiest.assignee = summed.assignee
    group by 1, 2
    order by sum(cases) + sum(tasks) + sum(alerts) desc, 2`.execute(db)
  return rows.map(({ kind, login, people, cases, overdue, tasks, alerts }) => ({
    kind,
    login,
    people: Number(people),
    cases: Number(cases),
    overdue: Number(overdue),
    tasks: Number(tasks),
    alerts: Number(alerts),
  }))
}

export interface TechniqueUse {
  readonly id: string
  readonly name: string | null
  readonly cases: number
  readonly alerts: number
}

/** Of procedures that occurred in the period; with the number of all techniques. */
export async function techniqueUse(
  db: Db,
  organization: string,
  { from, to }: Piece,
): Promise<{ rows: TechniqueUse[]; techniques: number }> {
  const { rows } = await sql<TechniqueUse & { techniques: number }>`
    select ${walksRows} used.pattern_id as id, patterns.name, used.cases, used.alerts, used.techniques
    from (
      select pattern_id, count(distinct case_id) as cases, count(distinct alert_id) as alerts,
        count(*) over () as techniques
      from procedures
      where organization = ${organization} and occur_date >= ${from} and occur_date < ${to}
      group by pattern_id
      order by count(distinct case_id) + count(distinct alert_id) desc, pattern_id
      limit ${sql.lit(maxDeskTechniques)}
    ) as used
    left join patterns on patterns.organization = '' and patterns.pattern_id = used.pattern_id
    order by used.cases + used.alerts desc, used.pattern_id`.execute(db)
  return {
    rows: rows.map(({ id, name, cases, alerts }) => ({
      id,
      name,
      cases: Number(cases),
      alerts: Number(alerts),
    })),
    techniques: Number(rows[0]?.techniques ?? 0),
  }
}
