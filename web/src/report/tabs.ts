import { path } from '../routing/match.ts'

export const tabs = ['summary', 'findings', 'artifacts', 'raw', 'details'] as const
export type TabName = (typeof tabs)[number]

interface Shown {
  type: 'analyzer' | 'responder'
  hasFailed: boolean
}

/** A failed job has found nothing, and responders leave no artifacts. */
export const tabsOf = ({ type, hasFailed }: Shown): TabName[] =>
  tabs.filter((name) => {
    if (name === 'findings') return !hasFailed
    if (name === 'artifacts') return !hasFailed && type === 'analyzer'
    return true
  })

export const tabPath = (id: string, tab: TabName, more: Record<string, string> = {}) =>
  `${path`/jobs/${id}`}?${new URLSearchParams({ tab, ...more })}`
