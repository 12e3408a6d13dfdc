import type { ClockKind, ClockPolicy } from '@assay/contract'
import type { Selectable } from 'kysely'
import { notFound } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import type { ClockPolicyTable } from '../../storage/tables/clocks.ts'

export type ClockPolicyRow = Selectable<ClockPolicyTable>

interface Rule {
  readonly kind: ClockKind
  readonly severities: string
  readonly template_id: string | null
  readonly minutes: number
  readonly warn_at: number
  readonly escalate_to: string | null
}

const inOrder = prepared<{ organization: string }, Rule>((db, slot) =>
  db
    .selectFrom('clock_policies')
    .select(['kind', 'severities', 'template_id', 'minutes', 'warn_at', 'escalate_to'])
    .where('organization', '=', slot('organization'))
    .orderBy('position')
    .orderBy('id'),
)

/** What holds for new cases, in order. Asked for each new case: one look into a small index. */
export async function rulesOf(db: Db, organization: string) {
  const rows = await inOrder(db, { organization })
  return rows.map((row) => ({ ...row, severities: JSON.parse(row.severities) as number[] }))
}
export type ClockRules = Awaited<ReturnType<typeof rulesOf>>

type Listed = ClockPolicyRow & { readonly template: string | null }

const listed = (db: Db, organization: string) =>
  db
    .selectFrom('clock_policies as p')
    .leftJoin('case_templates as t', (join) =>
      join.onRef('t.id', '=', 'p.template_id').onRef('t.organization', '=', 'p.organization'),
    )
    .selectAll('p')
    .select('t.name as template')
    .where('p.organization', '=', organization)

export const policiesOf = (db: Db, organization: string): Promise<Listed[]> =>
  listed(db, organization).orderBy('p.position').orderBy('p.id').execute()

export async function requirePolicy(db: Db, organization: string, id: string): Promise<Listed> {
  const row = await listed(db, organization).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('clock policy', id)
  return row
}

export const insertPolicy = (tx: Db, row: ClockPolicyRow) =>
  tx.insertInto('clock_policies').values(row).execute()

export const changePolicy = (
  tx: Db,
  organization: string,
  id: string,
  change: Partial<ClockPolicyRow>,
) => tx.updateTable('clock_policies').set(change).where(ownedRow(organization, id)).execute()

export const deletePolicy = (tx: Db, organization: string, id: string) =>
  tx.deleteFrom('clock_policies').where(ownedRow(organization, id)).execute()

export const policyView = (row: Listed): ClockPolicy => ({
  id: row.id,
  position: row.position,
  kind: row.kind,
  severities: JSON.parse(row.severities),
  ...(row.template !== null && { template: row.template }),
  minutes: row.minutes,
  warnAt: row.warn_at,
  ...(row.escalate_to !== null && { escalateTo: row.escalate_to }),
  createdAt: row.created_at,
  createdBy: row.created_by,
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  ...(row.updated_by !== null && { updatedBy: row.updated_by }),
})
