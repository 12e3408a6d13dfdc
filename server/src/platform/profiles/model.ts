import type { Version } from '../../domain/response/query-entities.ts'
import type { AnyModel } from '../../storage/search/model.ts'
import { byName, metaFields } from '../models/fields.ts'

const name = { column: 'name', kind: 'keyword', short: true, required: true } as const

/** Of no table: `listed.ts` writes the four rows into the statement. */
export const profileModel = (version: Version): AnyModel => ({
  type: 'profile',
  table: 'profiles',
  id: 'id',
  organization: 'name',
  fields: {
    ...metaFields[version],
    name,
    permissions: { column: 'permissions', kind: 'list', short: true },
  },
  defaultSort: byName,
})
