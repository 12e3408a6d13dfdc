import type { Rights } from '../../base/session/rights.ts'
import type { TextKey } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import type { Section } from '../routes.tsx'

export interface Entry {
  section: Section
  to: string
  label: TextKey
  icon: IconName
  /** Second key of a shortcut that begins with `g`. */
  key?: string
}

/** The work first, then what it is done with. */
export interface Group {
  name: 'work' | 'rest'
  entries: Entry[]
}

/** What a role can never do is left out; the server decides all the same. */
export function navigation(rights: Rights): Group[] {
  const groups: { name: Group['name']; entries: (Entry | false)[] }[] = [
    {
      name: 'work',
      entries: [
        rights.analyze && { section: 'new', to: '/new', label: 'nav.new', icon: 'plus', key: 'n' },
        rights.read && {
          section: 'overview',
          to: '/',
          label: 'nav.overview',
          icon: 'overview',
          key: 'o',
        },
        rights.read && {
          section: 'observables',
          to: '/observables',
          label: 'nav.observables',
          icon: 'observable',
          key: 'b',
        },
        rights.read && {
          section: 'investigations',
          to: '/investigations',
          label: 'nav.investigations',
          icon: 'folder',
          key: 'i',
        },
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
          key: 'c',
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
      name: 'rest',
      entries: [
        rights.read && {
          section: 'activity',
          to: '/activity',
          label: 'nav.activity',
          icon: 'jobs',
          key: 'y',
        },
        { section: 'settings', to: '/settings', label: 'nav.settings', icon: 'settings', key: 's' },
      ],
    },
  ]
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter((entry) => entry !== false) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Pages with an address of their own that another page leads to, and the side bar does not. */
export function furtherPages(rights: Rights): Omit<Entry, 'section' | 'key'>[] {
  const pages: (Omit<Entry, 'section' | 'key'> | false)[] = [
    rights.read && { to: '/desk', label: 'nav.desk', icon: 'overview' },
    rights.read && { to: '/activity/responses', label: 'nav.activityResponses', icon: 'jobs' },
    // Readers see no jobs, and neither what rules did with them.
    rights.analyze && { to: '/activity/automation', label: 'nav.activityAutomation', icon: 'jobs' },
    rights.analyze && { to: '/activity/engine', label: 'nav.activityEngine', icon: 'jobs' },
    { to: '/settings/account', label: 'account.title', icon: 'user' },
  ]
  return pages.filter((page) => page !== false)
}
