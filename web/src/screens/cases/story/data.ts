import type { PatternV1, ProcedureV1, StoryEntry, StoryKind } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import {
  anyOf,
  contains,
  filterSteps,
  listStep,
  pageStep,
  relatedSteps,
  sortStep,
} from '../../../base/data/steps.ts'
import { useIsLive } from '../../../base/live/connection.ts'
import { isFinal } from '../../../base/model/statuses.ts'

const openMs = 2_000
const calmMs = 30_000

/** What happened in the case, newest first; while a responder works it is asked more often. */
export function useStory(caseId: string, max: number) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: keyOf('story', caseId, max),
    queryFn: ({ signal }) => api.listTimeline({ id: caseId }, { range: `0-${max}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(isRunning) ? (isLive ? 5 * openMs : openMs) : calmMs,
  })
}

const isRunning = ({ kind, status }: StoryEntry) =>
  kind === 'action' && status !== undefined && !isFinal(status)

/** What a reader may want to see alone. */
export const filters = {
  all: undefined,
  comments: ['comment', 'log'],
  findings: ['verdict', 'value', 'technique'],
  actions: ['action', 'task', 'alert', 'change', 'event', 'case', 'report'],
} as const satisfies Record<string, readonly StoryKind[] | undefined>
export type Filter = keyof typeof filters
export const filterNames = Object.keys(filters) as Filter[]

export const isWanted = ({ kind }: StoryEntry, filter: Filter): boolean => {
  const wanted: readonly StoryKind[] | undefined = filters[filter]
  return wanted === undefined || wanted.includes(kind)
}

const maxProcedures = 100

export const useProcedures = (caseId: string) =>
  useQuery({
    queryKey: keyOf('procedures', caseId),
    queryFn: () =>
      runQuery<ProcedureV1>(
        relatedSteps('Case', caseId, 'procedures', '+_createdAt', maxProcedures),
        { together: true },
      ),
  })

const maxPatterns = 20

/** The catalog is compared as it is written, `Spearphishing Link`; people type `spear`. */
const spellings = (typed: string) => {
  const small = typed.toLowerCase()
  return [...new Set([typed, small, small.replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())])]
}

/** Techniques by a part of their name or number. */
export const usePatterns = (typed: string) => {
  const wanted = typed.trim()
  return useQuery({
    queryKey: keyOf('patterns', wanted),
    queryFn: ({ signal }) =>
      runQuery<PatternV1>(
        [
          listStep('Pattern'),
          ...filterSteps(
            wanted === ''
              ? undefined
              : anyOf([
                  ...spellings(wanted).map((name) => contains('name', name)),
                  contains('patternId', wanted.toUpperCase()),
                ]),
          ),
          sortStep('+patternId'),
          pageStep(0, maxPatterns, { extraData: ['total'] }),
        ],
        { name: 'patterns', signal },
      ),
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  })
}
