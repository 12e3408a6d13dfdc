import type { Worker, WorkerDefinition } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { setNames } from '../configuration/values.ts'
import { callsOf, type Kind } from '../kinds.ts'

/** A worker as it may be kept in the cache: which settings it has, not what they are. */
export interface EnabledWorker extends Omit<Worker, 'configuration'> {
  readonly setItems: readonly string[]
}

export const useEnabledWorkers = (kind: Kind, enabled = true) =>
  useQuery({
    queryKey: keyOf(`${kind}s`, 'administered'),
    queryFn: async ({ signal }): Promise<EnabledWorker[]> => {
      const { rows } = await callsOf(kind).workers({ range: 'all', sort: '+name' }, { signal })
      return rows.map(({ configuration = {}, ...worker }) => ({
        ...worker,
        setItems: setNames(configuration),
      }))
    },
    enabled,
  })

export const definitionsQuery = (kind: Kind) => ({
  queryKey: keyOf('definitions', kind),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<WorkerDefinition[]> =>
    (await callsOf(kind).definitions({}, { signal })).rows,
  staleTime: 60_000,
})

export const useDefinitions = (kind: Kind, enabled = true) =>
  useQuery({ ...definitionsQuery(kind), enabled })

/** After a change of a worker: every list that names it. */
export const workersChanged = (kind: Kind) =>
  void readAgain(keyOf(`${kind}s`), keyOf('organization'))
