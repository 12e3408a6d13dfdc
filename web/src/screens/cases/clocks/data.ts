import type { CaseClock, CaseClocks } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'

export const useClocks = (caseId: string) =>
  useQuery({
    queryKey: keyOf('case', caseId, 'clocks'),
    queryFn: ({ signal }) => api.getCaseClocks({ id: caseId }, {}, { signal }),
    // It becomes overdue without a change of the case.
    refetchInterval: 60_000,
  })

export type DueState = 'none' | 'paused' | 'due' | 'soon' | 'overdue'

/** What the bar of a case says of its due date. */
export function dueStateOf(
  { dueDate, isOpen, clocks }: Pick<CaseClocks, 'dueDate' | 'isOpen' | 'clocks'>,
  now: number,
): DueState {
  const running = clocks.filter(({ endedAt }) => endedAt === undefined)
  if (!isOpen) return 'none'
  if (dueDate === undefined) return running.some(({ isPaused }) => isPaused) ? 'paused' : 'none'
  if (dueDate <= now) return 'overdue'
  return running.some((clock) => isFirst(clock, dueDate) && clock.warnedAt !== undefined)
    ? 'soon'
    : 'due'
}

const isFirst = ({ dueAt }: CaseClock, dueDate: number) => dueAt === dueDate

export type ClockState = 'running' | 'paused' | 'overdue' | 'inTime' | 'late'

export function clockStateOf(clock: CaseClock, now: number): ClockState {
  const { endedAt, breachedAt, dueAt, isPaused } = clock
  if (endedAt !== undefined)
    return breachedAt !== undefined || (dueAt !== undefined && dueAt < endedAt) ? 'late' : 'inTime'
  if (breachedAt !== undefined || (dueAt !== undefined && dueAt <= now)) return 'overdue'
  return isPaused ? 'paused' : 'running'
}
