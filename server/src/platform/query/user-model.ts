import type { Version } from '../../domain/response/query-entities.ts'
import { loginField, statusField } from '../../identity/users/fields.ts'
import { type SearchModel, searchModel } from '../../storage/search.ts'
import { nameField } from '../models/fields.ts'

/** Colleagues, for whoever assigns a case or a task: no key, no password, nothing to count by. */
export const userModel = (version: Version): SearchModel<'users'> =>
  searchModel({
    type: 'user',
    table: 'users',
    id: 'login',
    organization: 'organization',
    fields: {
      _id: loginField,
      id: loginField,
      login: loginField,
      name: nameField,
      ...(version === 0 && {
        status: { ...statusField, values: ['Ok', 'Active', 'Locked'] },
      }),
    },
    defaultSort: [{ field: 'login', descending: false }],
  })
