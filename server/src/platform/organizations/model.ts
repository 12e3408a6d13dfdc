import { sql } from 'kysely'
import type { Version } from '../../domain/response/query-entities.ts'
import type { Field } from '../../storage/search/search.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { byName, metaFields, nameField } from '../models/fields.ts'

export const organizationModel = (version: Version): SearchModel<'organizations'> => {
  const { _id, id, ...meta } = metaFields[version]
  return searchModel({
    type: 'organisation',
    table: 'organizations',
    id: 'name',
    organization: 'name',
    fields: {
      // Organizations have no id but the name.
      ...(meta as Record<string, Field<'created_at' | 'created_by' | 'updated_at' | 'updated_by'>>),
      _id: nameField,
      id: nameField,
      name: nameField,
      description: { column: 'description', kind: 'text', required: true },
      locked: {
        column: 'status',
        kind: 'boolean',
        required: true,
        computed: (_dialect, table) =>
          sql`(case when ${sql.ref(`${table}.status`)} = 'Locked' then 1 else 0 end)`,
      },
    },
    defaultSort: byName,
  })
}
