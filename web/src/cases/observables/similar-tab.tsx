import type { ObservableV1 } from '@assay/contract'
import { Link } from '../../routing/link.tsx'
import { path } from '../../routing/match.ts'
import { text } from '../../texts/index.ts'
import { TlpMark } from '../../ui/marks.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { CaseStatusMark } from '../case-marks.tsx'
import { type SimilarObservable, useSimilarObservables } from './data.ts'
import { IocMark } from './ioc-button.tsx'

/** Where else the value was seen. */
export function SimilarTab({ observable }: { observable: ObservableV1 }) {
  const similar = useSimilarObservables(observable._id)
  return (
    <Answer query={similar}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <Empty title={text('cases.noSimilar')} icon="search">
            {text(observable.ignoreSimilarity ? 'cases.noSimilarIgnored' : 'cases.noSimilarAbout')}
          </Empty>
        ) : (
          <>
            <Table
              caption={text('cases.observableTab.similar')}
              columns={columns()}
              rows={rows}
              idOf={({ _id }) => _id}
            />
            {total > rows.length && (
              <p className="muted">{text('marks.more', { count: total - rows.length })}</p>
            )}
          </>
        )
      }
    </Answer>
  )
}

const columns = (): Column<SimilarObservable>[] => [
  {
    key: 'ioc',
    label: text('cases.ioc'),
    cell: ({ ioc }) => <IocMark ioc={ioc} isShort />,
  },
  {
    key: 'place',
    label: text('cases.seenIn'),
    isWide: true,
    isHeader: true,
    cell: (row) => <Place row={row} />,
  },
  {
    key: 'status',
    label: text('cases.status'),
    cell: ({ extraData }) =>
      extraData.case ? <CaseStatusMark status={extraData.case.status} /> : text('cases.alert'),
  },
  { key: 'tlp', label: 'TLP', cell: ({ tlp }) => <TlpMark tlp={tlp} /> },
  { key: 'message', label: text('cases.message'), cell: ({ message }) => message || '–' },
  { key: 'added', label: text('cases.added'), cell: ({ startDate }) => <Time at={startDate} /> },
]

function Place({ row: { _id, extraData } }: { row: SimilarObservable }) {
  if (extraData.case) {
    const { _id: caseId, number, title } = extraData.case
    return (
      <Link to={path`/cases/${caseId}/observables/${_id}`}>
        #{number} {title}
      </Link>
    )
  }
  if (extraData.alert) {
    return <Link to={path`/alerts/${extraData.alert._id}`}>{extraData.alert.title}</Link>
  }
  return '–'
}
