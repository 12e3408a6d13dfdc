import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchPath, type PathParams } from '../base/routing/match.ts'
import type { ScreenProps } from '../base/routing/screen.ts'
import type { Rights } from '../base/session/rights.ts'
import { loadFindingTexts } from '../base/texts/findings/index.ts'
import { loadTexts, type TextArea } from '../base/texts/index.ts'

export interface Screen {
  pattern: string
  page: LazyExoticComponent<ComponentType<ScreenProps>>
  /** In addition to the common ones. */
  texts: readonly TextArea[]
  /** Shown to others as "needs role …" at the same address. */
  needs?: { right: keyof Rights; role: string; orRight?: keyof Rights }
  /** Which entry of the side bar it belongs to. */
  section: Section
  /** Not where the query has one of these names: that is another screen at the same address. */
  without?: readonly string[]
}

export type Section =
  | 'new'
  | 'overview'
  | 'observables'
  | 'investigations'
  | 'alerts'
  | 'cases'
  | 'tasks'
  | 'activity'
  | 'settings'
  /** Reached from everywhere: no entry is its own. */
  | 'value'

const analyze = { right: 'analyze', role: 'analyze' } as const
const read = { right: 'read', role: 'read' } as const

type Named<Name extends string> = Record<Name, ComponentType<ScreenProps>>

/**
 * Each screen is a separate piece, with its texts: the first load brings only what the first screen
 * needs. A test compares the list of texts with the sources of the screen.
 */
const screen = <Name extends string>(
  pattern: string,
  section: Section,
  load: () => Promise<Named<Name>>,
  name: Name,
  texts: readonly TextArea[],
  needs?: Screen['needs'],
): Screen => ({
  pattern,
  section,
  texts,
  page: lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts(texts), loadFindingTexts()])
    return { default: module[name] }
  }),
  ...(needs && { needs }),
})

const activity = screen(
  '/activity',
  'activity',
  () => import('../screens/activity/page.tsx'),
  'ActivityPage',
  ['jobs'],
  read,
)

/** One screen at several addresses: its side list and what is typed there stay. */
const settings = screen(
  '/settings',
  'settings',
  () => import('../screens/settings/page.tsx'),
  'SettingsPage',
  [
    'account',
    'administration',
    'audit',
    'brakes',
    'catalogue',
    'clocks',
    'jobs',
    'mark',
    'response',
    'settings',
    'setup',
    'users',
    'watch',
  ],
)

export const screens: readonly Screen[] = [
  screen(
    '/',
    'overview',
    () => import('../screens/overview/page.tsx'),
    'OverviewPage',
    ['investigation', 'overview', 'response', 'watch'],
    read,
  ),
  screen(
    '/desk',
    'overview',
    () => import('../screens/overview/desk/page.tsx'),
    'DeskPage',
    ['desk'],
    read,
  ),
  screen(
    '/new',
    'new',
    () => import('../screens/analysis/page.tsx'),
    'NewAnalysisPage',
    ['analysis'],
    analyze,
  ),
  screen(
    '/investigations',
    'investigations',
    () => import('../screens/investigation/list-page.tsx'),
    'InvestigationsPage',
    ['investigation'],
    read,
  ),
  screen(
    '/investigations/:id',
    'investigations',
    () => import('../screens/investigation/page.tsx'),
    'InvestigationPage',
    ['analysis', 'facts', 'investigation', 'report', 'response', 'value'],
    read,
  ),
  screen(
    '/search',
    'value',
    () => import('../screens/search/page.tsx'),
    'SearchPage',
    ['search'],
    // What who keeps the platform finds are accounts, not what they work on.
    { ...read, orRight: 'platform' },
  ),
  screen(
    '/batch',
    'investigations',
    () => import('../screens/investigation/old-batch-page.tsx'),
    'OldBatchPage',
    ['investigation'],
    analyze,
  ),
  activity,
  screen(
    '/activity/engine',
    'activity',
    () => import('../screens/activity/engine-page.tsx'),
    'EnginePage',
    ['brakes', 'jobs', 'overview'],
    analyze,
  ),
  { ...activity, pattern: '/activity/:view' },
  screen(
    '/jobs/:id',
    'activity',
    () => import('../screens/report/page.tsx'),
    'ReportPage',
    ['facts', 'report'],
    read,
  ),
  screen(
    '/compare',
    'activity',
    () => import('../screens/compare/page.tsx'),
    'ComparePage',
    ['compare', 'jobs'],
    read,
  ),
  {
    ...screen(
      '/observables',
      'observables',
      () => import('../screens/observables/page.tsx'),
      'ObservablesPage',
      ['investigation', 'observables', 'response', 'watch'],
      read,
    ),
    without: ['type', 'value', 'hash', 'job', 'observable'],
  },
  // The last of an address is the one whose files are named early.
  screen(
    '/observables',
    'value',
    () => import('../screens/value/page.tsx'),
    'ValuePage',
    ['cases', 'facts', 'history', 'jobs', 'mark', 'report', 'response', 'value', 'watch'],
    read,
  ),
  screen(
    '/alerts',
    'alerts',
    () => import('../screens/alerts/page.tsx'),
    'AlertsPage',
    ['alerts', 'cases', 'response'],
    read,
  ),
  screen(
    '/alerts/:id',
    'alerts',
    () => import('../screens/alerts/alert-page.tsx'),
    'AlertPage',
    ['alerts', 'cases', 'response'],
    read,
  ),
  screen(
    '/cases',
    'cases',
    () => import('../screens/cases/page.tsx'),
    'CasesPage',
    ['cases', 'response'],
    read,
  ),
  screen(
    '/cases/:id',
    'cases',
    () => import('../screens/cases/case-page.tsx'),
    'CasePage',
    ['cases', 'clocks', 'report', 'response', 'value'],
    read,
  ),
  screen(
    '/cases/:id/report',
    'cases',
    () => import('../screens/cases/report/page.tsx'),
    'CaseReportPage',
    ['cases', 'reports', 'response'],
    read,
  ),
  screen(
    '/cases/:caseId/observables/:id',
    'cases',
    () => import('../screens/cases/observable-page.tsx'),
    'ObservablePage',
    ['cases'],
    read,
  ),
  screen(
    '/cases/:caseId/tasks/:id',
    'cases',
    () => import('../screens/cases/task-page.tsx'),
    'TaskPage',
    ['cases', 'report', 'response'],
    read,
  ),
  screen(
    '/tasks',
    'tasks',
    () => import('../screens/tasks/page.tsx'),
    'TasksPage',
    ['response'],
    read,
  ),
  settings,
  ...['/settings/:place', '/settings/:place/:item', '/settings/:place/:item/:part'].map(
    (pattern) => ({ ...settings, pattern }),
  ),
]

/** Instead of all others, for users who must set up a second factor first. */
export const requiredSecondFactor = screen(
  '/settings/account',
  'settings',
  () => import('../screens/account/required-second-factor.tsx'),
  'RequiredSecondFactor',
  ['account'],
)

/** Around the whole window, as the form before it. */
export const firstValue = screen(
  '/welcome',
  'new',
  () => import('../screens/setup/first-value-page.tsx'),
  'FirstValuePage',
  ['setup'],
)

export function screenAt(
  path: string,
  search: string,
): { screen: Screen; params: PathParams } | undefined {
  const query = new URLSearchParams(search)
  for (const screen of screens) {
    if (screen.without?.some((name) => query.has(name))) continue
    const params = matchPath(screen.pattern, path)
    if (params) return { screen, params }
  }
  return undefined
}

/** Where a user starts: never on a page that would be refused. */
export function homeOf(rights: Rights): string {
  if (rights.read) return '/'
  return rights.platform ? '/settings/organizations' : '/settings/account'
}
