import { BarList } from '../charts/bar-list.tsx'
import { ChartPanel } from '../charts/chart-panel.tsx'
import { percent } from '../charts/scale.ts'
import { Link } from '../routing/link.tsx'
import { formatNumber, text } from '../texts/index.ts'
import { Table } from '../ui/table.tsx'
import { jobsBehind } from './links.ts'
import { typesByCount } from './statistics.ts'
import type { Overview } from './use-overview.ts'

const mostShown = 8

export function TypesPanel({ overview }: { overview: Overview }) {
  const { jobs, period } = overview
  const rows = typesByCount(jobs)
  const most = rows[0]?.count ?? 1
  const title = text('overview.types')
  const typeLink = ({ dataType }: { dataType: string }) => (
    <Link to={jobsBehind({ dataType, period })}>{dataType}</Link>
  )
  return (
    <ChartPanel
      title={title}
      chart={
        <BarList
          label={title}
          rows={rows.slice(0, mostShown).map((row) => ({
            key: row.dataType,
            name: typeLink(row),
            share: row.count / most,
            tone: 'plain',
            value: formatNumber(row.count),
          }))}
        />
      }
      table={
        <Table
          caption={title}
          rows={rows}
          idOf={({ dataType }) => dataType}
          columns={[
            { key: 'type', label: text('overview.type'), isHeader: true, cell: typeLink },
            {
              key: 'count',
              label: text('overview.tile.jobs'),
              align: 'right',
              cell: ({ count }) => formatNumber(count),
            },
            {
              key: 'share',
              label: text('overview.share'),
              align: 'right',
              cell: ({ count }) => percent(count / jobs.length),
            },
          ]}
        />
      }
    />
  )
}
