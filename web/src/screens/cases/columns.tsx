import type { CaseV1 } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { PapMark, SeverityMark, TlpMark } from '../../base/ui/marks.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { Time, useNow } from '../../base/ui/time.tsx'
import { Owner } from '../../shared/response/owner.tsx'
import { TagList } from '../../shared/response/tag-list.tsx'
import { CaseStatusMark, resolutionText } from './case-marks.tsx'
import { countsOf } from './list.ts'

export const caseColumns = (onTag: (tag: string) => void): Column<CaseV1>[] => [
  {
    key: 'severity',
    label: text('cases.severity'),
    isSortable: true,
    cell: ({ severity }) => <SeverityMark severity={severity} />,
  },
  {
    key: 'title',
    label: text('cases.case'),
    isSortable: true,
    isWide: true,
    isHeader: true,
    cell: (row) => <CaseTitle row={row} onTag={onTag} />,
  },
  {
    key: 'status',
    label: text('cases.status'),
    isSortable: true,
    cell: (row) => (
      <span title={resolutionText(row) || undefined}>
        <CaseStatusMark status={row.status} />
      </span>
    ),
  },
  {
    key: 'marking',
    label: text('cases.marking'),
    cell: ({ tlp, pap }) => (
      <span className="marks">
        <TlpMark tlp={tlp} />
        <PapMark pap={pap} />
      </span>
    ),
  },
  {
    key: 'observables',
    label: text('cases.observables'),
    align: 'right',
    cell: (row) => countsOf(row).observables,
  },
  {
    key: 'tasks',
    label: text('cases.openTasks'),
    align: 'right',
    cell: (row) => {
      const { openTasks, tasks } = countsOf(row)
      return tasks === 0 ? '0' : text('cases.openOf', { open: openTasks, all: tasks })
    },
  },
  {
    key: 'assignee',
    label: text('cases.owner'),
    isSortable: true,
    cell: ({ assignee }) => <Owner login={assignee} />,
  },
  {
    key: 'dueDate',
    label: text('cases.due'),
    isSortable: true,
    cell: ({ dueDate, status }) => <DueCell at={status === 'Open' ? dueDate : undefined} />,
  },
  {
    key: 'startDate',
    label: text('cases.opened'),
    isSortable: true,
    cell: ({ startDate }) => <Time at={startDate} />,
  },
]

/** A past date is marked in words, not only by color. */
function DueCell({ at }: { at: number | undefined }) {
  const now = useNow(60_000)
  const isLate = at !== undefined && at < now
  return (
    <span className={isLate ? 'late' : ''}>
      <Time at={at} />
      {isLate && <> {text('cases.late')}</>}
    </span>
  )
}

function CaseTitle({ row, onTag }: { row: CaseV1; onTag: (tag: string) => void }) {
  return (
    <div className="case-title">
      <Link to={path`/cases/${row._id}`}>
        <span className="number">#{row.number}</span> {defangText(row.title)}
      </Link>
      {row.flag && (
        <span className="case-flag" title={text('cases.flagged')}>
          <Icon name="flag" />
          <span className="visually-hidden">{text('cases.flagged')}</span>
        </span>
      )}
      {row.tags.length > 0 && <TagList tags={row.tags} onPick={onTag} max={4} />}
    </div>
  )
}
