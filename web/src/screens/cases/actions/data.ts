import type { CortexAction, EngineAction } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { getStep, pageStep, type Step, sortStep } from '../../../base/data/steps.ts'
import { useIsLive } from '../../../base/live/connection.ts'
import { isFinal } from '../../../base/model/statuses.ts'
import { useRights } from '../../../base/session/rights.ts'
import type { EngineWorker } from '../../../shared/response/worker-picker.tsx'

export type TargetType = 'case' | 'case_task' | 'case_artifact' | 'alert'

/** What a responder is run on. */
export interface Target {
  type: TargetType
  id: string
  /** Of the data that the responder gets. */
  tlp: number
}

export const useRespondersFor = ({ type, id }: Target) =>
  useQuery({
    queryKey: keyOf('responders', type, id),
    queryFn: ({ signal }): Promise<EngineWorker[]> =>
      api.listEngineResponders({ objectType: type, id }, {}, { signal }),
  })

/** The path of the page's own words takes observables only; the other one takes all. */
export function runResponder(
  { type, id }: Target,
  responderId: string,
  engineId: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<{ _id: string }> {
  const asked = {
    responderId,
    objectType: type,
    objectId: id,
    ...(Object.keys(parameters).length > 0 ? { parameters: { ...parameters } } : {}),
  }
  return type === 'case_artifact'
    ? api.runEngineAction({ engineId, ...asked })
    : api.runCortexAction({ cortexId: engineId, ...asked })
}

const openMs = 2_000
/** Events report every step; this is for a lost one. */
const openLiveMs = 10_000
const endedMs = 30_000

/** How soon to poll again: often while something runs without live events. */
export const pauseFor = (rows: readonly { status: string }[] | undefined, isLive: boolean) => {
  if (!rows?.some(({ status }) => !isFinal(status))) return endedMs
  return isLive ? openLiveMs : openMs
}

/** Only analysts may ask the connector; readers see the same rows through a query. */
export function useActions({ type, id }: Pick<Target, 'type' | 'id'>) {
  const { analyze } = useRights()
  const isLive = useIsLive()
  return useQuery({
    queryKey: keyOf('actions', type, id),
    queryFn: ({ signal }): Promise<EngineAction[]> =>
      analyze
        ? api.listEngineActionsOf({ objectType: type, id }, {}, { signal })
        : actionsBehind([getStep(entities[type], id)], signal),
    refetchInterval: ({ state }) => pauseFor(state.data, isLive),
  })
}

const entities = {
  case: 'Case',
  case_task: 'Task',
  case_artifact: 'Observable',
  alert: 'Alert',
} as const

const maxActions = 100

export async function actionsBehind(
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<EngineAction[]> {
  const { rows } = await runQuery<CortexAction>(
    [...steps, { _name: 'actions' }, sortStep('-startDate'), pageStep(0, maxActions)],
    { name: 'actions', signal },
  )
  return rows.map(({ cortexId: engineId, cortexJobId: engineJobId, ...rest }) => ({
    ...rest,
    engineId,
    engineJobId,
  }))
}
