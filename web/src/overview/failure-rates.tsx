import { BarList } from '../charts/bar-list.tsx'
import { ChartPanel } from '../charts/chart-panel.tsx'
import { percent } from '../charts/scale.ts'
import { Link } from '../routing/link.tsx'
import { counted, formatNumber, text } from '../texts/index.ts'
import { Table } from '../ui/table.tsx'
import { jobsBehind } from './links.ts'
import { failureRates, type WorkerFailures } from './statistics.ts'
import type { Overview } from './use-overview.ts'

const mostShown = 8

export function FailureRates({ overview }: { overview: Overview }) {
  const rows = failureRates(overview.jobs)
  const title = text('overview.failureRates')
  const workerLink = ({ workerId, workerName }: WorkerFailures) => (
    <Link to={jobsBehind({ status: ['Failure'], workerId, period: overview.period })}>
      {workerName}
    </Link>
  )
  if (rows.length === 0) {
    return (
      <section className="panel">
        <div className="panel-head">
          <h2>{title}</h2>
        </div>
        <p className="muted">{text('overview.noFailures')}</p>
      </section>
    )
  }
  return (
    <ChartPanel
      title={title}
      chart={
        <>
          <BarList
            label={title}
            rows={rows.slice(0, mostShown).map((row) => ({
              key: row.workerId,
              name: workerLink(row),
              share: row.rate,
              tone: 'bad',
              value: `${percent(row.rate)} · ${counted('overview.failures', row.failures)}`,
            }))}
          />
          {rows.length > mostShown && (
            <p className="muted panel-foot">
              {text('overview.moreInTable', { count: rows.length - mostShown })}
            </p>
          )}
        </>
      }
      table={
        <Table
          caption={title}
          rows={rows}
          idOf={({ workerId }) => workerId}
          columns={[
            { key: 'worker', label: text('overview.worker'), isHeader: true, cell: workerLink },
            {
              key: 'rate',
              label: text('overview.rate'),
              align: 'right',
              cell: ({ rate }) => percent(rate),
            },
            {
              key: 'failures',
              label: text('overview.failed'),
              align: 'right',
              cell: ({ failures }) => formatNumber(failures),
            },
            {
              key: 'ended',
              label: text('overview.ended'),
              align: 'right',
              cell: ({ ended }) => formatNumber(ended),
            },
          ]}
        />
      }
    />
  )
}
