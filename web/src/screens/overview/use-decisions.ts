import type { Budget, CaseV1, GuardedResponse, Quota, Rule, TaskV0 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { shareOf } from '../../base/data/quotas.ts'
import {
  allOf,
  filterSteps,
  is,
  isBefore,
  isOneOf,
  listedSteps,
  pageStep,
  sortStep,
} from '../../base/data/steps.ts'
import { isTrouble, stateOf } from '../../shared/budgets/words.ts'
import { needsYou } from '../../shared/responses/words.ts'
import type { ChangedValue, Waiting } from './threats.ts'

/** One row of what waits for the reader. */
export type Decision =
  | { readonly kind: 'changed'; readonly change: ChangedValue }
  | { readonly kind: 'case'; readonly row: CaseV1 }
  | { readonly kind: 'task'; readonly task: TaskV0 }
  | { readonly kind: 'alerts'; readonly waiting: Waiting }
  | { readonly kind: 'budget'; readonly quota: Quota }
  | { readonly kind: 'response'; readonly response: GuardedResponse }
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'provider'; readonly budget: Budget }

interface Known {
  readonly changes: readonly ChangedValue[] | undefined
  readonly cases: readonly CaseV1[] | undefined
  readonly tasks: readonly TaskV0[] | undefined
  readonly waiting: Waiting | undefined
  readonly quotas: readonly Quota[]
  /** Open ones, also those with nothing to do for this user. */
  readonly responses: readonly GuardedResponse[] | undefined
  readonly budgets: readonly Budget[] | undefined
  readonly rules: readonly Rule[] | undefined
}

/**
 * The most urgent first: what waits for an approval or could not be undone, a rule that the server stopped, a closed case that was wrong, what is
 * due, what has no owner, what is held up.
 */
export function decisionsOf(known: Known): Decision[] {
  const {
    changes = [],
    cases = [],
    tasks = [],
    waiting,
    quotas,
    responses = [],
    budgets = [],
    rules = [],
  } = known
  const reopened = changes.filter(({ isClosed }) => isClosed)
  return [
    ...needsYou(responses).map((response) => ({ kind: 'response', response }) as const),
    ...rules
      .filter(({ state }) => state === 'stopped')
      .map((rule) => ({ kind: 'rule', rule }) as const),
    ...reopened.map((change) => ({ kind: 'changed', change }) as const),
    ...cases.map((row) => ({ kind: 'case', row }) as const),
    ...tasks.map((task) => ({ kind: 'task', task }) as const),
    ...(waiting && waiting.unowned > 0 ? [{ kind: 'alerts', waiting } as const] : []),
    ...quotas
      .filter((quota) => shareOf(quota) >= 1)
      .map((quota) => ({ kind: 'budget', quota }) as const),
    ...budgets.filter(holdsUp).map((budget) => ({ kind: 'provider', budget }) as const),
  ]
}

/** A minute's window is used up all the time, and full again before anyone reads of it. */
const shortMs = 120_000

const holdsUp = (budget: Budget) => {
  const state = stateOf(budget)
  if (state === 'open') return false
  if (isTrouble(state)) return true
  return budget.waiting > 0 && (budget.startsAt ?? 0) > Date.now() + shortMs
}

const maxTasks = 20

/** The reader's own tasks that are due until tonight, the oldest first. */
export const useDueTasks = (enabled: boolean, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'due'),
    queryFn: async () => {
      const tonight = new Date().setHours(24, 0, 0, 0)
      const { rows } = await runQuery<TaskV0>(
        [
          { _name: 'myTasks' },
          ...filterSteps(isOneOf('status', ['Waiting', 'InProgress'])),
          ...filterSteps(isBefore('dueDate', tonight)),
          sortStep('+dueDate'),
          pageStep(0, maxTasks, { withParents: 1 }),
        ],
        { version: 0, together: true },
      )
      return rows
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })

/** The reader's own cases that are due until tonight, the oldest first. */
export const useDueCases = (login: string, enabled: boolean, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'dueCases'),
    queryFn: async () => {
      const tonight = new Date().setHours(24, 0, 0, 0)
      const mine = allOf([
        is('assignee', login),
        is('status', 'Open'),
        isBefore('dueDate', tonight),
      ])
      const steps = listedSteps('Case', { filter: mine, sort: ['+dueDate'], size: maxTasks })
      return (await runQuery<CaseV1>(steps, { together: true })).rows
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })
