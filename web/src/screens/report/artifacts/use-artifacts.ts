import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { mergedArtifacts } from './list.ts'

/** All of them; the server keeps no more than ten thousand of a job. They never change. */
export const artifactsQuery = (jobId: string) => ({
  queryKey: keyOf('artifacts', jobId),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    mergedArtifacts((await api.listArtifacts({ id: jobId }, { range: 'all' }, { signal })).rows),
  staleTime: Number.POSITIVE_INFINITY,
})

export const useArtifacts = (jobId: string, enabled = true) =>
  useQuery({ ...artifactsQuery(jobId), enabled })
