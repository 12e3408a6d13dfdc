import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { byName, metaFields, nameField } from '../models/fields.ts'

export const caseTemplateModel = (version: Version): SearchModel<'case_templates'> =>
  searchModel({
    type: 'caseTemplate',
    table: 'case_templates',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name: nameField,
      displayName: { column: 'display_name', kind: 'keyword', short: true, required: true },
      titlePrefix: { column: 'title_prefix', kind: 'keyword', short: true },
      description: { column: 'description', kind: 'text' },
      severity: { column: 'severity', kind: 'number' },
      tags: { column: 'tags', kind: 'list' },
      flag: { column: 'flag', kind: 'boolean', required: true },
      tlp: { column: 'tlp', kind: 'number' },
      pap: { column: 'pap', kind: 'number' },
      summary: { column: 'summary', kind: 'text' },
    },
    defaultSort: byName,
  })
