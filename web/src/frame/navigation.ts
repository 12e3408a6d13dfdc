import type { Section } from '../routes.tsx'
import { path } from '../routing/match.ts'
import type { Rights } from '../session/rights.ts'
import type { TextKey } from '../texts/index.ts'
import type { IconName } from '../ui/icons.tsx'

export interface Entry {
  section: Section
  to: string
  label: TextKey
  icon: IconName
  /** Second key of a shortcut that begins with `g`. */
  key?: string
}

export interface Group {
  label?: TextKey
  entries: Entry[]
}

/** What a role can never do is left out; the server decides all the same. */
export function navigation(rights: Rights, organization: string): Group[] {
  const groups: { label?: TextKey; entries: (Entry | false)[] }[] = [
    {
      entries: [
        rights.analyze && { section: 'new', to: '/new', label: 'nav.new', icon: 'plus', key: 'n' },
        rights.analyze && {
          section: 'overview',
          to: '/',
          label: 'nav.overview',
          icon: 'overview',
          key: 'o',
        },
        rights.read && {
          section: 'investigations',
          to: '/investigations',
          label: 'nav.investigations',
          icon: 'folder',
          key: 'i',
        },
        rights.read && { section: 'jobs', to: '/jobs', label: 'nav.jobs', icon: 'jobs', key: 'j' },
        rights.analyze && {
          section: 'catalogue',
          to: '/catalogue',
          label: 'nav.catalogue',
          icon: 'catalogue',
          key: 'c',
        },
      ],
    },
    {
      label: 'nav.response',
      entries: [
        rights.read && {
          section: 'alerts',
          to: '/alerts',
          label: 'nav.alerts',
          icon: 'bell',
          key: 'a',
        },
        rights.read && {
          section: 'cases',
          to: '/cases',
          label: 'nav.cases',
          icon: 'case',
          key: 's',
        },
        rights.read && {
          section: 'tasks',
          to: '/tasks',
          label: 'nav.tasks',
          icon: 'task',
          key: 't',
        },
      ],
    },
    {
      label: 'nav.admin',
      entries: [
        rights.administer && {
          section: 'organization',
          to: path`/org/${organization}/users`,
          label: 'nav.organization',
          icon: 'organization',
        },
        rights.platform && {
          section: 'platform',
          to: '/platform/organizations',
          label: 'nav.platform',
          icon: 'platform',
        },
      ],
    },
  ]
  return groups
    .map(({ entries, ...group }) => ({ ...group, entries: entries.filter((e) => e !== false) }))
    .filter(({ entries }) => entries.length > 0)
}
