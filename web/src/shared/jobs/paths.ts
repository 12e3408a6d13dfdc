import { changedSearch, type SearchChange } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'

export const reportPath = ({ id }: { id: string }) => path`/jobs/${id}`

/** Address of the list with this filter, by the keys of `jobList`. */
export const jobsPath = (filter: SearchChange) => `/activity${changedSearch('', filter)}`

/** The older one is on the left. */
export function comparePath(two: readonly { id: string; createdAt: number }[]): string {
  const [a, b] = [...two].sort((one, other) => one.createdAt - other.createdAt)
  return `/compare?${new URLSearchParams({ a: a?.id ?? '', b: b?.id ?? '' })}`
}
