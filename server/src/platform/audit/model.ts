import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'

const id = { column: 'id', kind: 'number', required: true } as const
const at = { column: 'at', kind: 'date', required: true } as const
const keyword = { kind: 'keyword', short: true, required: true } as const
const actor = { column: 'actor', ...keyword } as const

export const auditModel = (version: Version): SearchModel<'audit'> =>
  searchModel({
    type: 'audit',
    table: 'audit',
    id: 'id',
    organization: 'organization',
    fields: {
      _id: id,
      id,
      ...(version === 0
        ? { createdAt: at, startDate: at, createdBy: actor }
        : { _createdAt: at, _createdBy: actor }),
      action: { column: 'action', ...keyword },
      objectType: { column: 'object_type', ...keyword },
      objectId: { column: 'object_id', ...keyword },
      requestId: { column: 'request_id', ...keyword },
      organisation: { column: 'organization', kind: 'keyword', short: true },
    },
    defaultSort: [{ field: 'id', descending: true }],
  })
