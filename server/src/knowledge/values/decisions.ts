import type { Decision } from '@assay/contract'
import { decided, isContradicted } from '../../domain/values/decision.ts'
import { type Change, ended, verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { answerOfDecision, type DecisionRow, openDecisions } from '../../storage/rows/decisions.ts'
import { type AnswerRow, answersOf, isDecided } from './answers.ts'

/** What is known about values, with what analysts decided. */
export interface Known {
  readonly answers: Map<string, AnswerRow[]>
  readonly decisions: Map<string, DecisionRow>
}

/** As seen from a case, if one is given: there its own decisions come before those for everywhere. */
export async function knownOf(
  db: Db,
  organization: string,
  keys: readonly string[],
  caseId?: string,
): Promise<Known> {
  const answers = await answersOf(db, organization, keys)
  const decisions = await decisionsOf(db, organization, answers, keys, caseId)
  for (const [key, row] of decisions) {
    if (row.case_id === null) continue
    const { organization: _, ...own } = answerOfDecision(row)
    answers.set(key, [own, ...(answers.get(key) ?? []).filter((one) => !isDecided(one))])
  }
  return { answers, decisions }
}

/** Of values without one this costs nothing, unless a case is given. */
export async function decisionsOf(
  db: Db,
  organization: string,
  answers: ReadonlyMap<string, readonly AnswerRow[]>,
  keys: readonly string[],
  caseId?: string,
): Promise<Map<string, DecisionRow>> {
  const wanted =
    caseId === undefined ? keys.filter((key) => answers.get(key)?.some(isDecided)) : keys
  return openDecisions(db, organization, wanted, caseId)
}

/** As callers see it, with the answers of the analyzers. */
export const decisionView = (row: DecisionRow, answers: readonly AnswerRow[]): Decision => ({
  id: row.id,
  level: verdictOf(row.level) as Decision['level'],
  cause: row.cause,
  reason: row.reason,
  by: row.login,
  at: row.at,
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  ...(row.case_id === null ? {} : { caseId: row.case_id }),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  ...(row.ended_by === null ? {} : { endedBy: row.ended_by }),
  contradicted: row.ended_at === null && isContradicted(row, answers),
})

/** `decision` of what is shown about a value. */
export function decisionPart(
  row: DecisionRow | undefined,
  answers: readonly AnswerRow[],
): { decision?: Decision } {
  return row && answers.some(isDecided) ? { decision: decisionView(row, answers) } : {}
}

/** More than are shown: the history of the verdict is made of all of them. */
export const maxPast = 100

/** What was ever decided about a value, everywhere and in this case; the newest first. */
export const pastDecisions = (db: Db, organization: string, key: string, caseId?: string) =>
  db
    .selectFrom('analyst_verdicts')
    .selectAll()
    .where('organization', '=', organization)
    .where('value_hash', '=', key)
    .where((eb) =>
      eb.or([
        eb('case_id', 'is', null),
        ...(caseId === undefined ? [] : [eb('case_id', '=', caseId)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxPast)
    .execute()

/** Decisions for everywhere as the changes of one who judges, oldest first. */
export const changesOfDecisions = (rows: readonly DecisionRow[]): Change[] =>
  rows
    .filter(({ case_id }) => case_id === null)
    .toSorted((a, b) => a.at - b.at)
    .flatMap((row, index, all) => [
      { at: row.at, rank: row.level + decided, jobId: '' },
      // One that was replaced is followed at once.
      ...(row.ended_at === null || all[index + 1]?.at === row.ended_at
        ? []
        : [{ at: row.ended_at, rank: ended, jobId: '' }]),
    ])
