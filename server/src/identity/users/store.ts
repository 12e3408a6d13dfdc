import {
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import { isReservedLogin } from '../../domain/actors.ts'
import { everyOrganization, homeOrganization, type Scope } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import type { Listing } from '../../domain/listing.ts'
import { mapRows, type Rows } from '../../domain/rows.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import { changeFields } from '../../storage/search/change-fields.ts'
import { type SearchModel, search, searchModel } from '../../storage/search/search.ts'
import type { UserTable } from '../../storage/tables/identity.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { AccessTx } from '../access.ts'
import { organizationModel } from '../organizations/store.ts'
import { loginField, statusField } from './fields.ts'

/** Short ones that every view of a user shows. */
export const accountColumns = [
  'login',
  'organization',
  'name',
  'roles',
  'status',
  'email',
  'email_state',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const
const plainColumns = [...accountColumns, 'avatar'] as const

/** What may leave this table towards a caller: no hash, no sealed key. */
const userColumns = [
  ...plainColumns,
  sql<number | boolean>`key_hash is not null`.as('has_key'),
  sql<number | boolean>`password_hash is not null`.as('has_password'),
  'second_factors',
] as const

export type UserRow = Pick<Selectable<UserTable>, (typeof plainColumns)[number]> & {
  has_key: number | boolean
  has_password: number | boolean
  second_factors: string | null
}

/** What signing in needs: the user, its organization's state, and the hash to check. */
export const selectCaller = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.name', 'users.organization')
    .select([
      'users.login',
      'users.name',
      'users.organization',
      'users.roles',
      'users.status',
      'users.password_hash',
      'users.second_factors',
      'organizations.status as organization_status',
      'organizations.second_factor',
    ])

export type CallerRow = Pick<
  Selectable<UserTable>,
  'login' | 'name' | 'organization' | 'roles' | 'status' | 'password_hash' | 'second_factors'
> & { organization_status: 'Active' | 'Locked'; second_factor: 'required' | null }

export const findLogin = (db: Db, login: string): Promise<CallerRow | undefined> =>
  selectCaller(db).where('users.login', '=', login).executeTakeFirst()

/** Only a user who may sign in: a locked one, or one of a locked organization, has no key. */
export async function findByKeyHash(db: Db, keyHash: string): Promise<CallerRow | undefined> {
  return (await callersByKeyHash(db, { keyHash }))[0]
}

const callersByKeyHash = prepared<{ keyHash: string }, CallerRow>((db, slot) =>
  selectCaller(db)
    .where('users.key_hash', '=', slot('keyHash'))
    .where('users.status', '=', 'Active')
    .where('organizations.status', '=', 'Active'),
)

/** A user visible to the caller; to others there is no such user. */
export const findUser = (db: Db, scope: Scope, login: string): Promise<UserRow | undefined> =>
  inScope(db.selectFrom('users').select(userColumns), scope)
    .where('login', '=', login)
    .executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockUser = (
  tx: Db,
  dialect: Dialect,
  scope: Scope,
  login: string,
): Promise<UserRow | undefined> =>
  dialect
    .lockRow(inScope(tx.selectFrom('users').select(userColumns), scope))
    .where('login', '=', login)
    .executeTakeFirst()

export const findPreferences = (db: Db, login: string) =>
  db.selectFrom('users').select('preferences').where('login', '=', login).executeTakeFirstOrThrow()

export const findSealedKey = (db: Db, scope: Scope, login: string) =>
  inScope(db.selectFrom('users').select('key_sealed'), scope)
    .where('login', '=', login)
    .executeTakeFirst()

const inScope = <O>(query: SelectQueryBuilder<Tables, 'users', O>, scope: Scope) =>
  scope === everyOrganization ? query : query.where('organization', '=', scope)

const userModel: SearchModel<'users'> = searchModel({
  type: 'user',
  table: 'users',
  id: 'login',
  organization: 'organization',
  fields: {
    _id: loginField,
    id: loginField,
    login: loginField,
    name: { column: 'name', kind: 'keyword', short: true, required: true },
    organization: { column: 'organization', kind: 'keyword', short: true, required: true },
    roles: { column: 'roles', kind: 'list', short: true },
    status: statusField,
    ...changeFields,
  },
  defaultSort: [{ field: 'login', descending: false }],
  parents: {
    organization: { model: () => organizationModel, join: [['organization', 'name']] },
  },
})

export async function searchUsers(
  db: Db,
  dialect: Dialect,
  scope: Scope,
  listing: Listing,
): Promise<Rows<UserRow>> {
  const columns = [...plainColumns, 'key_hash', 'password_hash', 'second_factors'] as const
  const found = await search(db, dialect, userModel, { columns, ...listing }, scope)
  // The hashes end here: a caller learns only whether there are any.
  return mapRows(found, ({ key_hash, password_hash, ...user }) => ({
    ...user,
    has_key: key_hash !== null,
    has_password: password_hash !== null,
  }))
}

export async function hasUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('login').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The only way to create a user, so none gets a name reserved for the program. */
export async function insertUser(db: Db, user: Insertable<UserTable>): Promise<UserRow> {
  refuseReserved(user.login)
  return db.insertInto('users').values(user).returning(userColumns).executeTakeFirstOrThrow()
}

export function refuseReserved(login: string): void {
  // guard: server/test/security/attacks-names.test.ts
  if (isReservedLogin(login)) throw badRequest(`The login ${login} is reserved. Choose another`)
}

export const updateUser = (
  db: AccessTx,
  login: string,
  change: Updateable<UserTable>,
): Promise<UserRow> =>
  db
    .updateTable('users')
    .set(change)
    .where('login', '=', login)
    .returning(userColumns)
    .executeTakeFirstOrThrow()

/** Sessions and known devices go along. */
export const deleteUser = (db: AccessTx, login: string) =>
  db.deleteFrom('users').where('login', '=', login).executeTakeFirst()

/**
 * Superadmins other than `login` who can still get in. Locks the row of their organization first:
 * two superadmins who lock each other at the same moment must not both succeed.
 */
export async function countOtherSuperadmins(
  tx: Db,
  dialect: Dialect,
  login: string,
): Promise<number> {
  await lockHome(tx, dialect)
  const row = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', homeOrganization)
    .where('login', '<>', login)
    .where('status', '=', 'Active')
    .where((eb) => eb.or([eb('key_hash', 'is not', null), eb('password_hash', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Locking this row serializes changes of superadmins. */
export const lockHome = (tx: Db, dialect: Dialect) =>
  dialect
    .lockRow(tx.selectFrom('organizations').select('name').where('name', '=', homeOrganization))
    .executeTakeFirstOrThrow()
