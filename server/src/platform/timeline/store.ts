import { customEvent } from '@assay/contract/entities'
import { entityRows } from '../changes/entity-rows.ts'
import { columnsOf } from '../entity/columns.ts'

export const customEventColumns = columnsOf(customEvent, 'case_id')

export const customEventRows = entityRows('custom_events', customEventColumns, 'CustomEvent')
