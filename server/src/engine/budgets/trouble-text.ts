import type { BudgetRow } from './store.ts'

/** Why a job fails at once that may not wait. */
export function tellTrouble({ name, state, reason }: Pick<BudgetRow, 'name' | 'state' | 'reason'>) {
  const said = reason === null ? '' : ` Last answer: ${reason}`
  return state === 'refused'
    ? `Not started: the provider rejects the credential of the budget ${name}. Change the configuration of its analyzers, or resume the budget.${said}`
    : `Not started: the provider of the budget ${name} is failing. It is tried again in a few minutes.${said}`
}

/** Why a job fails that has waited for as long as it may. */
export function tellOverdue({ name, max_wait_ms }: Pick<BudgetRow, 'name' | 'max_wait_ms'>) {
  return `Not started within ${durationText(max_wait_ms)}: the budget ${name} had no room. Submit it again later, or raise the limits of the budget.`
}

function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
