import type { Version } from '../../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../../storage/search.ts'
import { metaFields } from './meta.ts'

const byName = [{ field: 'name', descending: false }]
const name = { column: 'name', kind: 'keyword', short: true, required: true } as const

/** What an organization keeps to work with, and who belongs to it. */
export const caseTemplateModel = (version: Version): SearchModel<'case_templates'> =>
  searchModel({
    type: 'caseTemplate',
    table: 'case_templates',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name,
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

export const customFieldModel = (version: Version): SearchModel<'custom_fields'> =>
  searchModel({
    type: 'customField',
    table: 'custom_fields',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name,
      reference: name,
      displayName: { column: 'display_name', kind: 'keyword', short: true, required: true },
      description: { column: 'description', kind: 'text', required: true },
      type: { column: 'type', kind: 'keyword', short: true, required: true },
      mandatory: { column: 'mandatory', kind: 'boolean', required: true },
    },
    defaultSort: byName,
  })

export const observableTypeModel = (version: Version): SearchModel<'observable_types'> =>
  searchModel({
    type: 'observableType',
    table: 'observable_types',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name,
      isAttachment: { column: 'is_attachment', kind: 'boolean', required: true },
    },
    defaultSort: byName,
  })

export const tagModel = (version: Version): SearchModel<'tags'> =>
  searchModel({
    type: 'tag',
    table: 'tags',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name,
      text: name,
      description: { column: 'description', kind: 'text' },
      colour: { column: 'colour', kind: 'keyword', short: true, required: true },
    },
    defaultSort: byName,
  })

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
      name,
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
