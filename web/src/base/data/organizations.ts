import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** All organizations with the counts of their users and workers; few enough to be read whole. */
export const useOrganizations = (enabled = true) =>
  useQuery({
    queryKey: keyOf('organizations', 'all'),
    queryFn: async ({ signal }) => {
      const input = { range: 'all', sort: '+name', nstats: true }
      return (await api.searchOrganizations(input, { signal })).rows
    },
    enabled,
  })

export const useOrganization = (id: string) =>
  useQuery({
    queryKey: keyOf('organization', id),
    queryFn: ({ signal }) => api.getOrganization({ id }, { nstats: true }, { signal }),
  })
