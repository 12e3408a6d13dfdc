import { contract, type ListInput, type Organization } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { homeOrganization } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { mapBatches, mapRows, type Rows } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import {
  changeOrganization,
  changeSecondFactorRule,
  createOrganization,
  type NewOrganization,
  visibleOrganization,
} from './change.ts'
import {
  aggregateOrganizations,
  countUsersByStatus,
  countWorkers,
  searchOrganizations,
} from './store.ts'
import { organizationView } from './views.ts'

export function organizationRoutes(route: Route, deps: Deps, hooks: NewOrganization): void {
  const { db, dialect } = deps

  type Listing = ListInput & { nstats?: boolean }
  const listing = async ({ input }: { input: Listing }): Promise<Rows<Organization>> => {
    const found = mapRows(
      await searchOrganizations(db, dialect, parseListing(input)),
      organizationView,
    )
    return input.nstats ? { ...found, batches: mapBatches(found.batches, withStats) } : found
  }
  route(contract.listOrganizations, listing)
  route(contract.searchOrganizations, listing)

  route(contract.organizationStats, async ({ input }) => {
    if (input.stats === undefined) throw badRequest('Parameter "stats" is missing')
    return aggregateOrganizations(db, dialect, input.query, input.stats, organizationView)
  })

  route(contract.createOrganization, async ({ caller, origin, input }) =>
    organizationView(await createOrganization(deps, hooks, caller, origin, input)),
  )

  route(contract.getOrganization, async ({ caller, params, input }) => {
    const row = await visibleOrganization(db, caller, params.id)
    const view = organizationView(row)
    return input.nstats ? ((await withStats([view]))[0] ?? view) : view
  })

  route(contract.updateOrganization, async ({ caller, origin, params, input }) =>
    organizationView(await changeOrganization(deps, caller, origin, params.id, input)),
  )

  route(contract.setSecondFactorRule, ({ caller, origin, params, input }) =>
    changeSecondFactorRule(deps, caller, origin, params.id, input.secondFactor),
  )

  route(contract.deleteOrganization, async ({ caller, origin, params }) => {
    if (params.id === homeOrganization) throw badRequest("Cortex organization can't be removed")
    await changeOrganization(deps, caller, origin, params.id, { status: 'Locked' })
  })

  async function withStats(views: readonly Organization[]): Promise<Organization[]> {
    if (views.length === 0) return []
    const names = views.map(({ id }) => id)
    const [counts, workers] = [await countUsersByStatus(db, names), await countWorkers(db, names)]
    return views.map((view) => {
      const own = counts.filter(({ organization }) => organization === view.id)
      const users = Object.fromEntries(own.map(({ status, count }) => [status, Number(count)]))
      const total = own.reduce((sum, { count }) => sum + Number(count), 0)
      return {
        ...view,
        stats: { users: { ...users, total }, workers: { total: workers.get(view.id) ?? 0 } },
      }
    })
  }
}
