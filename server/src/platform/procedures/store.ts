import { entityRows } from '../changes/entity-rows.ts'
import { ownedColumns } from '../parents/owner.ts'
import { entityColumns } from '../rows.ts'

export const procedureColumns = [
  ...entityColumns,
  ...ownedColumns,
  'pattern_id',
  'tactic',
  'occur_date',
  'description',
] as const

export const procedureRows = entityRows('procedures', procedureColumns, 'Procedure')
