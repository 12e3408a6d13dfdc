import { randomBytes } from 'node:crypto'
import { maxWatches, type WatchEvery } from '@assay/contract'
import type { Selectable } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { fileName } from '../../domain/response/observable-values.ts'
import { maxShownLength, type NamedValue } from '../../domain/values/key.ts'
import { nextDue } from '../../domain/watch.ts'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import type { ValueWatchTable } from '../tables/watches.ts'

export type WatchRow = Selectable<ValueWatchTable>
export type Watcher = Pick<Caller, 'login' | 'organization'>

/** The caller's own watch of a value. */
export const findWatch = (
  db: Db,
  { login, organization }: Watcher,
  key: string,
): Promise<WatchRow | undefined> =>
  db
    .selectFrom('value_watches')
    .selectAll()
    .where('organization', '=', organization)
    .where('value_hash', '=', key)
    .where('login', '=', login)
    .executeTakeFirst()

export interface WatchedValue {
  readonly value: NamedValue
  readonly key: string
  readonly isFile: boolean
}

export interface NewWatch {
  readonly wanted: WatchedValue
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
