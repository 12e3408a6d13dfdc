import { entityRows } from '../changes/entity-rows.ts'
import { ownedColumns } from '../parents/owner.ts'
import { entityColumns } from '../rows.ts'

export const commentColumns = [...entityColumns, ...ownedColumns, 'message'] as const

export const commentRows = entityRows('comments', commentColumns, 'Comment')
