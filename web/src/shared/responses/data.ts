import type { GuardedResponse } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'

export interface Found {
  readonly rows: readonly GuardedResponse[]
  readonly total: number
}

/** All that a page shows at once. */
export const maxResponses = 50

/** What waits for a user; those with nothing to do for the caller are among them. */
export const useOpenResponses = (enabled: boolean, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('responses', 'open'),
    queryFn: async ({ signal }): Promise<Found> =>
      api.listResponses({ open: true, range: `0-${maxResponses}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })

/** The newest, or those that are in effect. */
export const useResponses = (
  state: 'done' | undefined,
  enabled: boolean,
  everyMs: number | false,
) =>
  useQuery({
    queryKey: keyOf('responses', 'list', state ?? ''),
    queryFn: async ({ signal }): Promise<Found> =>
      api.listResponses({ ...(state && { state }), range: `0-${maxResponses}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })

export const useResponse = (id: string, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('responses', 'one', id),
    queryFn: ({ signal }) => api.getResponse({ id }, {}, { signal }),
    refetchInterval: everyMs,
  })

const calls = {
  approve: api.approveResponse,
  reject: api.rejectResponse,
  withdraw: api.withdrawResponse,
  undo: api.undoResponse,
}

export type Decision = keyof typeof calls

/** Read again in any case: a refusal mostly means that another user was faster. */
export async function decide(decision: Decision, id: string, reason?: string): Promise<void> {
  try {
    await calls[decision]({ id }, reason ? { reason } : {})
  } finally {
    await responsesChanged()
  }
}

export async function resolve(id: string, reason: string): Promise<void> {
  await api.resolveResponse({ id }, { reason })
  await responsesChanged()
}

const responsesChanged = () => readAgain(keyOf('responses'), keyOf('actions'))
