import type { ListedValue } from '@assay/contract'
import { whyIn } from '../../base/model/said.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Names } from '../../base/ui/names.tsx'
import { Nothing } from '../../base/ui/nothing.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { nameOf } from './words.ts'

export const columns = (): Column<ListedValue>[] => [
  {
    key: 'level',
    label: text('observables.verdict'),
    cell: ({ level, checkedAt }) => <VerdictMark level={level} checkedAt={checkedAt} isPlain />,
  },
  {
    key: 'value',
    label: text('observables.observable'),
    isHeader: true,
    isWide: true,
    cell: (row) => <Known row={row} />,
  },
  {
    key: 'firstSeen',
    label: text('observables.firstSeen'),
    isSortable: true,
    cell: ({ firstSeen }) => <Time at={firstSeen} />,
  },
  {
    key: 'lastSeen',
    label: text('observables.lastSeen'),
    isSortable: true,
    cell: ({ lastSeen }) => <Time at={lastSeen} style="ago" />,
  },
  {
    key: 'seen',
    label: text('observables.seen'),
    align: 'right',
    isSortable: true,
    cell: ({ seen }) => <span className="number">{formatNumber(seen)}</span>,
  },
  {
    key: 'cases',
    label: text('observables.cases'),
    cell: ({ cases, caseCount }) =>
      cases.length === 0 ? (
        <Nothing />
      ) : (
        <span>
          {cases.slice(0, 2).map(({ id, number, title }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={path`/cases/${id}`} title={title}>
                #{number}
              </Link>
            </span>
          ))}
          {caseCount > 2 && <span className="muted"> +{formatNumber(caseCount - 2)}</span>}
        </span>
      ),
  },
]

function Known({ row }: { row: ListedValue }) {
  const why = whyIn(row)
  return (
    <div className="known-value">
      <span className="known-name">
        <Link to={valuePath(row)} className="value">
          {nameOf(row)}
        </Link>{' '}
        <TypeChip type={row.dataType} />
      </span>
      {why !== undefined && (
        <span className="known-reason">
          <Names in={why} />
        </span>
      )}
    </div>
  )
}
