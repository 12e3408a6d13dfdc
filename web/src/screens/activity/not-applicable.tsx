import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { type NotApplicableReason, notApplicableReasons } from '../../base/model/statistics.ts'
import { Link } from '../../base/routing/link.tsx'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { jobsBehind } from '../overview/links.ts'
import type { Overview } from '../overview/use-overview.ts'

const maxShown = 8

/** Observables that were not for their analyzers, by reason: nothing to fix. */
export function NotApplicablePanel({ overview }: { overview: Overview }) {
  const rows = notApplicableReasons(overview.jobs)
  if (rows.length === 0) return null
  return (
    <Panel title={text('engine.notApplicable')}>
      <p className="muted">{text('engine.notApplicableAbout')}</p>
      <ul className="reasons">
        {rows.slice(0, maxShown).map((row) => (
          <li key={`${row.kind} ${row.reason}`}>
            <span className="reason-count number">{formatNumber(row.count)} ×</span>
            <div>
              <Link to={jobsBehind({ status: ['NotApplicable'], period: overview.period })}>
                {nameOf(row)}
              </Link>
              <p className="muted">{row.workerNames.map(analyzerName).join(', ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const nameOf = ({ kind, reason }: NotApplicableReason) =>
  kind === 'other'
    ? defangSentence(reason) || text('overview.noReason')
    : text(`notApplicable.${kind}`)
