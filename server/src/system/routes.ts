import { contract, openapiDocument } from '@assay/contract'
import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'
import { hasUsers } from '../identity/users/store.ts'
import { version } from './version.ts'

/** Level of today's engine API that we speak; connected platforms ask for this very key. */
const engineApiLevel = '4.1.0'

export function systemRoutes(route: Route, deps: Deps): void {
  const { db, config, log } = deps

  route(contract.status, async ({ identify }) => {
    const isSignedIn = (await identify()) !== undefined
    return {
      versions: { Assay: version, Cortex: engineApiLevel, Node: process.versions.node },
      config: {
        authType: ['key', ...config.auth.provider],
        capabilities: ['changePassword', 'setPassword', 'authByKey'],
        ssoAutoLogin: false,
        setupNeeded: !(await hasUsers(db)),
        ...(isSignedIn ? { protectDownloadsWith: 'malware' } : {}),
      },
    }
  })

  route(contract.alive, async () => ({ status: 'ok' as const }))

  route(contract.health, async ({ setStatus }) => {
    try {
      await hasUsers(db)
      return { status: 'ok' as const }
    } catch (error) {
      log.warn({ err: error }, 'not ready: the database does not answer')
      setStatus(503)
      return { status: 'unavailable' as const, reason: 'The database does not answer' }
    }
  })

  route(contract.migrate, async () => undefined)

  // It takes milliseconds, which a start does not have: made when somebody asks.
  let document: ReturnType<typeof openapiDocument> | undefined
  route(contract.openapi, async () => {
    document ??= openapiDocument(contract, version)
    return document
  })
}
