import type { Organization } from '@assay/contract'
import type { OrganizationRow } from './store.ts'

export function organizationView(row: OrganizationRow): Organization {
  return {
    _id: row.name,
    id: row.name,
    _type: 'organization',
    _routing: row.name,
    _parent: null,
    name: row.name,
    description: row.description,
    status: row.status,
    secondFactor: row.second_factor ?? 'optional',
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
    ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
  }
}
