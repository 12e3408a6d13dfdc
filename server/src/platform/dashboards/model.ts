import { dashboardStatuses } from '@assay/contract'
import { sql } from 'kysely'
import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, oldestFirst } from '../models/fields.ts'

export const dashboardModel = (version: Version): SearchModel<'dashboards'> =>
  searchModel({
    type: 'dashboard',
    table: 'dashboards',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      title: { column: 'title', kind: 'text', short: true, required: true },
      description: { column: 'description', kind: 'text', required: true },
      status: {
        column: 'shared',
        kind: 'keyword',
        short: true,
        required: true,
        values: dashboardStatuses,
        computed: (_dialect, table) =>
          sql`(case when ${sql.ref(`${table}.shared`)} = 1 then 'Shared' else 'Private' end)`,
      },
    },
    defaultSort: oldestFirst(version),
  })
