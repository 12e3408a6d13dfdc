import { analyzerName } from '../../base/model/analyzer-name.ts'
import { failureRates, type WorkerFailures } from '../../base/model/statistics.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { BarPanel } from '../../shared/charts/bar-panel.tsx'
import { percent } from '../../shared/charts/scale.ts'
import { jobsBehind } from './links.ts'
import type { Overview } from './use-overview.ts'

export function FailureRates({ overview }: { overview: Overview }) {
  const rows = failureRates(overview.jobs)
  const title = text('overview.failureRates')
  const workerLink = ({ workerId, workerName }: WorkerFailures) => (
    <Link to={jobsBehind({ status: ['Failure'], workerId, period: overview.period })}>
      {analyzerName(workerName)}
    </Link>
  )
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <p className="muted">{text('overview.noFailures')}</p>
      </Panel>
    )
  }
  return (
    <BarPanel
      title={title}
      rows={rows}
      idOf={({ workerId }) => workerId}
      nameOf={workerLink}
      nameLabel={text('overview.worker')}
      bar={(row) => ({
        share: row.rate,
        tone: 'bad',
        value: `${percent(row.rate)} · ${counted('overview.failures', row.failures)}`,
      })}
      max={8}
      more={(count) => text('overview.moreInTable', { count })}
      numbers={[
        { label: text('overview.rate'), cell: ({ rate }) => percent(rate) },
        { label: text('overview.failed'), cell: ({ failures }) => formatNumber(failures) },
        { label: text('overview.ended'), cell: ({ ended }) => formatNumber(ended) },
      ]}
    />
  )
}
