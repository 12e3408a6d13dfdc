import type { Db } from '../src/storage/database.ts'
import { type SearchModel, searchModel } from '../src/storage/search/search.ts'
import type { OrganizationTable, UserTable } from '../src/storage/tables/identity.ts'

/**
 * Two small models for the search tests. They bend the tables a little, so every kind of field
 * exists: `note` and `motto` are texts, `rate` a number, `flag` a boolean.
 */
export const users: SearchModel<'users'> = searchModel({
  type: 'user',
  table: 'users',
  organization: 'organization',
  id: 'login',
  fields: {
    _id: { column: 'login', kind: 'keyword', required: true },
    id: { column: 'login', kind: 'keyword', required: true },
    login: { column: 'login', kind: 'keyword', required: true },
    organization: { column: 'organization', kind: 'keyword', required: true },
    name: { column: 'name', kind: 'keyword', required: true },
    roles: { column: 'roles', kind: 'list', aliases: { admin: 'orgadmin' } },
    status: { column: 'status', kind: 'keyword', required: true, aliases: { Ok: 'Active' } },
    note: { column: 'avatar', kind: 'text' },
    motto: { column: 'preferences', kind: 'text', required: true },
    updatedBy: { column: 'updated_by', kind: 'keyword' },
    updatedAt: { column: 'updated_at', kind: 'date' },
    rate: { column: 'updated_at', kind: 'number' },
    createdAt: { column: 'created_at', kind: 'date', required: true },
    flag: { column: 'created_at', kind: 'boolean', required: true },
  },
  defaultSort: [{ field: 'createdAt', descending: true }],
  parents: {
    organization: { model: () => organizations, join: [['organization', 'name']] },
  },
})

export const organizations: SearchModel<'organizations'> = searchModel({
  type: 'organization',
  table: 'organizations',
  organization: 'name',
  id: 'name',
  fields: {
    _id: { column: 'name', kind: 'keyword', required: true },
    name: { column: 'name', kind: 'keyword', required: true },
    description: { column: 'description', kind: 'text', required: true },
    status: { column: 'status', kind: 'keyword', required: true },
    createdAt: { column: 'created_at', kind: 'date', required: true },
  },
  defaultSort: [],
  children: { user: { model: () => users, join: [['name', 'organization']] } },
})

export const organization = (values: Partial<OrganizationTable> = {}): OrganizationTable => ({
  name: 'acme',
  description: '',
  status: 'Active',
  second_factor: null,
  created_at: 0,
  created_by: 'init',
  updated_at: null,
  updated_by: null,
  ...values,
})

export const user = (values: Partial<UserTable> = {}): UserTable => ({
  login: 'ann',
  organization: 'acme',
  name: 'Ann',
  roles: '[]',
  status: 'Active',
  avatar: null,
  preferences: '{}',
  password_hash: null,
  key_hash: null,
  key_sealed: null,
  second_factors: null,
  email: null,
  email_state: null,
  email_returned_at: null,
  time_zone: null,
  language: null,
  created_at: 0,
  created_by: 'init',
  updated_at: null,
  updated_by: null,
  ...values,
})

/** Makes these the only rows. */
export const replaceRows = (
  db: Db,
  rows: { organizations: OrganizationTable[]; users: UserTable[] },
) =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('users').execute()
    await tx.deleteFrom('organizations').execute()
    if (rows.organizations.length > 0) {
      await tx.insertInto('organizations').values(rows.organizations).execute()
    }
    if (rows.users.length > 0) await tx.insertInto('users').values(rows.users).execute()
  })
