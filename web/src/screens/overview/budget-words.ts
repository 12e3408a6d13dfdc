import type { Budget } from '@assay/contract'
import { shortTime } from '../../base/model/times.ts'
import { text } from '../../base/texts/index.ts'
import { resetsAt, stateOf } from '../../shared/budgets/words.ts'

/** "VirusTotal is used up until 00:00", without the full stop. */
export function budgetWords(budget: Budget, now: number): string {
  const { name, until } = budget
  const state = stateOf(budget)
  const at = (moment: number) => shortTime(moment, now)
  switch (state) {
    case 'refused':
      return text('overview.provider.refused', { name })
    case 'down':
      return until === undefined
        ? text('overview.provider.downNow', { name })
        : text('overview.provider.down', { name, at: at(until) })
    case 'held':
      return until === undefined
        ? text('overview.provider.limitNow', { name })
        : text('overview.provider.limit', { name, at: at(until) })
    default: {
      const end = freeAt(budget, now)
      return end === undefined
        ? text('overview.waiting.usedUp', { name })
        : text('overview.waiting.usedUpUntil', { name, at: at(end) })
    }
  }
}

/** When the used-up window of the calendar starts again, else when the next job starts. */
function freeAt({ windows, startsAt }: Budget, now: number): number | undefined {
  const resets = windows
    .filter(({ left }) => left <= 0)
    .flatMap((window) => resetsAt(window, now) ?? [])
  return resets.length > 0 ? Math.max(...resets) : startsAt
}
