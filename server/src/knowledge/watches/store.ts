import { randomBytes } from 'node:crypto'
import { maxWatches, type ValueName, type WatchEvery } from '@assay/contract'
import { sql } from 'kysely'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { Page } from '../../domain/page.ts'
import { fileName } from '../../domain/response/observable-values.ts'
import { maxShownLength } from '../../domain/values/key.ts'
import { nextDue } from '../../domain/watch.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { type Wanted, wantedOf } from '../values/named.ts'
import { findWatch, type Watcher, type WatchRow } from '../values/watched.ts'

interface NewWatch {
  readonly wanted: Wanted
  readonly filename: string | undefined
  readonly every: WatchEvery | undefined
}

/** In a transaction. Answers also whether it is a new one. */
export async function addWatch(
  tx: Db,
  dialect: Dialect,
  watcher: Watcher,
  { wanted, filename, every }: NewWatch,
  now: number,
): Promise<{ watch: WatchRow; isNew: boolean }> {
  const { login, organization } = watcher
  // Two calls at once must not pass the limit together, nor watch the same value twice.
  await dialect
    .lockRow(tx.selectFrom('users').select('login').where('login', '=', login))
    .executeTakeFirst()
  const known = await findWatch(tx, watcher, wanted.key)
  if (known)
    return {
      watch: every === undefined ? known : await setEvery(tx, watcher, known.id, every, now),
      isNew: false,
    }
  // guard: server/test/values/watches.test.ts
  if ((await countWatches(tx, watcher)) >= maxWatches)
    throw badRequest(`Limit of ${maxWatches} watched observables reached. Stop watching one first`)
  const { value } = wanted
  if (!wanted.isFile && value.dataType === 'file')
    throw badRequest('Watch a file by hash (SHA-256), not by data')
  const data = 'hash' in value ? value.hash : value.data
  if (data.trim() === '') throw badRequest('data is blank')
  if (data.length > maxShownLength)
    throw badRequest(`data exceeds the limit of ${maxShownLength} characters`)
  const answers = await tx
    .selectFrom('value_answers')
    .select((eb) => [eb.fn.max('level').as('level'), eb.fn.max('file_name').as('file_name')])
    .where('organization', '=', organization)
    .where('value_hash', '=', wanted.key)
    .executeTakeFirst()
  const watch = await tx
    .insertInto('value_watches')
    .values({
      id: randomBytes(12).toString('base64url'),
      organization,
      login,
      value_hash: wanted.key,
      data_type: wanted.isFile ? 'file' : value.dataType,
      is_file: wanted.isFile ? 1 : 0,
      data,
      file_name: wanted.isFile ? (shownFilename(filename) ?? answers?.file_name ?? null) : null,
      // Of a person's verdict the last digit counts.
      level: answers?.level == null ? null : answers.level % 10,
      every: stored(every ?? 'none'),
      next_at: nextDue(every ?? null, now, now),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { watch, isNew: true }
}

const shownFilename = (sent: string | undefined) =>
  sent === undefined || sent === '' ? undefined : fileName(sent)

const stored = (every: WatchEvery) => (every === 'none' ? null : every)

export async function countWatches(db: Db, { login, organization }: Watcher): Promise<number> {
  const { count } = await db
    .selectFrom('value_watches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('login', '=', login)
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}

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

/** In a transaction. Another person's watch does not exist. */
export async function setEvery(
  tx: Db,
  { login, organization }: Watcher,
  id: string,
  every: WatchEvery,
  now: number,
): Promise<WatchRow> {
  const row = await tx
    .updateTable('value_watches')
    .set({ every: stored(every), next_at: nextDue(every, now, now) })
    .where((eb) => eb.and({ id, login, organization }))
    .returningAll()
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
