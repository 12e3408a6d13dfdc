import { type AlertV1, ApiError, type EngineAction } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { getStep, pageStep } from '../../base/data/steps.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useRights } from '../../base/session/rights.ts'
import { actionsBehind, pauseFor } from '../cases/actions/data.ts'

export interface AlertDetail extends AlertV1 {
  readonly caseNumber: number | undefined
}

/** An alert with the number of its case, in one call; a list may know it already. */
export const useAlert = (id: string, before?: AlertV1) =>
  useQuery({
    queryKey: keyOf('alert', id),
    ...(before && { placeholderData: detailOf(before) }),
    queryFn: async ({ signal }): Promise<AlertDetail> => {
      const steps = [getStep('Alert', id), pageStep(0, 1, { extraData: ['caseNumber'] })]
      const [alert] = (await runQuery<AlertV1>(steps, { name: 'alert', signal })).rows
      // A query that finds nothing answers an empty list.
      if (!alert) throw new ApiError(404, { type: 'NotFoundError', message: 'Alert not found' })
      return detailOf(alert)
    },
  })

function detailOf(alert: AlertV1): AlertDetail {
  const { caseNumber } = alert.extraData
  return { ...alert, caseNumber: typeof caseNumber === 'number' ? caseNumber : undefined }
}

/** Only engines know them, which may be slow; and only for users who may run responders. */
export const useAlertResponders = (id: string) =>
  useQuery({
    queryKey: keyOf('responders', 'alert', id),
    queryFn: ({ signal }) => api.listEngineResponders({ objectType: 'alert', id }, {}, { signal }),
    staleTime: 60_000,
    enabled: useRights().analyze,
  })

/** Readers may not ask the connector; a query shows them the same. */
export function useAlertActions(id: string) {
  const { analyze } = useRights()
  const isLive = useIsLive()
  return useQuery({
    queryKey: keyOf('actions', 'alert', id),
    queryFn: ({ signal }): Promise<EngineAction[]> =>
      analyze
        ? api.listEngineActionsOfAlert({ id }, {}, { signal })
        : actionsBehind([getStep('Alert', id)], signal),
    refetchInterval: ({ state }) => pauseFor(state.data, isLive),
  })
}
