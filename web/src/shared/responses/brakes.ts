import type { ProtectionCheck, ResponderPolicy } from '@assay/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useResponders } from '../../base/data/workers.ts'
import type { Acted } from './words.ts'

const freshMs = 30_000

/** Of those responders that this server runs; other engines have none. */
export function usePolicies(ids: readonly string[]) {
  const own = useResponders()
  const known = ids.filter((id) => own.data?.some((worker) => worker.id === id))
  const answers = useQueries({
    queries: known.map((id) => ({
      queryKey: keyOf('policy', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.getResponderPolicy({ id }, {}, { signal }),
      staleTime: freshMs,
    })),
  })
  const policies = new Map(
    answers.flatMap(({ data }) => (data ? [[data.responderId, data] as const] : [])),
  )
  const failed = answers.find(({ isError, data }) => isError && !data)
  return {
    policies: policies as ReadonlyMap<string, ResponderPolicy>,
    workers: own.data ?? [],
    isLoading: own.isLoading || answers.some(({ isLoading }) => isLoading),
    error: own.isError && !own.data ? own.error : failed?.error,
  }
}

/** The call takes this many at once. */
const maxChecked = 100

/** Which of them are protected; asked only where that counts. */
export const useChecks = (acted: readonly Acted[], isWanted: boolean) =>
  useQuery({
    queryKey: keyOf('protectedValues', 'check', acted),
    queryFn: async ({ signal }): Promise<ProtectionCheck[]> => {
      const parts = Array.from({ length: Math.ceil(acted.length / maxChecked) }, (_, part) =>
        acted.slice(part * maxChecked, (part + 1) * maxChecked),
      )
      const answers = await Promise.all(
        parts.map((values) => api.checkProtectedValues({ values }, { signal })),
      )
      return answers.flat()
    },
    enabled: isWanted && acted.length > 0,
    staleTime: freshMs,
  })

/** The newest runs of a responder: what is in effect, and how many there were within the hour. */
export const useEarlier = (responderId: string | undefined) =>
  useQuery({
    queryKey: keyOf('responses', 'of-responder', responderId ?? ''),
    queryFn: async ({ signal }) =>
      (await api.listResponses({ responder: responderId ?? '', range: '0-200' }, { signal })).rows,
    enabled: responderId !== undefined,
    staleTime: 5_000,
  })
