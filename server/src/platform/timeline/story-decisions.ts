import type { StoryEntry } from '@assay/contract'
import { decided } from '../../domain/values/decision.ts'
import { type Change, ended, verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import type { DecisionRow } from '../../storage/rows/decisions.ts'
import type { HeldValue } from './story-values.ts'

interface Decisions {
  /** For everywhere, as the changes of one who judges. */
  readonly changes: Change[]
  readonly entries: StoryEntry[]
}

/** By value, what analysts decided everywhere or for this case. */
export async function decisionsOf(
  db: Db,
  organization: string,
  caseId: string,
  held: readonly (HeldValue & { readonly key: string })[],
): Promise<Map<string, Decisions>> {
  const rows = await inBatches(
    held.map(({ key }) => key),
    (some) =>
      db
        .selectFrom('analyst_verdicts')
        .selectAll()
        .where('organization', '=', organization)
        .where('value_hash', 'in', some)
        .where((eb) => eb.or([eb('case_id', 'is', null), eb('case_id', '=', caseId)]))
        .orderBy('at')
        .orderBy('id')
        .execute(),
  )
  const byValue = Map.groupBy(rows, ({ value_hash }) => value_hash)
  return new Map(
    held.map(({ id, key, value }) => {
      const own = byValue.get(key) ?? []
      const decision = {
        changes: own.filter(({ case_id }) => case_id === null).flatMap(changesOf),
        entries: own.flatMap((row) => entriesOf(row, own, { id, values: [value] })),
      }
      return [key, decision] as const
    }),
  )
}

const changesOf = ({ at, level, ended_at }: DecisionRow): Change[] => [
  { at, rank: level + decided, jobId: '' },
  ...(ended_at === null ? [] : [{ at: ended_at, rank: ended, jobId: '' }]),
]

function entriesOf(
  row: DecisionRow,
  all: readonly DecisionRow[],
  about: Pick<StoryEntry, 'id' | 'values'>,
): StoryEntry[] {
  const entry = { ...about, kind: 'verdict' as const, status: verdictOf(row.level) }
  const marked: StoryEntry = {
    ...entry,
    at: row.at,
    by: row.login,
    message: row.reason,
    decision: 'marked',
  }
  const isReplaced = all.some(
    ({ case_id, at, id }) => id !== row.id && case_id === row.case_id && at === row.ended_at,
  )
  if (row.ended_at === null || isReplaced) return [marked]
  const over: StoryEntry = {
    ...entry,
    at: row.ended_at,
    ...(row.ended_by === null ? {} : { by: row.ended_by }),
    message: row.reason,
    decision: row.ended_by === null ? 'expired' : 'ended',
  }
  return [marked, over]
}
