import type { RuleObjectType } from '@assay/contract'
import { path } from '../../base/routing/match.ts'

export const rulePath = (id: string) => path`/settings/automation/${id}`

interface Start {
  readonly preset?: string
  readonly copy?: string
}

/** `copy` is the id of the rule that the new one is like. */
export const newRulePath = (start: Start = {}) => {
  const search = new URLSearchParams({ ...start }).toString()
  return `/settings/automation/new${search && `?${search}`}`
}

/** What rules did: all, of one rule, about one object, or one of them in full. */
export const runsPath = (filter: { rule?: string; run?: string; why?: string } = {}) => {
  const search = new URLSearchParams({ ...filter }).toString()
  return `/activity/automation${search && `?${search}`}`
}

interface Named {
  readonly objectType: RuleObjectType
  readonly objectId: string
}

/** The page of what a rule was about; an observable and a task are in something. */
export function objectPath({ objectType, objectId }: Named, root: Named): string {
  if (objectType === 'alert') return path`/alerts/${objectId}`
  if (objectType === 'case') return path`/cases/${objectId}`
  if (objectType === 'budget') return '/settings/budgets'
  if (root.objectType !== 'case') return path`/alerts/${root.objectId}`
  return objectType === 'task'
    ? path`/cases/${root.objectId}/tasks/${objectId}`
    : objectType === 'response'
      ? path`/cases/${root.objectId}`
      : path`/cases/${root.objectId}/observables/${objectId}`
}

/** An object as the address has it: `observable:~12`. */
export const objectName = ({ objectType, objectId }: Named) => `${objectType}:${objectId}`
