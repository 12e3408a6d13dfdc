import * as audit from './audit.ts'
import * as auth from './auth.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as organizations from './organizations.ts'
import * as system from './system.ts'
import * as users from './users.ts'

type EndpointsOf<M> = { [K in keyof M as M[K] extends AnyEndpoint ? K : never]: M[K] }

function endpointsOf<M extends object>(module: M): EndpointsOf<M> {
  const isEndpoint = (value: unknown) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => isEndpoint(value)),
  ) as EndpointsOf<M>
}

/** Every call of the server, by name. */
export const contract = {
  ...endpointsOf(system),
  ...endpointsOf(auth),
  ...endpointsOf(organizations),
  ...endpointsOf(users),
  ...endpointsOf(audit),
}

export { AuditEntry } from './audit.ts'
export * from './client.ts'
export * from './endpoint.ts'
export * from './files.ts'
export { inOrder, openapiDocument } from './openapi.ts'
export { Organization, OrganizationStatus } from './organizations.ts'
export { User, UserStatus } from './users.ts'
export * from './values.ts'
