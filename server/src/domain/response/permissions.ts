import type { Role } from '@assay/contract'

const analyst = [
  'accessTheHiveFS',
  'manageAction',
  'manageAlert',
  'manageAnalyse',
  'manageCase',
  'manageObservable',
  'managePage',
  'manageProcedure',
  'manageShare',
  'manageTask',
] as const

/** What a role may do, in the words that clients of today's platform look for. */
export const permissionsOf = (roles: readonly Role[]): readonly string[] => {
  if (roles.includes('orgadmin')) {
    return [...analyst, 'manageCaseTemplate', 'manageConfig', 'manageTag', 'manageUser'].sort()
  }
  return roles.includes('analyze') ? analyst : []
}
