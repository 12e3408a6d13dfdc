import type { Quota } from '@assay/contract'
import { shareOf, useQuotas } from '../../base/data/quotas.ts'
import { useAnalyzers } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { ago, shortTime } from '../../base/model/times.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { useBudgets } from '../../shared/budgets/data.ts'
import { stateOf } from '../../shared/budgets/words.ts'
import { failsOften, noHealth } from '../../shared/catalogue/health.ts'
import { useHealth } from '../../shared/catalogue/use-health.ts'
import { budgetWords } from './budget-words.ts'
import { useQueue } from './use-overview.ts'

/** "20 of 24 analyzers ready, 41 jobs wait", and which analyzers hold them up. */
export function EngineAnswer({ everyMs }: { everyMs: number | false }) {
  const analyzers = useAnalyzers()
  const health = useHealth('analyzer')
  const queue = useQueue(everyMs)
  const { administer } = useRights()
  const { data: quotas = [] } = useQuotas(administer, everyMs)
  const budgets = useBudgets(true, everyMs)
  if (!analyzers.data || !health.data || !queue.data) return null
  const failing = analyzers.data.filter(({ id }) => failsOften(health.data.get(id) ?? noHealth))
  const usedUp = quotas.filter((quota) => quota.type === 'analyzer' && shareOf(quota) >= 1)
  const closed = (budgets.data ?? []).filter((budget) => stateOf(budget) !== 'open')
  const known = new Set(analyzers.data.map(({ id }) => id))
  const held = new Set(
    [
      ...failing.map(({ id }) => id),
      ...usedUp.map(({ workerId }) => workerId),
      ...closed.flatMap(({ workers }) => workers.map(({ id }) => id)),
    ].filter((id) => known.has(id)),
  )
  const { waiting, oldestAt } = queue.data
  const total = analyzers.data.length
  return (
    <div className="engine-answer">
      <h2>
        {counted('overview.ready', total, { ready: total - held.size })},{' '}
        {waiting === 0 ? text('overview.noJobWaits') : counted('overview.jobsWait', waiting)}
      </h2>
      <p className="muted">
        {[
          ...closed.map((budget) => `${budgetWords(budget, Date.now())}.`),
          ...usedUp.map(heldUp),
          failing.length > 0 &&
            `${counted('overview.failing', failing.length, {
              names: failing.map(({ name }) => analyzerName(name)).join(', '),
            })}.`,
          held.size === 0 && waiting === 0 && text('overview.allStart'),
          oldestAt !== undefined &&
            `${text('overview.tile.oldest', { ago: ago(oldestAt, Math.max(oldestAt, Date.now())) })}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

const heldUp = ({ name: worker, freeAt }: Quota): string => {
  const name = analyzerName(worker)
  return freeAt === undefined
    ? `${text('overview.waiting.usedUp', { name })}.`
    : `${text('overview.waiting.usedUpUntil', { name, at: shortTime(freeAt, Date.now()) })}.`
}
