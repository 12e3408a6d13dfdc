import type { Asker, AskerKind } from './caller.ts'

/**
 * Fair between organizations without asking how many there are: each waiting job has a `turn`, and
 * the lowest turn goes next. An organization's jobs get consecutive turns, starting at the turn
 * that is being served, so a newcomer's first job competes with the next job of every other
 * organization, whatever the length of their queues.
 */
export function nextTurn(
  /** Lowest waiting turn, in all organizations; undefined when nothing waits. */
  serving: number | undefined,
  /** Highest turn that waits in this organization; undefined when it has none. */
  lastOfOwn: number | undefined,
): number {
  if (lastOfOwn !== undefined) return lastOfOwn + 1
  return serving ?? 0
}

/** People wait in front of a screen, programs do not, and what nothing waits for comes last. */
export const priorityOf = ({ kind }: Pick<Asker, 'kind'>) => priorities[kind]

const priorities: Readonly<Record<AskerKind, number>> = { person: 1, key: 0, rule: -1, agent: -1 }
