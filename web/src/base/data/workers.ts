import type { Worker } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { sameType } from '../model/observable.ts'
import { keyOf } from './keys.ts'

/** Orgadmins get the settings too, with their secrets: those must not be in the cache. */
const withoutConfiguration = ({ configuration: _, ...worker }: Worker): Worker => worker

/** Enabled analyzers of the caller's organization; few enough to be read whole. */
export const useAnalyzers = (enabled = true) => useWorkers('analyzers', api.listAnalyzers, enabled)

export const useResponders = (enabled = true) =>
  useWorkers('responders', api.listResponders, enabled)

/** Named choices of analyzers of the caller's organization. */
export const useAnalyzerSets = (enabled = true) =>
  useQuery({
    queryKey: keyOf('analyzerSets'),
    queryFn: ({ signal }) => api.listAnalyzerSets({}, { signal }),
    staleTime: 60_000,
    enabled,
  })

const useWorkers = (
  name: 'analyzers' | 'responders',
  list: typeof api.listAnalyzers | typeof api.listResponders,
  enabled: boolean,
) =>
  useQuery({
    queryKey: keyOf(name),
    queryFn: async () =>
      (await list({ range: 'all', sort: '+name' })).rows.map(withoutConfiguration),
    staleTime: 60_000,
    enabled,
  })

/** By what is typed: a part of its name or of what it says about itself. */
export const isFoundBy = (worker: Pick<Worker, 'name' | 'description'>, typed: string) =>
  `${worker.name} ${worker.description}`.toLowerCase().includes(typed.trim().toLowerCase())

export const takesType = (worker: Worker, dataType: string) =>
  worker.dataTypeList.some((type) => sameType(type, dataType))
