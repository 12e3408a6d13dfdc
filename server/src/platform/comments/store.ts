import { comment } from '@assay/contract/entities'
import { entityRows } from '../changes/entity-rows.ts'
import { columnsOf } from '../entity/columns.ts'
import { ownedColumns } from '../parents/owner.ts'

export const commentColumns = columnsOf(comment, ...ownedColumns)

export const commentRows = entityRows('comments', commentColumns, 'Comment')
