import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields } from '../models/fields.ts'

const modelOf =
  <T extends 'case_statuses' | 'alert_statuses'>(type: string, table: T) =>
  (version: Version): SearchModel<T> =>
    searchModel({
      type,
      table,
      id: 'id',
      organization: 'organization',
      fields: {
        ...metaFields[version],
        value: { column: 'value', kind: 'keyword', short: true, required: true },
        stage: { column: 'stage', kind: 'keyword', short: true, required: true },
        order: { column: 'position', kind: 'number', required: true },
      },
      defaultSort: [
        { field: 'order', descending: false },
        { field: 'value', descending: false },
      ],
    } as Parameters<typeof searchModel<T>>[0])

export const caseStatusModel = modelOf('caseStatus', 'case_statuses')
export const alertStatusModel = modelOf('alertStatus', 'alert_statuses')
