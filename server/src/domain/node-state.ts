import { compareVersions } from './definition-reading.ts'

export const nodeStates = [
  'alive',
  'silent',
  'stopping',
  'draining',
  'drained',
  'outdated',
] as const
export type NodeState = (typeof nodeStates)[number]

/** How often a process says that it is there. */
export const heartbeatMs = 10_000
/** As long as a lease: what a node runs is given to others after the same time. */
export const silentAfterMs = 30_000
/** A process that ended without a word is shown this long. */
export const forgottenAfterMs = 15 * 60_000

export interface NodeFacts {
  readonly seenAt: number
  readonly version: string
  readonly running: number
  readonly isDraining: boolean
  /** It knows that it must drain, and acknowledged it with `running`. */
  readonly hasHeard: boolean
  readonly isStopping: boolean
}

/** `now` and `seenAt` are both of the database's clock. */
export function nodeState(node: NodeFacts, now: number, newestVersion: string): NodeState {
  if (now - node.seenAt > silentAfterMs) return 'silent'
  if (node.isStopping) return 'stopping'
  if (node.isDraining) return node.running > 0 || !node.hasHeard ? 'draining' : 'drained'
  return compareVersions(node.version, newestVersion) < 0 ? 'outdated' : 'alive'
}

/** Whether it claims jobs: only then its slots and offers count. */
export const isClaiming = (state: NodeState) => state === 'alive' || state === 'outdated'
