import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'

/** A table whose rows become due, and the column for it; null is never. */
export interface DueRows {
  readonly table:
    | 'webhook_deliveries'
    | 'value_watches'
    | 'files_to_follow'
    | 'actions'
    | 'observable_jobs'
    | 'starting_jobs'
    | 'threat_feeds'
    | 'mailboxes'
    | 'mail_messages'
    | 'misp_pulls'
    | 'rule_events'
    | 'rule_runs'
    | 'outbox'
    | 'case_clocks'
  readonly at: string
}

export interface OrganizationWalk {
  readonly now: number
  readonly after?: string | undefined
  readonly upTo?: string | undefined
  readonly without: readonly string[]
  readonly limit: number
}

/**
 * Organizations with due rows, in the order of their names. The walk goes from one to the next along the index
 * `(organization, <due>)`: two index lookups for each, however many rows an organization has.
 */
export async function dueOrganizations(
  db: Db,
  { table, at }: DueRows,
  {
    now,
    after,
    upTo,
    without,
    limit,
  }: Omit<OrganizationWalk, 'now'> & { readonly now: number | RawBuilder<number> },
): Promise<string[]> {
  const rows = sql.table(table)
  const due = sql.ref(at)
  const next = (behind: RawBuilder<unknown> | undefined) =>
    sql`(select min(organization) from ${rows} where ${due} is not null
      ${behind ? sql`and organization > ${behind}` : sql``})`
  const found = await sql<{ organization: string }>`
    with recursive walk (organization) as (
      select ${next(after === undefined ? undefined : sql`${after}`)}
      union all
      select ${next(sql`walk.organization`)} from walk
        where walk.organization is not null
        ${upTo === undefined ? sql`` : sql`and walk.organization < ${upTo}`}
    )
    select organization from walk
    where organization is not null
      ${upTo === undefined ? sql`` : sql`and organization <= ${upTo}`}
      ${without.length === 0 ? sql`` : sql`and organization not in (${sql.join(without)})`}
      and exists (select 1 from ${rows} as first
        where first.organization = walk.organization and first.${due} <= ${now})
    limit ${limit}`.execute(db)
  return found.rows.map(({ organization }) => organization)
}

/** Tables with an id whose rows wait until `next_at`. */
type WaitingTable = 'mail_messages' | 'case_clocks' | 'value_watches'

/** Those of an organization that have waited longest. A process claims each by moving the moment found here. */
export const firstDue = (
  db: Db,
  table: WaitingTable,
  organization: string,
  { count, now }: { readonly count: number; readonly now: number },
) =>
  db
    // Kysely cannot say "one of these tables".
    .selectFrom(table as 'mail_messages')
    .select(['id', 'next_at'])
    .where('organization', '=', organization)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(count)
    .execute()

/** As many as are counted: a scrape must not read a table. */
export const mostCounted = 10_000

/** How many rows are due, and the moment of the first; along the index on that moment. */
export async function dueRows(db: Db, { table, at }: DueRows, now: number) {
  const due = sql.ref(at)
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(at) as oldest from (
      select ${due} as at from ${sql.table(table)} where ${due} <= ${now}
      order by ${due} limit ${mostCounted}) as due`.execute(db)
  const [found] = rows
  return { count: Number(found?.count ?? 0), oldest: momentOf(found?.oldest) }
}

const momentOf = (at: number | null | undefined) =>
  at === null || at === undefined ? undefined : Number(at)

/** Of several tables. */
export const dueTogether = (
  parts: readonly { readonly count: number; readonly oldest: number | undefined }[],
) => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  oldest: parts
    .map(({ oldest }) => oldest)
    .filter((at) => at !== undefined)
    .reduce<number | undefined>((first, at) => Math.min(first ?? at, at), undefined),
})
