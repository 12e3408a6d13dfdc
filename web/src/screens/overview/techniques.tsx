import type { ProcedureV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { filterSteps, is, listStep, pageStep } from '../../base/data/steps.ts'
import { formatNumber, text } from '../../base/texts/index.ts'

const read = 500
const few = 5

/** Techniques of open cases, as far as users added them; the most frequent first. */
export function TechniquesPanel({ everyMs }: { everyMs: number | false }) {
  const { data } = useQuery({
    queryKey: keyOf('overview', 'techniques'),
    queryFn: async () => {
      const steps = [
        listStep('Case'),
        ...filterSteps(is('status', 'Open')),
        { _name: 'procedures' },
        pageStep(0, read),
      ]
      const { rows } = await runQuery<ProcedureV1>(steps, { together: true })
      return [...Map.groupBy(rows, ({ patternId }) => patternId)]
        .map(([id, found]) => ({ id, name: found[0]?.patternName ?? '', count: found.length }))
        .toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
    },
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })
  if (!data || data.length === 0) return null
  return (
    <section className="panel overview-techniques" aria-label={text('overview.techniques')}>
      <div className="panel-head">
        <h2>{text('overview.techniques')}</h2>
      </div>
      <ul>
        {data.slice(0, few).map(({ id, name, count }) => (
          <li key={id}>
            <span>
              {name} <span className="muted">{id}</span>
            </span>
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect width={count / (data[0]?.count ?? 1)} height={1} />
            </svg>
            <span className="number">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
