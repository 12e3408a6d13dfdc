import { type Insertable, type Selectable, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { forgottenAfterMs } from '../../domain/node-state.ts'
import { givenMoment, momentOf } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import type { NodeTable } from '../../storage/tables/tables.ts'

export type NodeRow = Selectable<NodeTable>
export type NodeDeps = Pick<Deps, 'db' | 'dialect' | 'clock'>

/** What a node says of itself; moments are the database's. */
export type OwnNode = Omit<Insertable<NodeTable>, 'started_at' | 'seen_at' | 'draining'>

/** Clocks of machines differ; of one database all of them read the same. */
export const databaseNow = (deps: NodeDeps) => momentOf(deps.dialect, givenMoment(deps))

export interface Heard {
  readonly isDraining: boolean
}

/** Of the column `draining`. */
export const heardDraining = 2

/** Its row, made or renewed: a node that was silent for long may have been swept. */
export async function heartbeat(
  deps: NodeDeps,
  node: OwnNode,
  knowsDraining: boolean,
): Promise<Heard> {
  const now = databaseNow(deps)
  const { id: _, ...said } = node
  const draining = knowsDraining
    ? sql<number>`case nodes.draining when 0 then 0 else ${sql.lit(heardDraining)} end`
    : sql<number>`nodes.draining`
  const heard = await deps.db
    .insertInto('nodes')
    .values({ ...node, started_at: now, seen_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...said, draining, seen_at: now }),
    )
    .returning('draining')
    .executeTakeFirstOrThrow()
  return { isDraining: heard.draining > 0 }
}

/** All of them with the moment of the look, by the same clock. */
export async function listNodes(deps: NodeDeps): Promise<{ now: number; rows: NodeRow[] }> {
  const rows = await deps.db
    .selectFrom('nodes')
    .selectAll()
    .select(databaseNow(deps).as('now'))
    .orderBy('name')
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return { now: Number(rows[0]?.now ?? 0), rows }
}

export const removeNode = (db: Db, id: string) =>
  db.deleteFrom('nodes').where('id', '=', id).execute()

/** Those that ended without a word, long ago. */
export const sweepNodes = (deps: NodeDeps) =>
  deps.db
    .deleteFrom('nodes')
    .where('seen_at', '<', sql<number>`${databaseNow(deps)} - ${sql.lit(forgottenAfterMs)}`)
    .execute()

export const nodesOfMachine = (db: Db, machine: string) =>
  db.selectFrom('nodes').select(['id', 'pid']).where('machine', '=', machine).execute()

/** Answers those that there are. */
export const setDraining = (db: Db, ids: readonly string[], isDraining: boolean) =>
  db
    .updateTable('nodes')
    .set({ draining: isDraining ? 1 : 0 })
    .where('id', 'in', ids)
    .returning(['id', 'name'])
    .execute()
