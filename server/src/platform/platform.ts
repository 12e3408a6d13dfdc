import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'
import type { PlatformDeps } from './deps.ts'
import { makeEngines } from './engines/engines.ts'
import { startDeliveries } from './webhooks/deliver.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface Platform {
  routes(route: Route): void
  stop(): Promise<void>
}

export async function startPlatform(deps: Deps): Promise<Platform> {
  const platformDeps: PlatformDeps = { ...deps, engines: makeEngines(deps) }
  const deliveries = startDeliveries(platformDeps)
  return {
    routes(route) {
      webhookRoutes(route, platformDeps)
    },
    async stop() {
      await deliveries.stop()
    },
  }
}
