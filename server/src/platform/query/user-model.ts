import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search.ts'
import { nameField } from '../models/fields.ts'

const login: Field<'login'> = { column: 'login', kind: 'keyword', short: true, required: true }

/** Colleagues, for whoever assigns a case or a task: no key, no password, nothing to count by. */
export const userModel = (version: Version): SearchModel<'users'> =>
  searchModel({
    type: 'user',
    table: 'users',
    id: 'login',
    organization: 'organization',
    fields: {
      _id: login,
      id: login,
      login,
      name: nameField,
      ...(version === 0 && {
        status: {
          column: 'status',
          kind: 'keyword',
          short: true,
          required: true,
          aliases: { Ok: 'Active' },
          values: ['Ok', 'Active', 'Locked'],
        },
      }),
    },
    defaultSort: [{ field: 'login', descending: false }],
  })
