import type { SimilarCase } from '@assay/contract'
import type { ReactNode } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { SeverityMark, TlpMark } from '../../base/ui/marks.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { Share } from './share.tsx'
import { caseStatuses } from './similar.ts'
import { SimilarReasons } from './similar-reasons.tsx'
import { TagList } from './tag-list.tsx'

interface SimilarTableProps {
  rows: readonly SimilarCase[]
  sort: string
  onSort: (sort: string) => void
  actions: ((similar: SimilarCase) => ReactNode) | undefined
}

export function SimilarTable({ rows, sort, onSort, actions }: SimilarTableProps) {
  return (
    <Table
      caption={text('response.similarCases')}
      columns={[...columns(), actionColumn(actions)]}
      rows={rows}
      idOf={(similar) => similar.case._id}
      sort={sort}
      onSort={onSort}
    />
  )
}

const columns = (): Column<SimilarCase>[] => [
  { key: 'case', label: text('response.case'), isHeader: true, isWide: true, cell: caseCell },
  {
    key: 'severity',
    label: text('response.severity'),
    isSortable: true,
    cell: (similar) => <SeverityMark severity={similar.case.severity} />,
  },
  {
    key: 'startDate',
    label: text('response.started'),
    isSortable: true,
    cell: (similar) => <Time at={similar.case.startDate} />,
  },
  {
    key: 'observables',
    label: text('response.observables'),
    isSortable: true,
    cell: ({ similarObservableCount, observableCount }) => (
      <Share part={similarObservableCount} whole={observableCount} />
    ),
  },
  {
    key: 'iocs',
    label: text('response.iocs'),
    isSortable: true,
    cell: ({ similarIocCount, iocCount }) => <Share part={similarIocCount} whole={iocCount} />,
  },
  {
    key: 'types',
    label: text('response.types'),
    cell: ({ observableTypes }) => (
      <ul className="type-counts">
        {Object.entries(observableTypes).map(([type, count]) => (
          <li key={type}>
            <TypeChip type={type} /> {formatNumber(count)}
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'score',
    label: text('response.score'),
    isSortable: true,
    align: 'right',
    cell: ({ extraData }) => formatNumber(extraData.score, { maximumFractionDigits: 1 }),
  },
]

function statusText(status: string): string {
  const known = caseStatuses.find((one) => one === status)
  return known ? text(`response.case${known}`) : status
}

function caseCell(similar: SimilarCase) {
  const { _id, number, title, status, tlp, tags } = similar.case
  return (
    <div className="similar-case">
      <div className="similar-title">
        <Link to={path`/cases/${_id}`}>
          #{number} {title}
        </Link>
        {status !== 'Open' && <span className="badge">{statusText(status)}</span>}
        <TlpMark tlp={tlp} />
      </div>
      {tags.length > 0 && <TagList tags={tags} max={6} />}
      <SimilarReasons similar={similar} />
    </div>
  )
}

const actionColumn = (
  actions: ((similar: SimilarCase) => ReactNode) | undefined,
): Column<SimilarCase> => ({
  key: 'actions',
  label: text('response.actions'),
  cell: (similar) => (
    <div className="buttons">
      <Link className="button button-plain button-small" to={path`/cases/${similar.case._id}`}>
        {text('response.open')}
        <span className="visually-hidden"> #{similar.case.number}</span>
      </Link>
      {actions?.(similar)}
    </div>
  ),
})
