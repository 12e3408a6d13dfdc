import type { ValueName } from '@assay/contract'
import { sql } from 'kysely'
import { notFound } from '../../domain/errors.ts'
import type { Page } from '../../domain/page.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import type { Watcher, WatchRow } from '../../storage/rows/watch-rows.ts'
import { type Wanted, wantedOf } from '../values/named.ts'

/** Another person's watch does not exist. */
export async function requireWatch(
  db: Db,
  { login, organization }: Watcher,
  id: string,
): Promise<WatchRow> {
  const row = await db
    .selectFrom('value_watches')
    .selectAll()
    .where((eb) => eb.and({ id, login, organization }))
    .executeTakeFirst()
  if (!row) throw notFound('watch', id)
  return row
}

export async function removeWatch(
  tx: Db,
  { login, organization }: Watcher,
  id: string,
): Promise<WatchRow> {
  const row = await tx
    .deleteFrom('value_watches')
    .where((eb) => eb.and({ id, login, organization }))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('watch', id)
  return row
}

export async function listOf(
  db: Db,
  dialect: Dialect,
  { login, organization }: Watcher,
  text: string | undefined,
  { offset, limit }: Page,
): Promise<{ rows: WatchRow[]; total: number }> {
  const part = { text: text ?? '', position: 'anywhere', anyCase: true } as const
  const found = db
    .selectFrom('value_watches as w')
    .where('w.login', '=', login)
    .where('w.organization', '=', organization)
    .$if(text !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          dialect.hasPart(sql.ref('w.data'), part),
          dialect.hasPart(sql.ref('w.file_name'), part),
        ]),
      ),
    )
  const rows = await found
    .selectAll()
    .modifyFront(slowly)
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await found
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .modifyFront(slowly)
    .executeTakeFirstOrThrow()
  return { rows, total: Number(count) }
}

/** Of each watch how much is unread. */
export async function unreadOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('value_news')
    .select(['watch_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('watch_id', 'in', ids)
    .where('read_at', 'is', null)
    .groupBy('watch_id')
    .execute()
  return new Map(rows.map(({ watch_id, count }) => [watch_id, Number(count)]))
}

type NamedRow = Pick<WatchRow, 'data_type' | 'is_file' | 'data'>

export const nameOf = ({ data_type: dataType, is_file, data }: NamedRow): ValueName =>
  is_file === 1 ? { dataType, hash: data } : { dataType, data }

export const wantedOfRow = (row: NamedRow): Wanted => wantedOf(nameOf(row))
