import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchPath, type PathParams } from './routing/match.ts'
import type { ScreenProps } from './routing/screen.ts'
import type { Rights } from './session/rights.ts'

export interface Screen {
  pattern: string
  page: LazyExoticComponent<ComponentType<ScreenProps>>
  /** Shown to others as "needs role …" at the same address. */
  needs?: { right: keyof Rights; role: string }
  /** Which entry of the side bar it belongs to. */
  section: Section
}

export type Section =
  | 'new'
  | 'overview'
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

/** Each screen is a piece of its own: the first load brings only what the first screen needs. */
const screen = <Name extends string>(
  pattern: string,
  section: Section,
  load: () => Promise<Named<Name>>,
  name: Name,
  needs?: Screen['needs'],
): Screen => ({
  pattern,
  section,
  page: lazy(async () => ({ default: (await load())[name] })),
  ...(needs && { needs }),
})

const screens: readonly Screen[] = [
  screen('/', 'overview', () => import('./overview/page.tsx'), 'OverviewPage', read),
  screen('/new', 'new', () => import('./analysis/page.tsx'), 'NewAnalysisPage', analyze),
  screen('/batch', 'new', () => import('./analysis/batch-page.tsx'), 'BatchPage', analyze),
  screen('/jobs', 'jobs', () => import('./jobs/page.tsx'), 'JobsPage', read),
  screen('/jobs/:id', 'jobs', () => import('./report/page.tsx'), 'ReportPage', read),
  screen('/compare', 'jobs', () => import('./compare/page.tsx'), 'ComparePage', read),
  screen('/observables', 'jobs', () => import('./dossier/page.tsx'), 'DossierPage', read),
  screen('/catalogue', 'catalogue', () => import('./catalogue/page.tsx'), 'CataloguePage', analyze),
  screen('/alerts', 'alerts', () => import('./alerts/page.tsx'), 'AlertsPage', read),
  screen('/alerts/:id', 'alerts', () => import('./alerts/alert-page.tsx'), 'AlertPage', read),
  screen('/cases', 'cases', () => import('./cases/page.tsx'), 'CasesPage', read),
  screen('/cases/:id', 'cases', () => import('./cases/case-page.tsx'), 'CasePage', read),
  screen(
    '/cases/:caseId/observables/:id',
    'cases',
    () => import('./cases/observable-page.tsx'),
    'ObservablePage',
    read,
  ),
  screen(
    '/cases/:caseId/tasks/:id',
    'cases',
    () => import('./cases/task-page.tsx'),
    'TaskPage',
    read,
  ),
  screen('/tasks', 'tasks', () => import('./tasks/page.tsx'), 'TasksPage', read),
  screen('/org/:id', 'organization', () => import('./organization/page.tsx'), 'OrganizationPage'),
  screen(
    '/org/:id/:tab',
    'organization',
    () => import('./organization/page.tsx'),
    'OrganizationPage',
  ),
  screen(
    '/platform/organizations',
    'platform',
    () => import('./platform/organizations-page.tsx'),
    'OrganizationsPage',
    platform,
  ),
  screen(
    '/platform/users',
    'platform',
    () => import('./platform/users-page.tsx'),
    'PlatformUsersPage',
    platform,
  ),
  screen(
    '/platform/:tab',
    'platform',
    () => import('./platform/settings-page.tsx'),
    'PlatformSettingsPage',
    platform,
  ),
  screen('/me', 'account', () => import('./account/page.tsx'), 'AccountPage'),
]

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
