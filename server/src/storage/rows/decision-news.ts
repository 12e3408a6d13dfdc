import { randomBytes } from 'node:crypto'
import { maxWatches, type Role } from '@assay/contract'
import { analyst, decided } from '../../domain/values/decision.ts'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import type { ValueNewsTable } from '../tables/watches.ts'
import type { DecisionRow } from './decisions.ts'
import { type Notified, newNewsId } from './watch-news.ts'

type News = Pick<ValueNewsTable, 'kind' | 'at' | 'from_level' | 'to_level'>

/**
 * In a transaction, before the decision is changed: watches of its observable are locked first, as those do who
 * write what an analyzer said.
 */
export const lockWatches = (
  tx: Db,
  dialect: Dialect,
  { organization, value_hash }: Pick<DecisionRow, 'organization' | 'value_hash'>,
): Promise<unknown> =>
  dialect
    .lockRow(
      tx
        .selectFrom('value_watches')
        .select('id')
        .where('organization', '=', organization)
        .where('value_hash', '=', value_hash)
        .orderBy('id'),
    )
    .execute()

/**
 * Updates about a decision, for people whom it concerns. Who does not watch the observable begins to, and can stop;
 * at the limit of watches there is no update.
 */
export async function tellPeople(
  tx: Db,
  row: DecisionRow,
  logins: readonly string[],
  news: News,
): Promise<Notified[]> {
  const notified: Notified[] = []
  for (const login of await activeOf(tx, row.organization, logins)) {
    const watchId = await watchOf(tx, row, login, news.to_level, news.at)
    if (watchId === undefined) continue
    if (news.kind === 'contradicted' && (await isTold(tx, watchId, row))) continue
    await tx
      .insertInto('value_news')
      .values({ id: newNewsId(), watch_id: watchId, ...news })
      .execute()
    notified.push({ organization: row.organization, watch_id: watchId, login })
  }
  return notified
}

/** Those who may still run analyzers here, which is what a watch takes. */
async function activeOf(
  tx: Db,
  organization: string,
  logins: readonly string[],
): Promise<string[]> {
  const users = await tx
    .selectFrom('users')
    .select(['login', 'roles'])
    .where('organization', '=', organization)
    .where('status', '=', 'Active')
    .where('login', 'in', [...new Set(logins)])
    .orderBy('login')
    .execute()
  const active: string[] = []
  for (const { login, roles } of users) {
    // guard: server/test/values/decision-news.test.ts
    if (!(JSON.parse(roles) as Role[]).includes('analyze')) continue
    active.push(login)
  }
  return active
}

async function watchOf(
  tx: Db,
  row: DecisionRow,
  login: string,
  level: number | null,
  at: number,
): Promise<string | undefined> {
  const { organization, value_hash } = row
  const own = tx
    .selectFrom('value_watches')
    .select('id')
    .where('organization', '=', organization)
    .where('login', '=', login)
  const known = await own.where('value_hash', '=', value_hash).executeTakeFirst()
  if (known) return known.id
  const data = row.is_file === 1 ? row.text_hash : row.data
  const others = await own.limit(maxWatches).execute()
  // guard: server/test/values/decision-news.test.ts
  if (data === null || others.length >= maxWatches) return undefined
  const id = randomBytes(12).toString('base64url')
  await tx
    .insertInto('value_watches')
    .values({
      id,
      organization,
      login,
      value_hash,
      data_type: row.data_type,
      is_file: row.is_file,
      data,
      file_name: row.file_name,
      level,
      created_at: at,
    })
    .execute()
  return id
}

/** They were told already, as watchers. */
async function isTold(tx: Db, watchId: string, row: DecisionRow): Promise<boolean> {
  const found = await tx
    .selectFrom('value_news')
    .select('id')
    .where('watch_id', '=', watchId)
    .where('kind', '=', 'contradicted')
    .where('at', '>=', row.at)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What the verdict is without this decision; null where nothing was said. */
export async function levelWithout(tx: Db, row: DecisionRow): Promise<number | null> {
  const { organization, value_hash, case_id } = row
  const found = await tx
    .selectFrom('value_answers')
    .select((eb) => eb.fn.max('level').as('level'))
    .where('organization', '=', organization)
    .where('value_hash', '=', value_hash)
    // In its case one for everywhere counts again.
    .$if(case_id === null, (query) => query.where('worker_id', '!=', analyst))
    .executeTakeFirst()
  return found?.level == null ? null : Number(found.level) % decided
}

/** Their watches know it, so the change of the verdict is no second update. */
export const knowLevel = (
  tx: Db,
  { organization, value_hash }: DecisionRow,
  notified: readonly Notified[],
  level: number | null,
): Promise<unknown> =>
  notified.length === 0
    ? Promise.resolve()
    : tx
        .updateTable('value_watches')
        .set({ level })
        .where('organization', '=', organization)
        .where('value_hash', '=', value_hash)
        .where(
          'id',
          'in',
          notified.map(({ watch_id }) => watch_id),
        )
        .execute()
