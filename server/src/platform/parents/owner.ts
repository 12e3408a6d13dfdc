import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import { alertRows, requireAlert } from './alert.ts'
import { caseRows, requireCase } from './case.ts'

/** What comments, files and procedures hang on. */
export interface Owner {
  readonly kind: 'case' | 'alert'
  readonly id: string
}

export async function requireOwner(
  db: Db,
  organization: string,
  kind: Owner['kind'],
  idOrName: string,
): Promise<Owner> {
  const find = kind === 'case' ? requireCase : requireAlert
  const { id } = await find(db, organization, idOrName)
  return { kind, id }
}

/** The owner is there, and stays until what hangs on it is in. */
export async function holdOwner(w: Writing, { kind, id }: Owner): Promise<void> {
  const row = await w.dialect
    .holdRow(w.tx.selectFrom(kind === 'case' ? 'cases' : 'alerts').select('id'))
    .where(ownedRow(w.organization, id))
    .executeTakeFirst()
  if (!row) throw (kind === 'case' ? caseRows : alertRows).notFound()
}

export const ownerColumns = ({ kind, id }: Owner) => ({
  case_id: kind === 'case' ? id : null,
  alert_id: kind === 'alert' ? id : null,
})

interface Owned {
  readonly case_id: string | null
  readonly alert_id: string | null
}

export const rootOf = ({ case_id, alert_id }: Owned): string => case_id ?? alert_id ?? ''

/** Columns of rows that have an owner. */
export const ownedColumns = ['case_id', 'alert_id'] as const
