import type { ReasonSentence } from '@assay/contract'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { type Taxonomy, taxonomiesOf } from '../model/levels.ts'
import { keyOf } from './keys.ts'

/** The server takes no more at once. */
const maxIds = 200

export interface JobSummary {
  taxonomies: Taxonomy[]
  artifacts: number | undefined
  /** Why the analyzer judges as it does. */
  reason?: ReasonSentence | undefined
}

/**
 * Summaries of the reports of these jobs, by job. Only for ended jobs: their summary never changes,
 * so each is fetched once.
 */
export function useSummaries(endedIds: readonly string[]): ReadonlyMap<string, JobSummary> {
  const client = useQueryClient()
  const known = (id: string) => client.getQueryData<JobSummary>(keyOf('summary', id))
  const unknown = endedIds.filter((id) => known(id) === undefined)
  const groups = Array.from({ length: Math.ceil(unknown.length / maxIds) }, (_, index) =>
    unknown.slice(index * maxIds, (index + 1) * maxIds),
  )
  useQueries({
    queries: groups.map((jobIds) => ({
      queryKey: keyOf('summaries', jobIds),
      queryFn: async () => {
        const found = await api.jobSummaries({ jobIds })
        for (const id of jobIds) client.setQueryData(keyOf('summary', id), summaryFrom(found[id]))
        return jobIds.length
      },
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return new Map(
    endedIds.flatMap((id) => {
      const summary = known(id)
      return summary ? [[id, summary] as const] : []
    }),
  )
}

/** The same for one row of a list; rows that appear together share one call. */
export const useSummary = (endedId: string | undefined) =>
  useQuery({
    queryKey: keyOf('summary', endedId),
    queryFn: () => inNextCall(endedId as string),
    enabled: endedId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Of any number of jobs at once, for exports. */
export async function readSummaries(endedIds: readonly string[]): Promise<Map<string, JobSummary>> {
  const found = new Map<string, JobSummary>()
  for (let at = 0; at < endedIds.length; at += maxIds) {
    const jobIds = endedIds.slice(at, at + maxIds)
    const answer = await api.jobSummaries({ jobIds })
    for (const id of jobIds) found.set(id, summaryFrom(answer[id]))
  }
  return found
}

let nextCall: { ids: string[]; answer: Promise<Map<string, JobSummary>> } | undefined
const gatherMs = 30

async function inNextCall(id: string): Promise<JobSummary> {
  if (!nextCall) {
    const ids: string[] = []
    const answer = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      nextCall = undefined
      return readSummaries(ids)
    })
    nextCall = { ids, answer }
  }
  const { ids, answer } = nextCall
  ids.push(id)
  return (await answer).get(id) ?? summaryFrom(undefined)
}

interface Found {
  taxonomies?: unknown
  artifacts?: number
  reason?: ReasonSentence
}

const summaryFrom = (found: Found | undefined): JobSummary => ({
  taxonomies: taxonomiesOf(found?.taxonomies),
  artifacts: found?.artifacts,
  reason: found?.reason,
})
