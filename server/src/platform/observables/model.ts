import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import {
  attachmentFields,
  metaFields,
  okStatus,
  oldestFirst,
  sameOrganization,
} from '../models/fields.ts'
import type { Models } from '../models/models.ts'

type Fields = Record<string, Field<Column<'observables'>>>
const common: Fields = {
  ...attachmentFields,
  dataType: { column: 'data_type', kind: 'keyword', short: true, required: true },
  data: { column: 'data', kind: 'keyword', digest: 'value_hash' },
  startDate: { column: 'created_at', kind: 'date', required: true },
  tlp: { column: 'tlp', kind: 'number', required: true },
  tags: { column: 'tags', kind: 'list' },
  ioc: { column: 'ioc', kind: 'boolean', required: true },
  sighted: { column: 'sighted', kind: 'boolean', required: true },
  ignoreSimilarity: { column: 'ignore_similarity', kind: 'boolean' },
  message: { column: 'message', kind: 'text' },
}

export const observableFields: Record<Version, Fields> = {
  0: { ...metaFields[0], ...common, status: okStatus },
  1: { ...metaFields[1], ...common },
}

export const observableModel = (version: Version, models: Models): SearchModel<'observables'> =>
  searchModel({
    type: 'case_artifact',
    table: 'observables',
    id: 'id',
    organization: 'organization',
    fields: observableFields[version],
    defaultSort: oldestFirst(version),
    parents: {
      case: { model: () => models.of('case'), join: [['case_id', 'id'], sameOrganization] },
      alert: { model: () => models.of('alert'), join: [['alert_id', 'id'], sameOrganization] },
    },
    children: {
      case_artifact_job: {
        model: () => models.of('job'),
        join: [['id', 'observable_id'], sameOrganization],
      },
    },
  })
