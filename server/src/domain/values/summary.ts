import { normalised } from './key.ts'
import { movesOf, readChanges } from './verdict.ts'

/** What analyzers know of an observable. */
export interface AnswerFacts {
  readonly level: number | null
  readonly answered_at: number | null
  readonly failed_at: number | null
  readonly first_at: number
  readonly changes: string
}

/** Where it stands: cases and alerts, or investigations. */
export interface Holding {
  readonly cases: number
  readonly alerts: number
  readonly investigations: number
  readonly first: number
  readonly last: number
}

export interface Summary {
  readonly level: number
  readonly first_seen: number
  readonly last_seen: number
  readonly seen: number
  readonly cases: number
  readonly alerts: number
  readonly checked_at: number | null
  readonly changed_at: number | null
}

/** Rank of what was never analyzed. */
export const notAnalyzed = -1

/** A person's verdict outranks those of analyzers by ten, and is one of the same four. */
const ranks = 10

/** Undefined for what is neither analyzed nor held: the organization does not know it. */
export function summaryOf(
  answers: readonly AnswerFacts[],
  holdings: readonly Holding[],
): Summary | undefined {
  if (answers.length === 0 && holdings.length === 0) return undefined
  const levels = answers.flatMap(({ level }) => level ?? [])
  const checked = answers.flatMap(({ level, answered_at }) =>
    // A person's verdict is no analysis.
    (level ?? 0) >= ranks ? [] : (answered_at ?? []),
  )
  const ended = answers.flatMap(({ answered_at, failed_at, first_at }) => [
    answered_at ?? first_at,
    failed_at ?? first_at,
  ])
  const total = (of: (holding: Holding) => number) =>
    holdings.reduce((sum, one) => sum + of(one), 0)
  const cases = total((one) => one.cases)
  const alerts = total((one) => one.alerts)
  const moves = movesOf(answers.map(({ changes }) => readChanges(changes)))
  return {
    level: levels.length === 0 ? notAnalyzed : Math.max(...levels) % ranks,
    first_seen: Math.min(
      ...answers.map(({ first_at }) => first_at),
      ...holdings.map(({ first }) => first),
    ),
    last_seen: Math.max(...ended, ...holdings.map(({ last }) => last)),
    seen: Math.max(1, cases + alerts + total((one) => one.investigations)),
    cases,
    alerts,
    checked_at: checked.length === 0 ? null : Math.max(...checked),
    changed_at: moves.find(({ from }) => from !== undefined)?.at ?? null,
  }
}

/** More of a text is not searched: it is in an index, whose entries PostgreSQL limits to 2,704 bytes. */
export const maxSearched = 500

/** What is searched of an observable: its text, or name and SHA-256 of a file. */
export const searchedText = (
  value: { readonly dataType: string; readonly data: string },
  file?: { readonly hash: string; readonly name: string | null },
): string =>
  (file ? `${file.hash} ${file.name ?? ''}`.trim() : normalised(value.dataType, value.data))
    .toLowerCase()
    .slice(0, maxSearched)
