import type { ClusterNode } from '@assay/contract'
import type { NodeWithState } from './cluster-view.ts'

/** What it accepts in detail is not shown: programs may be hundreds. */
export function nodeView({ row, state }: NodeWithState, now: number): ClusterNode {
  return {
    id: row.id,
    name: row.name,
    state,
    roles: JSON.parse(row.roles),
    labels: JSON.parse(row.labels),
    runners: JSON.parse(row.runners),
    programs: programsOf(JSON.parse(row.accepts)),
    slots: row.slots,
    running: row.running,
    version: row.version,
    pid: row.pid,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    silentFor: Math.max(0, now - row.seen_at),
  }
}

/** With several labels each program is there several times. */
const programsOf = (accepts: readonly string[]) =>
  new Set(accepts.flatMap((way) => /^[^/]*\/process\/(.*)$/.exec(way)?.[1] ?? [])).size
