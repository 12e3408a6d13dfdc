import { defang, type GuardedResponse, type ProtectedValue } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'

/** An observable that a responder would act on. */
export interface Acted {
  readonly dataType: string
  readonly data: string
}

export const isSame = (one: Acted, other: Acted) =>
  one.dataType === other.dataType && one.data === other.data

export const shownTarget = ({ dataType, data }: Acted) => defangText(defang(dataType, data))

/** What a protected entry stands for; the public suffixes have a note only. */
export const shownEntry = ({ kind, value }: Pick<ProtectedValue, 'kind' | 'value'>): string =>
  value === '*' ? '' : defangText(defang(kind === 'range' ? 'network' : kind, value))

/** What a user can do about a response now, the most urgent first. */
export type Need =
  /** Approve or reject it. */
  | 'decide'
  /** Say what became of it. */
  | 'unknown'
  | 'undoFailed'
  | 'undoUnknown'
  /** Waits for a superadmin, after a backup was restored. */
  | 'paused'

export function needOf(response: GuardedResponse): Need | undefined {
  const { state, undoState, resolvedAt, canDecide } = response
  if (state === 'asked') return canDecide ? 'decide' : undefined
  if (resolvedAt !== null) return undefined
  if (undoState === 'failed') return 'undoFailed'
  if (undoState === 'unknown') return 'undoUnknown'
  if (undoState === 'paused') return 'paused'
  return state === 'unknown' ? 'unknown' : undefined
}

/** Only what this user can act on; a superadmin resumes what is paused. */
export const needsYou = (responses: readonly GuardedResponse[]) =>
  responses.filter((response) => {
    const need = needOf(response)
    return need !== undefined && need !== 'paused'
  })

/** Done and not undone: it can still be lifted. */
export const isInEffect = ({ state, dry }: GuardedResponse) => state === 'done' && !dry

export const canUndo = ({ state, undoneBy, undoState }: GuardedResponse) =>
  state === 'done' && undoneBy !== null && undoState !== 'running' && undoState !== 'done'

export type Step = 'ask' | 'approval' | 'run' | 'undo'
export type Progress = 'done' | 'now' | 'next' | 'stopped'

/** The way of a response; what it does not need is left out. */
export function stepsOf(response: GuardedResponse): { step: Step; progress: Progress }[] {
  const { needsApproval, undoneBy, undoState, state } = response
  const approval = approvalOf(response)
  const run = runOf(response, approval)
  return [
    { step: 'ask', progress: 'done' },
    ...(needsApproval ? [{ step: 'approval' as const, progress: approval }] : []),
    { step: 'run', progress: run },
    ...(undoneBy !== null || undoState !== null || state === 'undone'
      ? [{ step: 'undo' as const, progress: undoOf(response) }]
      : []),
  ]
}

function approvalOf({ state, decidedAt }: GuardedResponse): Progress {
  if (state === 'asked') return 'now'
  if (['rejected', 'expired', 'withdrawn'].includes(state)) return 'stopped'
  return state === 'void' && decidedAt === null ? 'stopped' : 'done'
}

function runOf({ state }: GuardedResponse, approval: Progress): Progress {
  switch (state) {
    case 'done':
    case 'undone':
      return 'done'
    case 'approved':
    case 'running':
      return 'now'
    case 'failed':
    case 'unknown':
      return 'stopped'
    case 'void':
      return approval === 'stopped' ? 'next' : 'stopped'
    default:
      return 'next'
  }
}

function undoOf({ state, undoState }: GuardedResponse): Progress {
  if (state === 'undone' || undoState === 'done') return 'done'
  if (undoState === 'failed' || undoState === 'unknown' || undoState === 'paused') return 'stopped'
  return undoState === null ? 'next' : 'now'
}

/** `23:26:08`, down to zero. */
export function countdown(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
