import type { Version } from '../../../domain/response/query-entities.ts'
import type { Field } from '../../../storage/search.ts'

/** Who made and changed it; every table of the platform has these columns. */
type MetaColumn = 'id' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'
type Fields<C extends string> = Record<string, Field<C>>

const id = { column: 'id', kind: 'keyword', short: true, required: true } as const
const createdBy = { column: 'created_by', kind: 'keyword', short: true, required: true } as const
const createdAt = { column: 'created_at', kind: 'date', required: true } as const
const updatedBy = { column: 'updated_by', kind: 'keyword', short: true } as const
const updatedAt = { column: 'updated_at', kind: 'date' } as const

export const metaFields: Record<Version, Fields<MetaColumn>> = {
  0: { _id: id, id, createdBy, createdAt, updatedBy, updatedAt },
  1: {
    _id: id,
    id,
    _createdBy: createdBy,
    _createdAt: createdAt,
    _updatedBy: updatedBy,
    _updatedAt: updatedAt,
  },
}

/** Used when nobody asks for an order: as they came. */
export const oldestFirst = (version: Version) => [
  { field: version === 0 ? 'createdAt' : '_createdAt', descending: false },
]

export const newestFirst = (version: Version) => [
  { field: version === 0 ? 'createdAt' : '_createdAt', descending: true },
]

/** Rows of the same organization only, whatever their ids say. */
export const sameOrganization = ['organization', 'organization'] as const
