import { badRequest } from '../../domain/errors.ts'
import { tacticFor } from '../../domain/response/tactics.ts'
import { moment } from '../../domain/response/wire-values.ts'
import type { Db } from '../../storage/database.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner, type Owner, ownerColumns, rootOf } from '../parents/owner.ts'
import { requirePattern } from '../patterns/store.ts'
import type { ProcedureRow } from '../rows.ts'
import { procedureColumns, procedureRows } from './store.ts'

export interface NewProcedure {
  readonly patternId: string
  readonly tactic?: string | undefined
  readonly occurDate?: number | string | undefined
  readonly description?: string | undefined
}

const maxProcedures = 1_000

export async function createProcedure(
  w: Writing,
  owner: Owner,
  input: NewProcedure,
): Promise<ProcedureRow> {
  await holdOwner(w, owner)
  const pattern = await knownPattern(w.tx, input.patternId)
  const present = await proceduresOf(w, owner)
  if (present.length >= maxProcedures)
    throw badRequest(`A ${owner.kind} can have at most ${maxProcedures} procedures`)
  const row = await w.tx
    .insertInto('procedures')
    .values({
      ...newRow(w),
      ...ownerColumns(owner),
      pattern_id: pattern.patternId,
      tactic: tacticFor(pattern, input.tactic),
      occur_date: input.occurDate === undefined ? w.now : moment(input.occurDate),
      description: input.description ?? null,
    })
    .returning(procedureColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export interface ProcedureChange {
  readonly tactic?: string | undefined
  readonly occurDate?: number | string | undefined
  readonly description?: string | null | undefined
}

export async function updateProcedure(w: Writing, id: string, change: ProcedureChange) {
  const { tactic, occurDate, description } = change
  const before = await procedureRows.touch(w, id)
  const row = await procedureRows.change(w, before, {
    ...(tactic !== undefined && {
      tactic: tacticFor(await knownPattern(w.tx, before.pattern_id), tactic),
    }),
    ...(occurDate !== undefined && { occur_date: moment(occurDate) }),
    ...(description !== undefined && { description }),
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
  details: { patternId: row.pattern_id, tactic: row.tactic, occurDate: row.occur_date },
}))
