import { contract, type ListInput, type Organization } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import {
  type Caller,
  everyOrganization,
  homeOrganization,
  type Origin,
  scopeOf,
} from '../../domain/caller.ts'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { mapBatches, mapRows, type Rows } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import {
  aggregateOrganizations,
  countUsersByStatus,
  countWorkers,
  findOrganization,
  insertOrganization,
  searchOrganizations,
  updateOrganization,
} from './store.ts'
import { organizationView } from './views.ts'

/** Paths that would shadow an organization of this name. */
const reservedNames = ['user', 'analyzer', 'responder', '_search', '_stats', '.', '..']

/** What others do when an organization is made; identity knows nothing of analyzers. */
export interface NewOrganization {
  readonly enableOffline?:
    | ((tx: Db, organization: string, caller: Caller, origin: Origin) => Promise<void>)
    | undefined
}

export function organizationRoutes(route: Route, deps: Deps, hooks: NewOrganization): void {
  const { db, dialect, clock, config } = deps

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

  route(contract.createOrganization, async ({ caller, origin, input }) => {
    if (reservedNames.includes(input.name))
      throw badRequest(`The name ${input.name} is reserved; choose another one`)
    const now = clock.now()
    const create = db.transaction().execute(async (tx) => {
      const row = await insertOrganization(tx, {
        name: input.name,
        description: input.description,
        status: input.status ?? 'Active',
        created_at: now,
        created_by: caller.login,
      })
      await audit(tx, { login: caller.login, ...origin }, now, {
        action: 'organization.create',
        objectType: 'organization',
        objectId: row.name,
        organization: row.name,
        details: { description: row.description, status: row.status },
      })
      if (input.enableBuiltin ?? config.analyzer.enableBuiltin)
        await hooks.enableOffline?.(tx, row.name, caller, origin)
      return row
    })
    const row = await create.catch((error: unknown) => {
      throw dialect.isUniqueViolation(error) ? conflict('organization', input.name) : error
    })
    return organizationView(row)
  })

  route(contract.getOrganization, async ({ caller, params, input }) => {
    const scope = scopeOf(caller)
    const isVisible = scope === everyOrganization || scope === params.id
    const row = isVisible ? await findOrganization(db, params.id) : undefined
    if (!row) throw notFound('organization', params.id)
    const view = organizationView(row)
    return input.nstats ? ((await withStats([view]))[0] ?? view) : view
  })

  route(contract.updateOrganization, async ({ caller, origin, params, input }) => {
    if (params.id === homeOrganization) throw badRequest("Cortex organization can't be updated")
    return organizationView(await change(caller, origin, params.id, input))
  })

  route(contract.deleteOrganization, async ({ caller, origin, params }) => {
    if (params.id === homeOrganization) throw badRequest("Cortex organization can't be removed")
    await change(caller, origin, params.id, { status: 'Locked' })
  })

  const change = (
    caller: Caller,
    origin: Origin,
    name: string,
    input: { description?: string; status?: Organization['status'] },
  ) =>
    changeAccess(deps, { organization: name }, async (tx) => {
      const now = clock.now()
      const row = await updateOrganization(tx, name, {
        ...input,
        updated_at: now,
        updated_by: caller.login,
      })
      if (!row) throw notFound('organization', name)
      await audit(tx, { login: caller.login, ...origin }, now, {
        action: input.status === 'Locked' ? 'organization.lock' : 'organization.update',
        objectType: 'organization',
        objectId: name,
        organization: name,
        details: input,
      })
      return row
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
