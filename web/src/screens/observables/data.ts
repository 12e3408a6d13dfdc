import type { ListedValue } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { filterIn, type ListInput, pageSize, sortIn } from './filters.ts'

export function useKnown(params: URLSearchParams, from: number, now: number) {
  const input: ListInput = {
    ...filterIn(params, now),
    sort: sortIn(params),
    range: `${from}-${from + pageSize}`,
  }
  return useQuery({
    queryKey: keyOf('known', 'list', input),
    queryFn: ({ signal }) => api.listValues(input, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })
}

/** All times: the chosen ones are marked in it. */
export function useTimeline(params: URLSearchParams, now: number) {
  const { since: _since, until: _until, ...filter } = filterIn(params, now)
  return useQuery({
    queryKey: keyOf('known', 'timeline', filter),
    queryFn: ({ signal }) => api.valueTimeline(filter, { signal }),
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  })
}

export const useListViews = () =>
  useQuery({
    queryKey: keyOf('listViews'),
    queryFn: async ({ signal }) => (await api.listListViews({ range: '0-200' }, { signal })).rows,
  })

export function useCounts(searches: readonly string[], now: number) {
  const filters = searches.slice(0, 30).map((search) => filterIn(new URLSearchParams(search), now))
  return useQuery({
    queryKey: keyOf('known', 'counts', filters),
    queryFn: ({ signal }) => api.countValues({ filters }, { signal }),
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  })
}

const exportedAtOnce = 200
export const maxExported = 1000

/** The first of all that the filters let through, for an export. */
export async function rowsToExport(params: URLSearchParams, now: number): Promise<ListedValue[]> {
  const all: ListedValue[] = []
  for (let from = 0; from < maxExported; from += exportedAtOnce) {
    const range = `${from}-${from + exportedAtOnce}`
    const { rows } = await api.listValues({ ...filterIn(params, now), sort: sortIn(params), range })
    all.push(...rows)
    if (rows.length < exportedAtOnce) break
  }
  return all
}
