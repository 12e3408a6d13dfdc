import type { Rights } from '../../base/session/rights.ts'
import type { TextKey } from '../../base/texts/index.ts'

export const placeGroups = ['you', 'organization', 'case-work', 'record', 'platform'] as const
export type PlaceGroup = (typeof placeGroups)[number]

/** Something on a page that the search finds by name; the focus goes to the control of this name. */
export interface PlaceField {
  readonly name: string
  readonly label: TextKey
}

export interface Place {
  readonly id: PlaceId
  readonly group: PlaceGroup
  /** Who sees it: a permission, or everyone. */
  readonly right?: keyof Rights
  /** The required role, shown to others who open its address. */
  readonly role?: string
  readonly fields?: readonly PlaceField[]
}

export const placeIds = [
  'account',
  'keys',
  'look',
  'watched',
  'members',
  'analyzers',
  'responders',
  'sets',
  'automation',
  'protected',
  'budgets',
  'lists',
  'verdicts',
  'mailboxes',
  'channels',
  'outbox',
  'webhooks',
  'templates',
  'report-templates',
  'clocks',
  'fields',
  'types',
  'tags',
  'audit',
  'retention',
  'organizations',
  'users',
  'nodes',
  'platform-fields',
  'platform-types',
  'platform-protected',
  'platform-audit',
] as const
export type PlaceId = (typeof placeIds)[number]

const administer = { right: 'administer', role: 'orgadmin' } as const
const analyze = { right: 'analyze', role: 'analyze' } as const
const platform = { right: 'platform', role: 'superadmin' } as const

/** Everything that is set once, in the order of the side list. */
export const places: readonly Place[] = [
  {
    id: 'account',
    group: 'you',
    fields: [
      { name: 'name', label: 'profile.name' },
      { name: 'password', label: 'change.title' },
      { name: 'second-factor', label: 'factor.title' },
      { name: 'session', label: 'session.title' },
    ],
  },
  {
    id: 'keys',
    group: 'you',
    fields: [
      { name: 'key', label: 'key.title' },
      { name: 'named-keys', label: 'keys.title' },
    ],
  },
  {
    id: 'look',
    group: 'you',
    fields: [
      { name: 'preferred-theme', label: 'theme.label' },
      { name: 'density', label: 'preferences.density' },
      { name: 'clock', label: 'preferences.clock' },
      { name: 'language', label: 'preferences.language' },
      { name: 'defangCopies', label: 'preferences.defang' },
      { name: 'letterKeys', label: 'preferences.letterKeys' },
      { name: 'calm', label: 'preferences.calm' },
      { name: 'notify', label: 'preferences.notify' },
    ],
  },
  { id: 'watched', group: 'you', ...analyze },
  {
    id: 'members',
    group: 'organization',
    ...administer,
    fields: [{ name: 'secondFactor', label: 'organization.factor' }],
  },
  { id: 'analyzers', group: 'organization', ...analyze },
  { id: 'responders', group: 'organization', ...analyze },
  { id: 'sets', group: 'organization', ...administer },
  { id: 'automation', group: 'organization', ...analyze },
  { id: 'protected', group: 'organization', ...administer },
  { id: 'budgets', group: 'organization', ...administer },
  {
    id: 'lists',
    group: 'organization',
    ...administer,
    fields: [
      { name: 'published-lists', label: 'organization.tab.feeds' },
      { name: 'threat-feeds', label: 'threats.title' },
      { name: 'files', label: 'organization.tab.resources' },
    ],
  },
  { id: 'verdicts', group: 'organization', ...analyze },
  { id: 'mailboxes', group: 'organization', ...administer },
  { id: 'channels', group: 'organization', ...administer },
  { id: 'outbox', group: 'organization', ...administer },
  { id: 'webhooks', group: 'organization', ...administer },
  { id: 'templates', group: 'case-work', ...administer },
  { id: 'report-templates', group: 'case-work', ...administer },
  { id: 'clocks', group: 'case-work', ...administer },
  { id: 'fields', group: 'case-work', ...administer },
  { id: 'types', group: 'case-work', ...administer },
  { id: 'tags', group: 'case-work', ...administer },
  { id: 'audit', group: 'record', ...administer },
  {
    id: 'retention',
    group: 'record',
    ...administer,
    fields: [{ name: 'jobDays', label: 'retention.jobDays' }],
  },
  { id: 'organizations', group: 'platform', ...platform },
  { id: 'users', group: 'platform', ...platform },
  { id: 'nodes', group: 'platform', ...platform },
  { id: 'platform-fields', group: 'platform', ...platform },
  { id: 'platform-types', group: 'platform', ...platform },
  { id: 'platform-protected', group: 'platform', ...platform },
  { id: 'platform-audit', group: 'platform', ...platform },
]

export const placesFor = (rights: Rights): readonly Place[] =>
  places.filter(({ right }) => right === undefined || rights[right])

/** What `/settings` itself shows. */
export function firstPlace(rights: Rights): PlaceId {
  if (rights.platform) return 'organizations'
  return rights.analyze ? 'analyzers' : 'account'
}

export const placeName = (id: PlaceId): TextKey => `place.${id}`
