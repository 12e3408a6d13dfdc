import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from '../data/keys.ts'
import { useOrganizations } from '../data/organizations.ts'
import { textQuery } from '../data/user-query.ts'
import { organizationPath } from '../routing/settings-path.ts'
import { useSettled } from '../search/use-search.ts'

interface PlatformHit {
  readonly group: 'palette.organizations' | 'palette.users'
  readonly label: string
  readonly note: string
  readonly to: string
}

const minLength = 2
const maxHits = 5

/** What who keeps the platform may look for: organizations and users, nothing of their data. */
export function usePlatformHits(typed: string, isPlatform: boolean): readonly PlatformHit[] {
  const settled = useSettled(typed.trim())
  const isWanted = isPlatform && settled.length >= minLength
  const organizations = useOrganizations(isWanted)
  const input = { query: textQuery(settled), range: `0-${maxHits}`, sort: '+login' }
  const users = useQuery({
    queryKey: keyOf('users', 'all', input),
    queryFn: ({ signal }) => api.searchUsers(input, { signal }),
    enabled: isWanted,
    placeholderData: (previous) => previous,
  })
  if (!isWanted) return []
  const part = settled.toLowerCase()
  return [
    ...(organizations.data ?? [])
      .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(part))
      .slice(0, maxHits)
      .map(({ id, name, description }) => ({
        group: 'palette.organizations' as const,
        label: name,
        note: description === name ? '' : description,
        to: organizationPath(id),
      })),
    ...(users.data?.rows ?? []).map(({ id, name, organization }) => ({
      group: 'palette.users' as const,
      label: name === id ? id : `${name} (${id})`,
      note: organization,
      to: `/settings/users?${new URLSearchParams({ q: id })}`,
    })),
  ]
}
