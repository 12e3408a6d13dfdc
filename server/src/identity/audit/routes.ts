import { contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { scopeOf } from '../../domain/caller.ts'
import { parseListing } from '../../domain/listing.ts'
import type { Context, Route } from '../../http/route.ts'
import { searchAudit } from './store.ts'

export function auditRoutes(route: Route, { db, dialect }: Deps): void {
  const listing = ({ caller, input }: Context<typeof contract.listAudit>) =>
    searchAudit(db, dialect, scopeOf(caller), parseListing(input))
  route(contract.listAudit, listing)
  route(contract.searchAudit, listing)
}
