import { type RawBuilder, sql } from 'kysely'
import { profiles } from '../../domain/response/permissions.ts'
import type { Version } from '../../domain/response/query-entities.ts'
import { loginField, statusField } from '../../identity/users/fields.ts'
import type { Field } from '../../storage/search/search.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, nameField } from '../models/fields.ts'

type UserField = Field<'login' | 'roles' | 'status' | 'organization'>

/** The strongest role under its other name; see `profileOf`. */
const profile: UserField = {
  column: 'roles',
  kind: 'keyword',
  short: true,
  computed: (dialect, table) => {
    const roles = sql.ref(`${table}.roles`)
    const cases = profiles.map(
      ({ name, role }): RawBuilder<unknown> =>
        sql`when ${dialect.listContains(roles, role)} then ${sql.lit(name)}`,
    )
    return sql`(case ${sql.join(cases, sql` `)} else 'none' end)`
  },
}

const locked: UserField = {
  column: 'status',
  kind: 'boolean',
  required: true,
  computed: (_dialect, table) =>
    sql`(case when ${sql.ref(`${table}.status`)} = 'Locked' then 1 else 0 end)`,
}

/** Nothing to find a key or a password by. */
export const userModel = (version: Version): SearchModel<'users'> => {
  const { _id, id, ...meta } = metaFields[version]
  return searchModel({
    type: 'user',
    table: 'users',
    id: 'login',
    organization: 'organization',
    fields: {
      // Users have no id but the login.
      ...(meta as Record<string, Field<'created_at' | 'created_by' | 'updated_at' | 'updated_by'>>),
      _id: loginField,
      id: loginField,
      login: loginField,
      name: nameField,
      organisation: { column: 'organization', kind: 'keyword', short: true, required: true },
      roles: { column: 'roles', kind: 'list', short: true },
      profile,
      locked,
      ...(version === 0 && {
        status: { ...statusField, values: ['Ok', 'Active', 'Locked'] },
      }),
    },
    defaultSort: [{ field: 'login', descending: false }],
  })
}
