import type { ProcedureV1 } from '@assay/contract'
import { procedure } from '@assay/contract/entities'
import { tacticLabel } from '../../domain/response/tactics.ts'
import { attributesView } from '../entity/views.ts'
import { patternNames } from '../patterns/store.ts'
import { keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import type { View, Views } from '../render/views.ts'
import type { ProcedureRow } from '../rows.ts'

const attributesV0 = attributesView(procedure, 0)
const attributesV1 = attributesView(procedure, 1)
const labelsOf = (row: ProcedureRow, name: string | undefined) => ({
  tacticLabel: tacticLabel(row.tactic),
  ...withoutNulls({ patternName: name ?? null }),
})

const withNames =
  <V>(show: (row: ProcedureRow, name: string | undefined) => V): View<ProcedureRow, V> =>
  async (rows, { db }) => {
    const numbers = rows.map(({ pattern_id }) => pattern_id)
    const names = await patternNames(db, numbers)
    return rows.map((row) => show(row, names.get(row.pattern_id)))
  }

export const procedureViews: Views<ProcedureRow, object, ProcedureV1> = {
  v0: withNames((row, name) => ({ ...keysV0(row), ...attributesV0(row), ...labelsOf(row, name) })),
  v1: withNames((row, name) => ({
    ...keysV1(row),
    ...attributesV1(row),
    ...labelsOf(row, name),
    extraData: {},
  })),
}
