import { counted, labeled } from '../../base/texts/index.ts'
import type { AlertFacts } from './facts.ts'
import { worstOf } from './next-step.ts'

/**
 * "10 alerts wait: 7 malicious, 2 suspicious, 1 not analyzed." How bad they are is said only once it is known of all
 * of them; each kind of nothing is counted apart.
 */
export function listAnswer(
  total: number,
  ids: readonly string[],
  facts: ReadonlyMap<string, AlertFacts>,
): string {
  if (total === 0) return ''
  const known = ids.flatMap((id) => facts.get(id) ?? [])
  if (known.length < total) return `${counted('alerts.wait', total)}.`
  const levels = known.map(({ verdicts }) => worstOf(verdicts) ?? 'unasked')
  const parts = (['malicious', 'suspicious', 'safe', 'none', 'unasked'] as const).flatMap(
    (level) => {
      const count = levels.filter((one) => one === level).length
      return count === 0 ? [] : [counted(`alerts.wait.${level}`, count)]
    },
  )
  return `${labeled(counted('alerts.wait', total), parts.join(', '))}.`
}
