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

/** Each screen is a piece of its own: the first load brings only what the first screen needs. */
const screens: readonly Screen[] = [
  {
    pattern: '/',
    section: 'overview',
    needs: read,
    page: lazy(async () => ({ default: (await import('./overview/page.tsx')).OverviewPage })),
  },
  {
    pattern: '/new',
    section: 'new',
    needs: analyze,
    page: lazy(async () => ({ default: (await import('./analysis/page.tsx')).NewAnalysisPage })),
  },
  {
    pattern: '/batch',
    section: 'new',
    needs: analyze,
    page: lazy(async () => ({ default: (await import('./analysis/batch-page.tsx')).BatchPage })),
  },
  {
    pattern: '/jobs',
    section: 'jobs',
    needs: read,
    page: lazy(async () => ({ default: (await import('./jobs/page.tsx')).JobsPage })),
  },
  {
    pattern: '/jobs/:id',
    section: 'jobs',
    needs: read,
    page: lazy(async () => ({ default: (await import('./report/page.tsx')).ReportPage })),
  },
  {
    pattern: '/compare',
    section: 'jobs',
    needs: read,
    page: lazy(async () => ({ default: (await import('./compare/page.tsx')).ComparePage })),
  },
  {
    pattern: '/observables',
    section: 'jobs',
    needs: read,
    page: lazy(async () => ({ default: (await import('./dossier/page.tsx')).DossierPage })),
  },
  {
    pattern: '/catalogue',
    section: 'catalogue',
    needs: analyze,
    page: lazy(async () => ({ default: (await import('./catalogue/page.tsx')).CataloguePage })),
  },
  {
    pattern: '/alerts',
    section: 'alerts',
    needs: read,
    page: lazy(async () => ({ default: (await import('./alerts/page.tsx')).AlertsPage })),
  },
  {
    pattern: '/alerts/:id',
    section: 'alerts',
    needs: read,
    page: lazy(async () => ({ default: (await import('./alerts/alert-page.tsx')).AlertPage })),
  },
  {
    pattern: '/cases',
    section: 'cases',
    needs: read,
    page: lazy(async () => ({ default: (await import('./cases/page.tsx')).CasesPage })),
  },
  {
    pattern: '/cases/:id',
    section: 'cases',
    needs: read,
    page: lazy(async () => ({ default: (await import('./cases/case-page.tsx')).CasePage })),
  },
  {
    pattern: '/cases/:caseId/observables/:id',
    section: 'cases',
    needs: read,
    page: lazy(async () => ({
      default: (await import('./cases/observable-page.tsx')).ObservablePage,
    })),
  },
  {
    pattern: '/cases/:caseId/tasks/:id',
    section: 'cases',
    needs: read,
    page: lazy(async () => ({ default: (await import('./cases/task-page.tsx')).TaskPage })),
  },
  {
    pattern: '/tasks',
    section: 'tasks',
    needs: read,
    page: lazy(async () => ({ default: (await import('./tasks/page.tsx')).TasksPage })),
  },
  {
    pattern: '/org/:id',
    section: 'organization',
    page: lazy(async () => ({
      default: (await import('./organization/page.tsx')).OrganizationPage,
    })),
  },
  {
    pattern: '/org/:id/:tab',
    section: 'organization',
    page: lazy(async () => ({
      default: (await import('./organization/page.tsx')).OrganizationPage,
    })),
  },
  {
    pattern: '/platform/organizations',
    section: 'platform',
    needs: platform,
    page: lazy(async () => ({
      default: (await import('./platform/organizations-page.tsx')).OrganizationsPage,
    })),
  },
  {
    pattern: '/platform/users',
    section: 'platform',
    needs: platform,
    page: lazy(async () => ({
      default: (await import('./platform/users-page.tsx')).PlatformUsersPage,
    })),
  },
  {
    pattern: '/platform/:tab',
    section: 'platform',
    needs: platform,
    page: lazy(async () => ({
      default: (await import('./platform/settings-page.tsx')).PlatformSettingsPage,
    })),
  },
  {
    pattern: '/me',
    section: 'account',
    page: lazy(async () => ({ default: (await import('./account/page.tsx')).AccountPage })),
  },
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
