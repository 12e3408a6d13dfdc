import type { CustomFieldValueV1 } from '@assay/contract'
import type { CustomFieldValues } from '../../domain/response/custom-fields.ts'
import type { FieldDefinitions } from './definitions.ts'

export function customFieldsV0(stored: string, withOrder: boolean): Record<string, unknown> {
  const values = JSON.parse(stored) as CustomFieldValues
  return Object.fromEntries(
    Object.entries(values).map(([name, { type, value, order }]) => [
      name,
      { [type]: value, ...(withOrder ? { order } : {}) },
    ]),
  )
}

export function customFieldsV1(stored: string, fields: FieldDefinitions): CustomFieldValueV1[] {
  const values = JSON.parse(stored) as CustomFieldValues
  return Object.entries(values)
    .map(([name, { type, value, order }]) => ({
      _id: fields.get(name)?.id ?? name,
      name,
      description: fields.get(name)?.description ?? '',
      type,
      value,
      order: order ?? 0,
    }))
    .toSorted((a, b) => a.order - b.order)
}
