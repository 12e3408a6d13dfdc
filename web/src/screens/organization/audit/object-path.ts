import { path } from '../../../base/routing/match.ts'
import { organizationPath, workerPath } from '../../../base/routing/settings-path.ts'

interface Entry {
  objectType: string
  objectId: string
  details: Readonly<Record<string, unknown>>
}

/** Where what an entry is about can be looked at; undefined when nowhere. */
export function objectPath(entry: Entry, isPlatform: boolean): string | undefined {
  if (entry.objectId === '') return undefined
  return isPlatform ? fromOutside(entry) : fromInside(entry)
}

/** Nothing in an organization is open to who keeps the platform. */
function fromOutside({ objectType, objectId }: Entry): string | undefined {
  switch (objectType) {
    case 'organization':
      return organizationPath(objectId)
    case 'user':
      return `/settings/users?${new URLSearchParams({ q: objectId })}`
    case 'node':
      return '/settings/nodes'
    default:
      return undefined
  }
}

/** Settings pages that contain such an entity. */
const pages: Readonly<Record<string, string>> = {
  organization: '/settings/members',
  caseTemplate: '/settings/templates',
  customField: '/settings/fields',
  analyzerSet: '/settings/sets',
  channel: '/settings/channels',
  clockPolicy: '/settings/clocks',
  mailbox: '/settings/mailboxes',
  observableType: '/settings/types',
  feed: '/settings/lists',
  resource: '/settings/lists',
  threatFeed: '/settings/lists',
  verdict: '/settings/verdicts',
  webhook: '/settings/webhooks',
  workerConfig: '/settings/analyzers/all',
}

function fromInside({ objectType, objectId, details }: Entry): string | undefined {
  switch (objectType) {
    case 'case':
      return path`/cases/${objectId}`
    case 'alert':
      return path`/alerts/${objectId}`
    case 'job':
      return path`/jobs/${objectId}`
    case 'case_task':
      return typeof details.caseId === 'string'
        ? path`/cases/${details.caseId}/tasks/${objectId}`
        : undefined
    case 'analyzer':
    case 'responder':
      return workerPath(objectType, objectId)
    case 'user':
      return `/settings/members?${new URLSearchParams({ q: objectId })}`
    default:
      return pages[objectType]
  }
}
