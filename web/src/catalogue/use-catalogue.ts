import type { Worker } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { queryClient } from '../data/cache.ts'
import { searchJobs } from '../data/jobs.ts'
import { keyOf } from '../data/keys.ts'
import { useAnalyzers, useResponders } from '../data/workers.ts'
import { healthByWorker, lastJobs } from './health.ts'

export type Kind = Worker['type']

/** Both lists: the tabs tell how long each is. */
export function useWorkers() {
  const analyzers = useAnalyzers()
  const responders = useResponders()
  // Whoever has just enabled something comes here to see it.
  useEffect(() => {
    for (const queryKey of [keyOf('analyzers'), keyOf('responders')]) {
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }
  }, [])
  return { analyzer: analyzers, responder: responders }
}

/** One answer tells the health of all workers that are in use; one call each would be hundreds. */
const maxJobs = 2_000

export const useHealth = (kind: Kind) =>
  useQuery({
    queryKey: keyOf('catalogue', 'health', kind),
    queryFn: async ({ signal }) => {
      const search = { query: { type: kind }, range: `0-${maxJobs}`, sort: '-createdAt' }
      return healthByWorker((await searchJobs(search, signal)).rows)
    },
    staleTime: 30_000,
    refetchInterval: 60_000,
    // A map is not compared by its content.
    structuralSharing: false,
  })

/** The last jobs of one worker, however long ago they were. */
export const useLastJobs = (workerId: string) =>
  useQuery({
    queryKey: keyOf('catalogue', 'jobs', workerId),
    queryFn: async ({ signal }) => {
      const search = { query: { workerId }, range: `0-${lastJobs}`, sort: '-createdAt' }
      return (await searchJobs(search, signal)).rows
    },
  })

/** How many more could be enabled; versions of one worker are one. For administrators. */
export const useNotEnabled = (kind: Kind, workers: readonly Worker[], enabled: boolean) =>
  useQuery({
    queryKey: keyOf('definitions', kind, 'names'),
    queryFn: async () => {
      const { rows } =
        kind === 'analyzer'
          ? await api.listAnalyzerDefinitions()
          : await api.listResponderDefinitions()
      return rows.map(({ id, name }) => ({ id, name }))
    },
    enabled,
    staleTime: 60_000,
    select: (definitions) => {
      const isEnabled = new Set(workers.map(({ workerDefinitionId }) => workerDefinitionId))
      const taken = new Set(definitions.filter(({ id }) => isEnabled.has(id)).map(nameOf))
      return new Set(definitions.map(nameOf).filter((name) => !taken.has(name))).size
    },
  })

const nameOf = ({ name }: { name: string }) => name
