import type { User } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import type { ListState } from '../list/declaration.ts'
import { conditionOf } from '../list/filters.ts'

/** Of all organizations when none is given; superadmin only. */
export function useUsers(list: ListState<User>, organization: string | undefined) {
  const query = conditionOf(list.declared.filters, list.values)
  const input = {
    ...(query && { query }),
    range: `${list.from}-${list.from + list.size}`,
    sort: '+login',
  }
  return useQuery({
    queryKey: keyOf('users', organization ?? 'all', input),
    queryFn: ({ signal }) =>
      organization === undefined
        ? api.searchUsers(input, { signal })
        : api.searchOrganizationUsers({ id: organization }, input, { signal }),
    placeholderData: (previous) => previous,
  })
}

/** Whatever was done to a user: lists of users and counts per organization are read again. */
export const usersChanged = () =>
  void readAgain(keyOf('users'), keyOf('organizations'), keyOf('organization'))

export const lockUser = (login: string) => api.deleteUser({ login })
export const unlockUser = (login: string) => api.updateUser({ login }, { status: 'Active' })

export type { User }
