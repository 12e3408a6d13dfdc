import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import { inBatches } from './batches.ts'

// What other organizations share with one: the only place for that. Everything else of this server
// asks for rows of one organization, and finds nothing that is shared.

/** Ids of cases that are shared with the organization. */
const cases = (organization: string) =>
  sql`select case_shares.case_id from case_shares where case_shares.shared_with = ${organization}`

/** Of tasks or observables: all of a case, or those that were shared one by one. */
const items = (organization: string, item: 'task' | 'observable'): RawBuilder<unknown> => {
  const table = sql.table(`${item}s`)
  const chosen = sql.table(`shared_${item}s`)
  return sql`select one.id from case_shares join ${table} as one
      on one.case_id = case_shares.case_id and one.organization = case_shares.organization
    where case_shares.shared_with = ${organization}
      and (${sql.ref(`case_shares.${item}_rule`)} = 'all' or exists (select 1 from ${chosen} as chosen
        where chosen.share_id = case_shares.id and ${sql.ref(`chosen.${item}_id`)} = one.id))`
}

export type SharedEntity = 'case' | 'task' | 'log' | 'observable'

/** A condition on the table of the entity. */
export const isShared: Readonly<
  Record<SharedEntity, (organization: string) => RawBuilder<SqlBool>>
> = {
  case: (organization) => sql<SqlBool>`cases.id in (${cases(organization)})`,
  task: (organization) => sql<SqlBool>`tasks.id in (${items(organization, 'task')})`,
  log: (organization) => sql<SqlBool>`task_logs.task_id in (${items(organization, 'task')})`,
  observable: (organization) =>
    sql<SqlBool>`observables.id in (${items(organization, 'observable')})`,
}

/** Most organizations have nothing of others, and their searches stay as they are. */
export async function hasShares(db: Db, organization: string): Promise<boolean> {
  const row = await db
    .selectFrom('case_shares')
    .select('id')
    .where('shared_with', '=', organization)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Some row that the organization sees holds the file, though it is another one's. */
export async function isSharedFile(db: Db, organization: string, sha256: string): Promise<boolean> {
  if (!(await hasShares(db, organization))) return false
  const { rows } = await sql`
    select 1 as one from observables
      where observables.attachment_id = ${sha256} and ${isShared.observable(organization)}
    union all select 1 as one from task_logs
      where task_logs.attachment_id = ${sha256} and ${isShared.log(organization)}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whose task or observable is asked for; a log belongs to a task. */
const askedFor = {
  task: sql`tasks as one`,
  log: sql`task_logs as asked join tasks as one on one.id = asked.task_id`,
  observable: sql`observables as one`,
} as const

/** Organizations, by the id of what others share with them. */
export async function guestsOf(
  db: Db,
  kind: SharedEntity,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  type Seen = { id: string; guest: string }
  const found = await inBatches(ids, async (some) => {
    if (kind === 'case')
      return await db
        .selectFrom('case_shares')
        .select(['case_id as id', 'shared_with as guest'])
        .where('case_id', 'in', some)
        .execute()
    const item = kind === 'observable' ? 'observable' : 'task'
    const id = sql.ref(kind === 'log' ? 'asked.id' : 'one.id')
    const seen = sql<Seen>`select ${id} as id, case_shares.shared_with as guest
      from ${askedFor[kind]} join case_shares
        on case_shares.case_id = one.case_id and case_shares.organization = one.organization
      where ${id} in (${sql.join(some)})
        and (${sql.ref(`case_shares.${item}_rule`)} = 'all' or exists (
          select 1 from ${sql.table(`shared_${item}s`)} as chosen
          where chosen.share_id = case_shares.id and ${sql.ref(`chosen.${item}_id`)} = one.id))`
    return (await seen.execute(db)).rows
  })
  const guests = new Map<string, string[]>()
  for (const { id, guest } of found) guests.set(id, [...(guests.get(id) ?? []), guest])
  return guests
}
