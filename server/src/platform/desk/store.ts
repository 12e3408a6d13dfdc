import {
  type AlertOutcome,
  type CaseAge,
  maxDeskPeople,
  maxDeskSources,
  maxDeskTechniques,
} from '@assay/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Piece, Run } from '../../domain/desk/pieces.ts'
import { handledAt } from '../../storage/common/handled-alerts.ts'
import { walksRows } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'

// Each statement reads one index of migration 0160, in a thread or on a connection of searches. Numbers that
// PostgreSQL answers as texts are converted here.

const handled = sql.raw(`(${handledAt})`)

/** The place of a moment among the pieces. */
const pieceSql = (moment: RawBuilder<unknown>, runs: readonly Run[]) =>
  sql<number>`case ${sql.join(
    runs.map(
      ({ first, from, length, to }) =>
        sql`when ${moment} < ${sql.lit(to)} then ${sql.lit(first)} + (${moment} - ${sql.lit(from)}) / ${sql.lit(length)}`,
    ),
    sql` `,
  )} end`

export interface Counted {
  readonly piece: number
  readonly count: number
}

/** Alerts by the piece in which they came or were handled, and how many of them after the period. */
async function alertsBy(
  db: Db,
  organization: string,
  moment: RawBuilder<unknown>,
  { to }: Piece,
  runs: readonly Run[],
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${walksRows} case when ${moment} >= ${to} then -1 else ${pieceSql(moment, runs)} end as piece,
      count(*) as count
    from alerts
    where organization = ${organization} and ${moment} >= ${sql.lit(runs[0]?.from ?? to)}
    group by 1`.execute(db)
  return rows.map(({ piece, count }) => ({ piece: Number(piece), count: Number(count) }))
}

type Flow = (
  db: Db,
  organization: string,
  period: Piece,
  runs: readonly Run[],
) => Promise<Counted[]>

export const receivedAlerts: Flow = (db, organization, period, runs) =>
  alertsBy(db, organization, sql`created_at`, period, runs)

export const handledAlerts: Flow = (db, organization, period, runs) =>
  alertsBy(db, organization, handled, period, runs)

export interface TimesOfPiece {
  readonly piece: number
  readonly count: number
  readonly median: number
  readonly p90: number
}

/** As `rankOf` in `domain/desk/numbers.ts`. */
const rankSql = (percent: number) => sql`(count * ${sql.lit(percent)} + 99) / 100`

/** Median and 90 % of times that end in each piece. */
async function timesBy(
  db: Db,
  source: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  ms: RawBuilder<unknown>,
  runs: readonly Run[],
): Promise<TimesOfPiece[]> {
  const { rows } = await sql<TimesOfPiece>`
    select ${walksRows} piece, count, max(case when rank = ${rankSql(50)} then ms end) as median,
      max(case when rank = ${rankSql(90)} then ms end) as p90
    from (
      select piece, ms, row_number() over (partition by piece order by ms) as rank,
        count(*) over (partition by piece) as count
      from (
        select ${pieceSql(end, runs)} as piece, case when ${ms} < 0 then 0 else ${ms} end as ms
        from cases where ${source} and ${end} >= ${runs[0]?.from ?? 0} and ${end} < ${runs.at(-1)?.to ?? 0}
      ) as timed
    ) as ranked
    group by piece, count`.execute(db)
  return rows.map(({ piece, count, median, p90 }) => ({
    piece: Number(piece),
    count: Number(count),
    median: Number(median),
    p90: Number(p90),
  }))
}

/** `timeToAcknowledge` of `domain/clocks/times.ts`. */
export const acknowledgeTimes = (db: Db, organization: string, runs: readonly Run[]) =>
  timesBy(
    db,
    sql`organization = ${organization} and in_progress_at is not null`,
    sql`in_progress_at`,
    sql`in_progress_at - created_at`,
    runs,
  )

/** `timeToResolve` of `domain/clocks/times.ts`. */
export const resolveTimes = (db: Db, organization: string, runs: readonly Run[]) =>
  timesBy(
    db,
    sql`organization = ${organization} and status <> 'Open'`,
    sql`coalesce(closed_at, end_date)`,
    sql`coalesce(closed_at, end_date) - created_at - paused_ms`,
    runs,
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
