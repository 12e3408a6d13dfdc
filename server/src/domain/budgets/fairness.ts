/** The first of each priority that waits for one budget. */
export interface Head {
  readonly priority: number
}

/** Every fifth one goes to those who would otherwise wait for as long as others come. */
export const everyNth = 5

/**
 * In which order the classes are tried for the next opening: people before programs before automation, but
 * each fifth opening begins with the lowest. One that does not fit leaves its turn to the others, which may
 * have a larger share.
 */
// guards: fairness.test.ts
export function orderOfHeads<T extends Head>(heads: readonly T[], openings: number): T[] {
  const highestFirst = heads.toSorted((a, b) => b.priority - a.priority)
  if ((openings + 1) % everyNth !== 0) return highestFirst
  const lowest = highestFirst.at(-1)
  return lowest ? [lowest, ...highestFirst.slice(0, -1)] : []
}

/** People, programs, automation; see `domain/fair-queue.ts`. */
export const priorityClasses = [1, 0, -1] as const

/** The class of people in the queue; see `domain/fair-queue.ts`. */
export const isPersonPriority = (priority: number): boolean => priority > 0

/** Behind everything that may start, so that nothing measures its turn by what is held. */
export const heldPriority = -100

/** What a held job needs: no node has it, and it is not the name of a limited worker. */
export const heldNeeds = 'held'
