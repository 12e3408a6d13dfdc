import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchPath, type PathParams } from './routing/match.ts'
import type { ScreenProps } from './routing/screen.ts'
import type { Rights } from './session/rights.ts'
import { loadTexts, type TextArea } from './texts/index.ts'

export interface Screen {
  pattern: string
  page: LazyExoticComponent<ComponentType<ScreenProps>>
  /** Beside the common ones. */
  texts: readonly TextArea[]
  /** Shown to others as "needs role …" at the same address. */
  needs?: { right: keyof Rights; role: string }
  /** Which entry of the side bar it belongs to. */
  section: Section
}

export type Section =
  | 'new'
  | 'overview'
  | 'investigations'
  | 'jobs'
  | 'catalogue'
  | 'alerts'
  | 'cases'
  | 'tasks'
  | 'organization'
  | 'platform'
  | 'account'

const analyze = { right: 'analyze', role: 'analyze' } as const
const read = { right: 'read', role: 'read' } as const
const platform = { right: 'platform', role: 'superadmin' } as const

type Named<Name extends string> = Record<Name, ComponentType<ScreenProps>>

/**
 * Each screen is a piece of its own, with its texts: the first load brings only what the first
 * screen needs. A test holds the list of texts against the sources of the screen.
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
    const [module] = await Promise.all([load(), loadTexts(texts)])
    return { default: module[name] }
  }),
  ...(needs && { needs }),
})

export const screens: readonly Screen[] = [
  screen('/', 'overview', () => import('./overview/page.tsx'), 'OverviewPage', ['overview'], read),
  screen(
    '/new',
    'new',
    () => import('./analysis/page.tsx'),
    'NewAnalysisPage',
    ['analysis'],
    analyze,
  ),
  screen(
    '/investigations',
    'investigations',
    () => import('./investigation/list-page.tsx'),
    'InvestigationsPage',
    ['investigation'],
    read,
  ),
  screen(
    '/investigations/:id',
    'investigations',
    () => import('./investigation/page.tsx'),
    'InvestigationPage',
    ['analysis', 'investigation', 'report', 'response', 'value'],
    read,
  ),
  screen('/search', 'overview', () => import('./search/page.tsx'), 'SearchPage', ['search'], read),
  screen(
    '/batch',
    'investigations',
    () => import('./investigation/old-batch-page.tsx'),
    'OldBatchPage',
    ['investigation'],
    analyze,
  ),
  screen('/jobs', 'jobs', () => import('./jobs/page.tsx'), 'JobsPage', ['jobs'], read),
  screen('/jobs/:id', 'jobs', () => import('./report/page.tsx'), 'ReportPage', ['report'], read),
  screen(
    '/compare',
    'jobs',
    () => import('./compare/page.tsx'),
    'ComparePage',
    ['compare', 'jobs'],
    read,
  ),
  screen(
    '/observables',
    'jobs',
    () => import('./value/page.tsx'),
    'ValuePage',
    ['value', 'jobs', 'report', 'response'],
    read,
  ),
  screen(
    '/catalogue',
    'catalogue',
    () => import('./catalogue/page.tsx'),
    'CataloguePage',
    ['catalogue', 'overview'],
    analyze,
  ),
  screen(
    '/alerts',
    'alerts',
    () => import('./alerts/page.tsx'),
    'AlertsPage',
    ['alerts', 'response'],
    read,
  ),
  screen(
    '/alerts/:id',
    'alerts',
    () => import('./alerts/alert-page.tsx'),
    'AlertPage',
    ['alerts', 'cases', 'report', 'response'],
    read,
  ),
  screen(
    '/cases',
    'cases',
    () => import('./cases/page.tsx'),
    'CasesPage',
    ['cases', 'response'],
    read,
  ),
  screen(
    '/cases/:id',
    'cases',
    () => import('./cases/case-page.tsx'),
    'CasePage',
    ['cases', 'report', 'response'],
    read,
  ),
  screen(
    '/cases/:caseId/observables/:id',
    'cases',
    () => import('./cases/observable-page.tsx'),
    'ObservablePage',
    ['cases', 'report', 'response'],
    read,
  ),
  screen(
    '/cases/:caseId/tasks/:id',
    'cases',
    () => import('./cases/task-page.tsx'),
    'TaskPage',
    ['cases', 'report', 'response'],
    read,
  ),
  screen('/tasks', 'tasks', () => import('./tasks/page.tsx'), 'TasksPage', ['response'], read),
  screen('/org/:id', 'organization', () => import('./organization/page.tsx'), 'OrganizationPage', [
    'administration',
    'users',
    'account',
  ]),
  screen(
    '/org/:id/:tab',
    'organization',
    () => import('./organization/page.tsx'),
    'OrganizationPage',
    ['administration', 'users', 'account'],
  ),
  screen(
    '/platform/organizations',
    'platform',
    () => import('./platform/organizations-page.tsx'),
    'OrganizationsPage',
    ['administration', 'users'],
    platform,
  ),
  screen(
    '/platform/users',
    'platform',
    () => import('./platform/users-page.tsx'),
    'PlatformUsersPage',
    ['users', 'account'],
    platform,
  ),
  screen(
    '/platform/nodes',
    'platform',
    () => import('./platform/nodes-page.tsx'),
    'NodesPage',
    ['users'],
    platform,
  ),
  screen(
    '/platform/:tab',
    'platform',
    () => import('./platform/settings-page.tsx'),
    'PlatformSettingsPage',
    ['administration', 'users'],
    platform,
  ),
  screen('/me', 'account', () => import('./account/page.tsx'), 'AccountPage', ['account']),
]

/** Instead of all others, for whoever must set up a second factor first. */
export const requiredSecondFactor = screen(
  '/me',
  'account',
  () => import('./account/required-second-factor.tsx'),
  'RequiredSecondFactor',
  ['account'],
)

/** Around the whole window, as the form before it. */
export const firstValue = screen(
  '/welcome',
  'new',
  () => import('./setup/first-value-page.tsx'),
  'FirstValuePage',
  ['setup'],
)

export function screenAt(path: string): { screen: Screen; params: PathParams } | undefined {
  for (const screen of screens) {
    const params = matchPath(screen.pattern, path)
    if (params) return { screen, params }
  }
  return undefined
}

/** Where somebody starts: nobody lands on a page that would be refused. */
export function homeOf(rights: Rights): string {
  if (rights.analyze) return '/'
  if (rights.read) return '/alerts'
  return rights.platform ? '/platform/organizations' : '/me'
}
