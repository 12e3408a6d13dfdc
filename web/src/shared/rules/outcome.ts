import type { RuleRun } from '@assay/contract'
import { counted, text } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import { sentence } from './words.ts'

type Run = Pick<RuleRun, 'mode' | 'state' | 'reason' | 'tally'>

const sum = (tally: Run['tally']) => Object.values(tally).reduce((all, one) => all + one, 0)

/** What became of a run, in one line. */
export function outcomeOf({ mode, state, reason, tally }: Run): string {
  if (reason) return sentence(reason)
  if (mode === 'trial') return counted('rules.outcome.would', tally.would ?? 0)
  const { done = 0, skipped = 0, failed = 0, unknown = 0 } = tally
  if (state === 'running')
    return text('rules.outcome.running', { done: done + skipped + failed, all: sum(tally) })
  const parts = [
    done > 0 && counted('rules.outcome.done', done),
    failed > 0 && counted('rules.outcome.failed', failed),
    unknown > 0 && counted('rules.outcome.unknown', unknown),
    skipped > 0 && counted('rules.outcome.skipped', skipped),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : text(`rules.runState.${state}`)
}

export function outcomeIcon({ mode, state, tally }: Run): IconName {
  if (state === 'running') return 'status-waiting'
  if (state === 'canceled') return 'pause'
  if (state === 'failed' || (tally.failed ?? 0) > 0 || (tally.unknown ?? 0) > 0)
    return 'status-failure'
  if (mode === 'trial') return 'eye'
  return (tally.done ?? 0) === 0 ? 'not-applicable' : 'check'
}

const stepIcons: Readonly<Record<string, IconName>> = {
  planned: 'status-waiting',
  running: 'status-running',
  done: 'check',
  skipped: 'not-applicable',
  failed: 'status-failure',
  unknown: 'alert',
  would: 'eye',
}

export const stepIcon = (state: string): IconName => stepIcons[state] ?? 'info'
