import { type ApiKey, contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { keyHolder } from '../users/find.ts'
import { createKey, revokeKey } from './change.ts'
import { type ApiKeyRow, listKeysOf } from './store.ts'

export function apiKeyRoutes(route: Route, deps: Deps): void {
  const { db } = deps

  route(contract.listApiKeys, async ({ caller, params }) => {
    const user = await keyHolder(db, caller, params.login)
    return (await listKeysOf(db, user.login)).map(view)
  })

  route(contract.createApiKey, async ({ caller, origin, params, input }) => {
    const user = await keyHolder(db, caller, params.login)
    const { row, key } = await createKey(deps, caller, origin, user, input)
    return { ...view(row), key }
  })

  route(contract.revokeApiKey, async ({ caller, origin, params }) =>
    revokeKey(deps, caller, origin, await keyHolder(db, caller, params.login), params.id),
  )
}

const view = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  ...(row.worker_id === null ? {} : { worker: row.worker_id }),
  ...(row.max_tlp === null ? {} : { maxTlp: row.max_tlp }),
  ...(row.max_pap === null ? {} : { maxPap: row.max_pap }),
  ...(row.jobs_per_day === null ? {} : { jobsPerDay: row.jobs_per_day }),
  ...(row.workers === null ? {} : { workers: JSON.parse(row.workers) as string[] }),
  createdAt: row.created_at,
  createdBy: row.created_by,
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  ...(row.used_at === null ? {} : { lastUsedAt: row.used_at }),
})
