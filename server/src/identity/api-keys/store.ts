import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import type { ApiKeyTable } from '../../storage/tables/identity.ts'
import type { AccessTx } from '../access.ts'
import { type CallerRow, selectCaller } from '../users/store.ts'

const columns = [
  'id',
  'login',
  'name',
  'scope',
  'worker_id',
  'created_at',
  'created_by',
  'expires_at',
  'used_at',
  'max_tlp',
  'max_pap',
  'jobs_per_day',
  'workers',
] as const

/** Without the hash, which is needed only for lookups. */
export type ApiKeyRow = Pick<Selectable<ApiKeyTable>, (typeof columns)[number]>

export const listKeysOf = (db: Db, login: string): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('login', '=', login)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export async function countKeysOf(db: Db, login: string): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertKey = (db: AccessTx, key: Insertable<ApiKeyTable>): Promise<ApiKeyRow> =>
  db.insertInto('api_keys').values(key).returning(columns).executeTakeFirstOrThrow()

export const deleteKey = (db: AccessTx, login: string, id: string) =>
  db
    .deleteFrom('api_keys')
    .where('login', '=', login)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export const markUsed = (db: Db, id: string, now: number) =>
  db.updateTable('api_keys').set({ used_at: now }).where('id', '=', id).execute()

export type NamedKeyCaller = CallerRow & {
  key_id: string
  scope: ApiKeyTable['scope']
  worker_id: string | null
  key_name: string
  expires_at: number | null
  used_at: number | null
  max_tlp: number | null
  max_pap: number | null
  jobs_per_day: number | null
  workers: string | null
}

/** Only of a user who may sign in, as with the single key. */
export async function findByNamedKey(db: Db, keyHash: string): Promise<NamedKeyCaller | undefined> {
  return (await callersByNamedKey(db, { keyHash }))[0]
}

const callersByNamedKey = prepared<{ keyHash: string }, NamedKeyCaller>((db, slot) =>
  selectCaller(db)
    .innerJoin('api_keys', 'api_keys.login', 'users.login')
    .select([
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.scope',
      'api_keys.worker_id',
      'api_keys.expires_at',
      'api_keys.used_at',
      'api_keys.max_tlp',
      'api_keys.max_pap',
      'api_keys.jobs_per_day',
      'api_keys.workers',
    ])
    .where('api_keys.key_hash', '=', slot('keyHash'))
    .where('users.status', '=', 'Active')
    .where('organizations.status', '=', 'Active'),
)

export async function hasWorker(db: Db, organization: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('workers')
    .select('id')
    .where(ownedRow(organization, id))
    .executeTakeFirst()
  return row !== undefined
}
