import type { Rights } from '../session/rights.ts'

export const organizationTabs = [
  'users',
  'analyzers',
  'analyzer-config',
  'responders',
  'responder-config',
  'case-templates',
  'custom-fields',
  'observable-types',
  'tags',
  'webhooks',
  'feeds',
  'resources',
  'retention',
  'audit',
] as const
export type OrganizationTab = (typeof organizationTabs)[number]

/** Who keeps the platform sees who is in an organization how long its jobs stay and what was changed, and no more. */
export const tabsFor = ({ administer }: Rights): readonly OrganizationTab[] =>
  administer ? organizationTabs : ['users', 'retention', 'audit']
