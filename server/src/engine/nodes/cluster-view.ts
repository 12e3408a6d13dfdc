import { compareVersions } from '../../domain/definition-reading.ts'
import { isAccepted } from '../../domain/needs.ts'
import { isClaiming, type NodeState, nodeState } from '../../domain/node-state.ts'
import { describeNeeds, plainNeeds } from '../../domain/offers.ts'
import { heardDraining, type NodeRow } from './store.ts'

export interface NodeWithState {
  readonly row: NodeRow
  readonly state: NodeState
}

/** The states of all nodes: whether one is outdated depends on the others. */
export function withStates(rows: readonly NodeRow[], now: number): NodeWithState[] {
  const facts = rows.map((row) => ({
    seenAt: row.seen_at,
    version: row.version,
    running: row.running,
    isDraining: row.draining > 0,
    hasHeard: row.draining === heardDraining,
    isStopping: row.stopping === 1,
  }))
  const present = facts.filter((node) => nodeState(node, now, node.version) !== 'silent')
  const newest =
    present
      .map(({ version }) => version)
      .sort(compareVersions)
      .at(-1) ?? ''
  return rows.flatMap((row, index) => {
    const own = facts[index]
    return own ? { row, state: nodeState(own, now, newest || own.version) } : []
  })
}

/** Everything that some node claims. */
export const offeredBy = (nodes: readonly NodeWithState[]): string[] => [
  ...new Set(
    nodes.flatMap(({ row, state }) =>
      isClaiming(state) ? (JSON.parse(row.accepts) as string[]) : [],
    ),
  ),
]

/** What a job with given needs waits for, when no node offers it; lists ask the same many times. */
export function missingIn(offered: readonly string[]): (needs: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (needs) => {
    if (!known.has(needs))
      known.set(needs, isAccepted(plainNeeds(needs), offered) ? undefined : describeNeeds(needs))
    return known.get(needs)
  }
}
