import './outcomes.css'
import type { Outcome, Outcomes } from '../../base/model/statistics.ts'
import { countOutcomes, durationsOf, percentile, sumOf } from '../../base/model/statistics.ts'
import { duration } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { formatNumber, text } from '../../base/texts/index.ts'
import { jobsBehind } from '../overview/links.ts'
import type { Overview } from '../overview/use-overview.ts'

const shown: readonly (readonly [Outcome, readonly string[]])[] = [
  ['success', ['Success']],
  ['notApplicable', ['NotApplicable']],
  ['failure', ['Failure']],
  ['other', ['Waiting', 'InProgress']],
]

/** How the jobs of the period ended; what is not for an analyzer is apart from what failed. */
export function OutcomesPanel({ overview }: { overview: Overview }) {
  const { jobs, period } = overview
  const counts = countOutcomes(jobs)
  const ended = counts.success + counts.failure
  const durations = durationsOf(jobs)
  const median = percentile(durations, 0.5)
  const p95 = percentile(durations, 0.95)
  return (
    <section className="panel outcomes" aria-label={text('engine.outcomes')}>
      <ul className="outcomes-legend">
        {shown.map(([outcome, status]) => (
          <li key={outcome}>
            <span className="outcomes-swatch" data-outcome={outcome} aria-hidden="true" />
            <Link to={jobsBehind({ status, period })}>{text(`engine.outcome.${outcome}`)}</Link>{' '}
            <strong className="number">{formatNumber(counts[outcome])}</strong>
            {outcome === 'failure' && (
              <span className="muted">
                {' '}
                {text('engine.ofEnded', { count: formatNumber(ended) })}
              </span>
            )}
          </li>
        ))}
        {median !== undefined && p95 !== undefined && (
          <li className="muted outcomes-times">
            {text('engine.times', { median: duration(median), p95: duration(p95) })}
          </li>
        )}
      </ul>
      <Bar counts={counts} />
    </section>
  )
}

/** The legend says the same in words. */
function Bar({ counts }: { counts: Outcomes }) {
  const all = Math.max(1, sumOf(counts))
  let from = 0
  return (
    <svg
      className="outcomes-bar"
      viewBox={`0 0 ${all} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {shown.map(([outcome]) => {
        const x = from
        from += counts[outcome]
        return counts[outcome] === 0 ? null : (
          <rect
            key={outcome}
            data-outcome={outcome}
            x={x}
            y={0}
            width={counts[outcome]}
            height={10}
          />
        )
      })}
    </svg>
  )
}
