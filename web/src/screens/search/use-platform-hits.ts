import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useOrganizations } from '../../base/data/organizations.ts'
import { isFrom, isOneOf } from '../../base/data/steps.ts'
import { textQuery } from '../../base/data/user-query.ts'
import { organizationPath } from '../../base/routing/settings-path.ts'
import { text } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import { isSearchable, useSettled } from './use-search.ts'

export interface PlatformHit {
  readonly label: string
  readonly note: string
  readonly icon: IconName
  readonly to: string
}

interface PlatformHits {
  readonly hits: readonly PlatformHit[]
  readonly total: number
}

export interface Narrowed {
  readonly statuses?: readonly ('Active' | 'Locked')[]
  /** Epoch milliseconds: what was made since then. */
  readonly since?: number | undefined
}

const none: PlatformHits = { hits: [], total: 0 }

/** What who keeps the platform may look for: organizations and users, nothing of their data. */
export function usePlatformHits(
  typed: string,
  isPlatform: boolean,
  most: number,
  { statuses = [], since }: Narrowed = {},
) {
  const settled = useSettled(typed.trim()).slice(0, 500)
  const isWanted = isPlatform && isSearchable(settled)
  const all = useOrganizations(isWanted)
  const query = [
    textQuery(settled),
    statuses.length > 0 && isOneOf('status', statuses),
    since !== undefined && isFrom('createdAt', since),
  ].filter((one) => one !== false)
  const input = { query: { _and: query }, range: `0-${most}`, sort: '+login' }
  const found = useQuery({
    queryKey: keyOf('users', 'all', input),
    queryFn: ({ signal }) => api.searchUsers(input, { signal }),
    enabled: isWanted,
    placeholderData: (previous) => previous,
  })
  if (!isWanted) return { organizations: none, users: none, all, found }
  const part = settled.toLowerCase()
  const organizations = (all.data ?? [])
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(part))
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .filter(({ createdAt }) => since === undefined || createdAt >= since)
  return {
    all,
    found,
    organizations: {
      total: organizations.length,
      hits: organizations.slice(0, most).map(
        ({ id, name, description, status }): PlatformHit => ({
          label: name,
          note: noteOf(description === name ? '' : description, status),
          icon: 'organization',
          to: organizationPath(id),
        }),
      ),
    },
    users: {
      total: found.data?.total ?? 0,
      hits: (found.data?.rows ?? []).map(
        ({ id, name, organization, status }): PlatformHit => ({
          label: name === id ? id : `${name} (${id})`,
          note: noteOf(organization, status === 'Locked' ? 'Locked' : 'Active'),
          icon: 'user',
          to: `/settings/users?${new URLSearchParams({ q: id })}`,
        }),
      ),
    },
  }
}

const noteOf = (words: string, status: 'Active' | 'Locked') =>
  [words, status === 'Locked' && text('search.locked')].filter(Boolean).join(' · ')
