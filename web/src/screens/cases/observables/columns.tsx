import type { ObservableV1, ValueVerdict } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { TlpMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { Observable } from '../../../base/ui/observable.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { TagList } from '../../../shared/response/tag-list.tsx'
import { verdictColumn } from '../../../shared/response/verdict-column.tsx'
import type { ObservableChange } from './data.ts'
import { IocButton } from './ioc-button.tsx'

interface ColumnOptions {
  verdictOf: (row: ObservableV1) => ValueVerdict | undefined
  caseId: string
  canEdit: boolean
  onTag: (tag: string) => void
  onChange: (ids: string[], change: ObservableChange) => Promise<unknown>
}

export const observableColumns = (options: ColumnOptions): Column<ObservableV1>[] => [
  verdictColumn(options.verdictOf),
  {
    key: 'ioc',
    label: text('cases.ioc'),
    cell: ({ _id, ioc }) => (
      <IocButton
        ioc={ioc}
        canEdit={options.canEdit}
        isShort
        onToggle={() => void attempt(() => options.onChange([_id], { ioc: !ioc }))}
      />
    ),
  },
  {
    key: 'data',
    label: text('cases.observable'),
    isSortable: true,
    isWide: true,
    isHeader: true,
    cell: (row) => (
      <div className="observable-cell">
        <Observable
          observed={row}
          to={path`/cases/${options.caseId}/observables/${row._id}`}
          canCopy
        />
        {row.message && <p className="muted observable-note">{row.message}</p>}
      </div>
    ),
  },
  {
    key: 'alsoIn',
    label: text('cases.alsoIn'),
    cell: (row) => <AlsoIn verdict={options.verdictOf(row)} caseId={options.caseId} />,
  },
  {
    key: 'tags',
    label: text('cases.tags'),
    cell: ({ tags }) => <TagList tags={tags} onPick={options.onTag} max={4} />,
  },
  {
    key: 'marks',
    label: text('cases.marks'),
    cell: ({ sighted, extraData }) => (
      <span className="badges">
        {sighted && <span className="badge">{text('cases.sighted')}</span>}
        {extraData.seen === true && (
          <span className="badge" title={text('cases.seenAbout')}>
            {text('cases.seen')}
          </span>
        )}
      </span>
    ),
  },
  { key: 'tlp', label: 'TLP', isSortable: true, cell: ({ tlp }) => <TlpMark tlp={tlp} /> },
  {
    key: 'startDate',
    label: text('cases.added'),
    isSortable: true,
    cell: ({ startDate }) => <Time at={startDate} />,
  },
]

const maxCases = 3

/** Other cases that hold the value; the value's page has all of them. */
function AlsoIn(props: { verdict: ValueVerdict | undefined; caseId: string }) {
  const others = (props.verdict?.cases ?? []).filter(({ id }) => id !== props.caseId)
  if (others.length === 0) return <Nothing />
  return others.slice(0, maxCases).map(({ id, number, title }) => (
    <Link key={id} to={path`/cases/${id}`} title={title} className="also-in">
      #{number}
    </Link>
  ))
}
