import { procedure } from '@assay/contract/entities'
import { entityRows } from '../changes/entity-rows.ts'
import { columnsOf } from '../entity/columns.ts'
import { ownedColumns } from '../parents/owner.ts'

export const procedureColumns = columnsOf(procedure, ...ownedColumns)

export const procedureRows = entityRows('procedures', procedureColumns, 'Procedure')
