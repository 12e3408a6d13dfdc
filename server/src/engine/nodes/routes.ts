import { contract } from '@assay/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { isSuperadmin } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { isClaiming } from '../../domain/node-state.ts'
import type { Context, Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import { withStates } from './cluster-view.ts'
import { setDrainingAudited } from './drain.ts'
import { nodesTopic } from './node.ts'
import { listNodes } from './store.ts'
import { nodeView } from './views.ts'

/** `onChange` notifies a node of this process that it must drain. */
export function nodeRoutes(route: Route, deps: Deps, onChange: () => Promise<void>): void {
  const { db, clock, cluster } = deps

  route(contract.listNodes, async ({ caller }) => {
    const { now, rows } = await listNodes(deps)
    const nodes = withStates(rows, now)
    const claiming = nodes.filter(
      ({ row, state }) => isClaiming(state) && JSON.parse(row.roles).includes('worker'),
    )
    const counts = {
      alive: claiming.length,
      slots: claiming.reduce((sum, { row }) => sum + row.slots, 0),
    }
    if (!isSuperadmin(caller))
      return { ...counts, running: await runningOf(db, caller.organization) }
    const views = nodes.map((node) => nodeView(node, now))
    const running = claiming.reduce((sum, { row }) => sum + row.running, 0)
    return { ...counts, running, nodes: views }
  })

  const drain =
    (isDraining: boolean) =>
    async ({ caller, origin, params }: Context<typeof contract.drainNode>) => {
      await db.transaction().execute(async (tx) => {
        const actor = { login: caller.login, ...origin }
        const order = { ids: [params.id], isDraining }
        const [node] = await setDrainingAudited(tx, actor, clock.now(), order)
        if (!node) throw notFound('node', params.id)
      })
      cluster.notify(nodesTopic, '')
      await onChange()
      const { now, rows } = await listNodes(deps)
      const found = withStates(rows, now).find(({ row }) => row.id === params.id)
      if (!found) throw notFound('node', params.id)
      return nodeView(found, now)
    }
  route(contract.drainNode, drain(true))
  route(contract.resumeNode, drain(false))
}

/** Through the index of running jobs, which are never many. */
async function runningOf(db: Db, organization: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('InProgress' as const))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}
