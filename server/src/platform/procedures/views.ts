import type { ProcedureV1 } from '@assay/contract'
import { tacticLabel } from '../../domain/response/tactics.ts'
import { patternNames } from '../patterns/store.ts'
import { keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import type { View, Views } from '../render/views.ts'
import type { ProcedureRow } from '../rows.ts'

const shown = (row: ProcedureRow, name: string | undefined) => ({
  patternId: row.pattern_id,
  tactic: row.tactic,
  tacticLabel: tacticLabel(row.tactic),
  occurDate: row.occur_date,
  ...withoutNulls({ patternName: name ?? null, description: row.description }),
})

const withNames =
  <V>(show: (row: ProcedureRow, name: string | undefined) => V): View<ProcedureRow, V> =>
  async (rows, { db }) => {
    const numbers = rows.map(({ pattern_id }) => pattern_id)
    const names = await patternNames(db, numbers)
    return rows.map((row) => show(row, names.get(row.pattern_id)))
  }

export const procedureViews: Views<ProcedureRow, object, ProcedureV1> = {
  v0: withNames((row, name) => ({ ...keysV0(row), _type: 'procedure', ...shown(row, name) })),
  v1: withNames((row, name) => ({
    ...keysV1(row),
    _type: 'Procedure',
    ...shown(row, name),
    extraData: {},
  })),
}
