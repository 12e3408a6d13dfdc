import { changedSearch } from './location.ts'
import { matchPath } from './match.ts'
import { organizationPath, workerPath, workersPath } from './settings-path.ts'

/** Pages of an organization before they became settings. */
const organizationPages: Readonly<Record<string, string>> = {
  users: 'members',
  'analyzer-config': 'analyzers',
  'responder-config': 'responders',
  'case-templates': 'templates',
  'custom-fields': 'fields',
  'observable-types': 'types',
  feeds: 'lists',
  resources: 'lists',
}

const platformPages: Readonly<Record<string, string>> = {
  'custom-fields': 'platform-fields',
  'observable-types': 'platform-types',
  audit: 'platform-audit',
}

/**
 * Where an address of earlier versions leads now, with its filters; undefined when it is not an old
 * one.
 * `ownOrganization` is the one whose settings the reader sees from inside.
 */
export function redirectOf(
  path: string,
  search: string,
  ownOrganization: string | undefined,
): string | undefined {
  const edited = new URLSearchParams(search).get('edit')
  const rest = changedSearch(search, { edit: undefined })
  const organization = matchPath('/org/:id/:tab', path) ?? matchPath('/org/:id', path)
  if (organization) {
    const { id = '', tab = 'users' } = organization
    const page = organizationPages[tab] ?? tab
    if (id !== ownOrganization) return `${organizationPath(id)}/${encodeURIComponent(page)}${rest}`
    if (edited !== null && (tab === 'analyzers' || tab === 'responders'))
      return workerPath(tab === 'analyzers' ? 'analyzer' : 'responder', edited) + rest
    return `/settings/${encodeURIComponent(page)}${rest}`
  }
  const platform = matchPath('/platform/:tab', path) ?? matchPath('/platform', path)
  if (platform) {
    const { tab = 'organizations' } = platform
    return `/settings/${encodeURIComponent(platformPages[tab] ?? tab)}${rest}`
  }
  switch (path) {
    case '/me':
      return `/settings/account${search}`
    case '/catalogue':
      return fromCatalogue(search)
    case '/jobs':
      return fromJobs(search)
    default:
      return undefined
  }
}

/** Analyses and responses are lists of their own now. */
function fromJobs(search: string): string {
  const kind = new URLSearchParams(search).get('kind')
  const rest = changedSearch(search, { kind: undefined })
  return (kind === 'responder' ? '/activity/responses' : '/activity') + rest
}

function fromCatalogue(search: string): string {
  const given = new URLSearchParams(search)
  const kind = given.get('kind') === 'responder' ? 'responder' : 'analyzer'
  const worker = given.get('worker')
  if (worker) return workerPath(kind, worker)
  return workersPath(kind) + changedSearch('', { q: given.get('q') ?? '' })
}
