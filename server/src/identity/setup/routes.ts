import { contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { notAllowed } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import type { NewOrganization } from '../organizations/change.ts'
import { enter } from '../session/enter.ts'
import { setUp } from './set-up.ts'

export function setupRoutes(route: Route, deps: Deps, hooks: NewOrganization): void {
  route(contract.setUp, async ({ caller, input, signInOrigin: origin, session }) => {
    if (!deps.config.auth.method.session)
      throw notAllowed(
        'Session sign-in is disabled (auth.method.session). Create the first user with POST /api/user',
      )
    const { user: row, organization, platform } = await setUp(deps, hooks, caller, origin, input)
    return { user: await enter(deps, row, origin, session), organization, platform }
  })
}
