import type { ChangeColumns } from '../tables/common-columns.ts'
import type { Field } from './model.ts'

/** Who made and changed a row, as searches name it. */
export const changeFields = {
  createdAt: { column: 'created_at', kind: 'date', required: true },
  createdBy: { column: 'created_by', kind: 'keyword', short: true, required: true },
  updatedAt: { column: 'updated_at', kind: 'date' },
  updatedBy: { column: 'updated_by', kind: 'keyword', short: true },
} as const satisfies Record<string, Field<keyof ChangeColumns>>
