import { type Changed, type Created, procedure } from '@assay/contract/entities'
import { badRequest } from '../../domain/errors.ts'
import { tacticFor } from '../../domain/response/tactics.ts'
import type { Db } from '../../storage/database.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { changedColumns, newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { holdOwner, type Owner, ownerColumns, rootOf } from '../parents/owner.ts'
import { requirePattern } from '../patterns/store.ts'
import type { ProcedureRow } from '../rows.ts'
import { procedureColumns, procedureRows } from './store.ts'

export type NewProcedure = Created<typeof procedure>

const maxProcedures = 1_000

/** All of them, or none. */
export async function createProcedures(
  w: Writing,
  owner: Owner,
  inputs: readonly NewProcedure[],
): Promise<ProcedureRow[]> {
  await holdOwner(w, owner)
  const present = await proceduresOf(w, owner)
  // guard: server/test/platform/procedures.test.ts
  if (present.length + inputs.length > maxProcedures)
    throw badRequest(`A ${owner.kind} can have at most ${maxProcedures} procedures`)
  const rows: ProcedureRow[] = []
  for (const input of inputs) rows.push(await insertProcedure(w, owner, input))
  return rows
}

export async function createProcedure(
  w: Writing,
  owner: Owner,
  input: NewProcedure,
): Promise<ProcedureRow> {
  const [row] = await createProcedures(w, owner, [input])
  return row as ProcedureRow
}

async function insertProcedure(
  w: Writing,
  owner: Owner,
  input: NewProcedure,
): Promise<ProcedureRow> {
  const pattern = await knownPattern(w.tx, input.patternId)
  const row = await w.tx
    .insertInto('procedures')
    .values({
      ...newRow(w),
      ...ownerColumns(owner),
      pattern_id: pattern.patternId,
      tactic: tacticFor(pattern, input.tactic),
      ...newColumns(procedure, input, w.now),
    })
    .returning(procedureColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export async function updateProcedure(w: Writing, id: string, change: Changed<typeof procedure>) {
  const { tactic } = change
  const before = await procedureRows.touch(w, id)
  const row = await procedureRows.change(w, before, {
    ...changedColumns(procedure, change),
    ...(tactic !== undefined && {
      tactic: tacticFor(await knownPattern(w.tx, before.pattern_id), tactic),
    }),
  })
  record(w, 'update', row)
}

export async function removeProcedure(w: Writing, row: ProcedureRow): Promise<void> {
  await procedureRows.remove(w, row.id)
  record(w, 'delete', row)
}

/** What was done in an alert was done in the case that it becomes; equal ones are not listed twice. */
export async function copyProcedures(w: Writing, alertId: string, caseId: string): Promise<void> {
  const target: Owner = { kind: 'case', id: caseId }
  const keyOf = ({ pattern_id, tactic, occur_date }: ProcedureRow) =>
    `${pattern_id} ${tactic} ${occur_date}`
  const known = new Set((await proceduresOf(w, target)).map(keyOf))
  for (const row of await proceduresOf(w, { kind: 'alert', id: alertId })) {
    if (known.has(keyOf(row))) continue
    const { pattern_id, tactic, occur_date, description } = row
    await w.tx
      .insertInto('procedures')
      .values({
        ...newRow(w),
        ...ownerColumns(target),
        ...{ pattern_id, tactic, occur_date, description },
      })
      .execute()
  }
}

const proceduresOf = (w: Writing, { kind, id }: Owner): Promise<ProcedureRow[]> =>
  w.tx
    .selectFrom('procedures')
    .select(procedureColumns)
    .where(alsoOf(w.organization))
    .where(kind === 'case' ? 'case_id' : 'alert_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

async function knownPattern(db: Db, idOrNumber: string) {
  const { pattern_id, tactics } = await requirePattern(db, idOrNumber)
  return { patternId: pattern_id, tactics: JSON.parse(tactics) as string[] }
}

const record = recordRows<ProcedureRow>('procedure', (row) => ({
  rootId: rootOf(row),
  details: createdDetails(procedure, row),
}))
