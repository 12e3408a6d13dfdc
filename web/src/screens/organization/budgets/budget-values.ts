import type { Budget, BudgetWindow } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

export const windowUnits = ['minute', 'hour', 'day', 'month'] as const

export interface WindowDraft {
  readonly count: string
  /** A unit, or a number of seconds. */
  readonly per: string
  readonly calendar: boolean
}

export interface BudgetValues {
  readonly name: string
  readonly windows: readonly WindowDraft[]
  readonly peopleShare: string
  readonly maxWaitHours: string
}

export const newWindow: WindowDraft = { count: '', per: 'day', calendar: true }

/** What a free key of VirusTotal is allowed. */
export const publicLimits: readonly WindowDraft[] = [
  { count: '4', per: 'minute', calendar: false },
  { count: '500', per: 'day', calendar: true },
  { count: '15500', per: 'month', calendar: true },
]

export const firstValues = (budget: Budget | undefined): BudgetValues => ({
  name: budget?.name ?? '',
  windows: budget?.windows.map(({ count, per, calendar }) => ({
    count: String(count),
    per: String(per),
    calendar: calendar === true,
  })) ?? [{ count: '4', per: 'minute', calendar: false }],
  peopleShare: String(budget?.peopleShare ?? 25),
  maxWaitHours: String((budget?.maxWaitMinutes ?? 1_440) / 60),
})

const whole = (typed: string, least: number, most: number) =>
  /^\d{1,7}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most

export function wrongFields({ name, windows, peopleShare, maxWaitHours }: BudgetValues) {
  const wrong: Record<string, string> = {}
  if (name.trim() === '') wrong.name = text('budgets.nameMissing')
  if (windows.some(({ count }) => !whole(count, 1, 1_000_000)))
    wrong.windows = text('budgets.countWrong')
  if (!whole(peopleShare, 0, 90)) wrong.peopleShare = text('budgets.shareWrong')
  const hours = Number(maxWaitHours.replace(',', '.'))
  if (!(hours * 60 >= 1 && hours <= 744)) wrong.maxWaitHours = text('budgets.waitWrong')
  return wrong
}

export function budgetInput({ name, windows, peopleShare, maxWaitHours }: BudgetValues) {
  return {
    name: name.trim(),
    windows: windows.map(
      ({ count, per, calendar }): BudgetWindow => ({
        count: Number(count),
        per: windowUnits.find((unit) => unit === per) ?? Number(per),
        // A number of seconds is no part of a calendar.
        ...(calendar && windowUnits.some((unit) => unit === per) ? { calendar } : {}),
      }),
    ),
    peopleShare: Number(peopleShare),
    maxWaitMinutes: Math.round(Number(maxWaitHours.replace(',', '.')) * 60),
  }
}
