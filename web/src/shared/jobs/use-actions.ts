import type { EngineAction, Job } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'

const maxIds = 200

/** The platform's actions of these responder jobs, by job. */
export async function actionsOf(
  jobIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, EngineAction>> {
  const ids = jobIds.slice(0, maxIds)
  const query = { _in: { _field: 'engineJobId', _values: ids } }
  const { rows } = await api.searchEngineActions(
    { query, range: `0-${ids.length}` },
    signal ? { signal } : {},
  )
  return new Map(rows.map((row) => [String(row.engineJobId), row]))
}

/** Read again when one of the jobs ends: only then an action has a report. */
export function useActions(jobs: readonly Job[]): ReadonlyMap<string, EngineAction> | undefined {
  const ids = jobs.filter(({ type }) => type === 'responder').map(({ id }) => id)
  const state = jobs.map(({ id, status }) => `${id} ${status}`)
  return useQuery({
    queryKey: keyOf('actions', 'of-jobs', state),
    queryFn: ({ signal }) => actionsOf(ids, signal),
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
    structuralSharing: false,
  }).data
}
