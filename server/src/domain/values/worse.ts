import { type Move, rankOf } from './verdict.ts'

/** Analyzers that were started together answer within this: their first verdict is no change for the worse. */
const togetherMs = 10 * 60_000

/**
 * The last change of a verdict, if it is for the worse, at least suspicious, and not yet known; `moves` as
 * `movesOf` answers them.
 */
// guards: worse.test.ts
export function newlyWorse(moves: readonly Move[], knownChange: number | null): Move | undefined {
  const [last] = moves
  const first = moves.at(-1)
  if (!last || !first || last.from === undefined) return undefined
  if (last.rank < rankOf('suspicious') || last.rank <= last.from) return undefined
  if (last.at - first.at < togetherMs) return undefined
  return knownChange === null || last.at > knownChange ? last : undefined
}
