import type { Clock } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import { heartbeatMs } from '../../domain/node-state.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Database, Db } from '../../storage/database.ts'
import { machine } from '../runners/machine.ts'
import { withStates } from './cluster-view.ts'
import { nodesTopic } from './node.ts'
import { heardDraining, listNodes, type NodeDeps, type NodeRow, setDraining } from './store.ts'

export interface DrainedNode {
  readonly id: string
  readonly name: string
}

/**
 * `assay drain`: by name or id, or else all nodes of this machine. Answers which nodes drain; they see it
 * at once on PostgreSQL, else with their next heartbeat.
 */
export async function drainNodes(
  { db, cluster }: Pick<Database, 'db' | 'cluster'>,
  deps: NodeDeps,
  wanted: string | undefined,
  isDraining: boolean,
): Promise<DrainedNode[]> {
  const { rows } = await listNodes(deps)
  const isMeant = (row: NodeRow) =>
    wanted === undefined ? row.machine === machine : row.id === wanted || row.name === wanted
  const ids = rows.filter(isMeant).map(({ id }) => id)
  if (ids.length === 0) return []
  const drained = await db
    .transaction()
    .execute((tx) => setDrainingAudited(tx, operator, deps.clock.now(), { ids, isDraining }))
  cluster.notify(nodesTopic, '')
  return drained
}

/** The operator on the command line. */
const operator = { login: actors.commandLine, address: '', requestId: '' }

export async function setDrainingAudited(
  tx: Db,
  actor: Parameters<typeof audit>[1],
  now: number,
  { ids, isDraining }: { ids: readonly string[]; isDraining: boolean },
): Promise<DrainedNode[]> {
  const drained = await setDraining(tx, ids, isDraining)
  await audit(
    tx,
    actor,
    now,
    drained.map(({ id, name }) => ({
      action: isDraining ? 'node.drain' : 'node.resume',
      objectType: 'node',
      objectId: id,
      organization: null,
      details: { name },
    })),
  )
  return drained
}

/** A heartbeat and some: until then they may claim. A silent node is not waited for. */
const hearMs = heartbeatMs + 5_000

/** Waits until all of them know; answers false when one did not say so in time. */
export async function haveHeard(
  deps: NodeDeps & { clock: Clock },
  ids: readonly string[],
): Promise<boolean> {
  const until = performance.now() + hearMs
  for (;;) {
    const { now, rows } = await listNodes(deps)
    const deaf = withStates(rows, now).filter(
      ({ row, state }) =>
        ids.includes(row.id) && state === 'draining' && row.draining !== heardDraining,
    )
    if (deaf.length === 0) return true
    if (performance.now() > until) return false
    await deps.clock.sleep(200)
  }
}

/** Those of them that still run something. */
export async function stillRunning(deps: NodeDeps, ids: readonly string[]): Promise<DrainedNode[]> {
  const { now, rows } = await listNodes(deps)
  return withStates(rows, now)
    .filter(({ row, state }) => ids.includes(row.id) && state === 'draining')
    .map(({ row: { id, name } }) => ({ id, name }))
}
