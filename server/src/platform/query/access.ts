import { type Caller, isOrgadmin, isSuperadmin } from '../../domain/caller.ts'
import type { Entity } from '../../domain/response/query-entities.ts'
import { wholePlatform } from '../rows.ts'

const keptBySuperadmin: ReadonlySet<Entity> = new Set([
  'user',
  'organisation',
  'profile',
  'customField',
  'observableType',
  'pattern',
  'analyzerTemplate',
  'caseStatus',
  'alertStatus',
])

/** Superadmin sees what superadmin keeps, and no case; the audit trail is for administrators. */
export function mayQuery(caller: Caller, entity: Entity): boolean {
  // guard: access.test.ts
  if (entity === 'audit') return isOrgadmin(caller) || isSuperadmin(caller)
  // guard (open = true): access.test.ts
  return !isSuperadmin(caller) || keptBySuperadmin.has(entity)
}

/** Superadmin belongs to no organization of the platform, and manages global data. */
export const ofWholePlatform = (caller: Caller): Caller =>
  isSuperadmin(caller) ? { ...caller, organization: wholePlatform } : caller
