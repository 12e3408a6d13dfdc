import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import {
  changeOrganization,
  createOrganization,
  type NewOrganization,
  visibleOrganization,
} from '../../identity/organizations/change.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { organizationViews } from './views.ts'

/** Lists are in `query/routes.ts`, with all others. */
export function organizationRoutes(route: Route, deps: PlatformDeps, hooks: NewOrganization): void {
  const both = bothVersions(route, deps.db, organizationViews)

  both(contract.getOrganisation, contract.getOrganisationV1, ({ caller, params }) =>
    visibleOrganization(deps.db, caller, params.id),
  )
  both(
    contract.createOrganisation,
    contract.createOrganisationV1,
    ({ caller, origin, input: { name, description = '' } }) =>
      createOrganization(deps, hooks, caller, origin, { name, description }),
  )
  both(
    contract.updateOrganisation,
    contract.updateOrganisationV1,
    ({ caller, origin, params, input: { description, locked } }) =>
      changeOrganization(deps, caller, origin, params.id, {
        ...(description !== undefined && { description }),
        ...(locked !== undefined && { status: locked ? 'Locked' : 'Active' }),
      }),
    ({ caller, params }) => visibleOrganization(deps.db, caller, params.id),
  )
}
