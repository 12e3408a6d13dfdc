import type { ReasonSentence, StoryEntry } from '@assay/contract'
import { analyst } from '../../domain/values/decision.ts'
import { type NamedValue, valueKey } from '../../domain/values/key.ts'
import type { SaidReason } from '../../domain/values/said.ts'
import { movesOf, readChanges, verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { decisionsOf } from './story-decisions.ts'
import { maxOfEach, type ReadStory } from './story-parts.ts'
import { type HeldValue, valuesOfCase } from './story-values.ts'

/** That a value got a verdict, or another one, since it was added to the case. */
export const verdicts: ReadStory = async (db, organization, { id: caseId }) => {
  const held = (await valuesOfCase(db, organization, caseId)).flatMap((one) => {
    const key = keyOf(one)
    return key === undefined ? [] : [{ ...one, key }]
  })
  const answers = await answersOf(
    db,
    organization,
    held.map(({ key }) => key),
  )
  const decisions = await decisionsOf(db, organization, caseId, held)
  return held
    .flatMap(({ id, key, value, created_at }) => {
      const rows = (answers.get(key) ?? []).filter(({ worker_id }) => worker_id !== analyst)
      const { changes: decided, entries } = decisions.get(key) ?? { changes: [], entries: [] }
      const moves = movesOf([...rows.map(({ changes }) => readChanges(changes)), decided])
      const moved = moves
        // What an analyst decided is told apart.
        .filter(({ by }) => rows[by] !== undefined)
        .filter(({ at, rank, from }) => at > created_at && (rank > 0 || from !== undefined))
        .map(({ at, rank, from, by }): StoryEntry => {
          const row = rows[by]
          const reason = row && row.level === rank ? reasonOf(row.reasons, rank) : undefined
          return {
            id,
            kind: 'verdict',
            at,
            status: verdictOf(rank),
            values: [value],
            ...(row && { by: row.worker_name }),
            ...(from !== undefined && { before: verdictOf(from) }),
            ...(reason && { message: reason.text, reason }),
          }
        })
      return [...moved, ...entries.filter(({ at }) => at >= created_at)]
    })
    .sort((a, b) => b.at - a.at)
    .slice(0, maxOfEach)
}

function keyOf({ value: { dataType, data, hash } }: HeldValue): string | undefined {
  const named: NamedValue | undefined =
    hash !== undefined ? { dataType, hash } : data !== undefined ? { dataType, data } : undefined
  return named && valueKey(named)
}

async function answersOf(db: Db, organization: string, keys: readonly string[]) {
  const rows = await inBatches(keys, (some) =>
    db
      .selectFrom('value_answers')
      .select(['value_hash', 'worker_id', 'worker_name', 'level', 'changes', 'reasons'])
      .where('organization', '=', organization)
      .where('value_hash', 'in', some)
      .orderBy('worker_name')
      .execute(),
  )
  return Map.groupBy(rows, ({ value_hash }) => value_hash)
}

function reasonOf(reasons: string, rank: number): ReasonSentence | undefined {
  const said = JSON.parse(reasons) as SaidReason[]
  const found = said.find((one) => one.rank === rank)
  if (!found) return undefined
  const { text, id, parameters } = found
  return { text, ...(id !== undefined && { id }), ...(parameters && { parameters }) }
}
