import { typesByCount } from '../../base/model/statistics.ts'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { formatNumber, text } from '../../base/texts/index.ts'
import { BarPanel } from '../../shared/charts/bar-panel.tsx'
import { percent } from '../../shared/charts/scale.ts'
import { jobsBehind } from './links.ts'
import type { Overview } from './use-overview.ts'

export function TypesPanel({ overview }: { overview: Overview }) {
  const { jobs, period } = overview
  const rows = typesByCount(jobs)
  const most = rows[0]?.count ?? 1
  const typeLink = ({ dataType }: { dataType: string }) => (
    <Link to={jobsBehind({ dataType, period })}>{typeName(dataType)}</Link>
  )
  return (
    <BarPanel
      title={text('overview.types')}
      rows={rows}
      idOf={({ dataType }) => dataType}
      nameOf={typeLink}
      nameLabel={text('overview.type')}
      bar={(row) => ({
        share: row.count / most,
        tone: 'plain',
        value: formatNumber(row.count),
      })}
      max={8}
      numbers={[
        { label: text('overview.tile.jobs'), cell: ({ count }) => formatNumber(count) },
        { label: text('overview.share'), cell: ({ count }) => percent(count / jobs.length) },
      ]}
    />
  )
}
