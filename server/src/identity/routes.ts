import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import type { NewOrganization } from './organizations/change.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { secondFactorRoutes } from './second-factor-setup/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { userRoutes } from './users/routes.ts'

export function identityRoutes(route: Route, deps: Deps, hooks: NewOrganization = {}): void {
  sessionRoutes(route, deps)
  setupRoutes(route, deps, hooks)
  organizationRoutes(route, deps, hooks)
  userRoutes(route, deps)
  apiKeyRoutes(route, deps)
  secondFactorRoutes(route, deps)
  auditRoutes(route, deps)
  oidcRoutes(route, deps)
}
