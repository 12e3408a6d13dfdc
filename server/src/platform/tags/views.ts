import type { TagV0, TagV1 } from '@assay/contract'
import { withoutNulls } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { TagRow } from '../rows.ts'

/** `namespace:predicate="value"`; whatever is not of this form is a free tag. */
const machineTag = /^([^:="]+):([^:="]+)(?:="([^"]*)")?$/

function shown({ name, colour, description }: TagRow) {
  const [, namespace = '_freetags_', predicate = name, value = null] = machineTag.exec(name) ?? []
  return { name, namespace, predicate, colour, ...withoutNulls({ value, description }) }
}

export const tagV0 = (row: TagRow): TagV0 => ({
  _id: row.id,
  id: row.id,
  _type: 'tag',
  ...shown(row),
})

export const tagV1 = (row: TagRow): TagV1 => ({
  _id: row.id,
  _type: 'Tag',
  _createdBy: row.created_by,
  _createdAt: row.created_at,
  ...shown(row),
  extraData: {},
})

export const tagViews = viewsOf(tagV0, tagV1)
