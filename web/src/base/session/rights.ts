import { useSession } from './session.ts'

/** What a role set allows. The server decides; the page only leaves out what it would refuse. */
export interface Rights {
  readonly read: boolean
  readonly analyze: boolean
  readonly administer: boolean
  /** All organizations and their users; none of their data. */
  readonly platform: boolean
}

export function rightsOf(roles: readonly string[]): Rights {
  const administer = roles.includes('orgadmin')
  // guard (open = true): rights.test.ts
  const analyze = administer || roles.includes('analyze')
  return {
    read: analyze || roles.includes('read'),
    analyze,
    administer,
    platform: roles.includes('superadmin'),
  }
}

export const useRights = (): Rights => rightsOf(useSession().user.roles)
