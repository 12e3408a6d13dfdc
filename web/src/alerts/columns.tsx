import { TagList } from '../response/tag-list.tsx'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { counted, text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { SeverityMark, StatusMark } from '../ui/marks.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { AlertStatusMark } from './alert-marks.tsx'
import { alertStatus } from './alert-status.ts'
import type { AlertRow } from './use-alert-list.ts'

/** A value was pressed: the list shall show only its like. */
type Pick = (filter: string, value: string) => void

export const alertColumns = (onPick: Pick): Column<AlertRow>[] => [
  {
    key: 'severity',
    label: text('response.severity'),
    isSortable: true,
    cell: ({ severity }) => (
      <PickButton onPick={() => onPick('severity', String(severity))}>
        <SeverityMark severity={severity} />
      </PickButton>
    ),
  },
  {
    key: 'status',
    label: text('alerts.statusLabel'),
    cell: (alert) => {
      const status = alertStatus(alert)
      if (alert.isGone) return <StatusMark status="Deleted" />
      return (
        <PickButton onPick={() => onPick('status', status)}>
          <AlertStatusMark status={status} />
        </PickButton>
      )
    },
  },
  {
    key: 'title',
    label: text('alerts.alert'),
    isHeader: true,
    isWide: true,
    isSortable: true,
    cell: (alert) => <TitleCell alert={alert} onPick={onPick} />,
  },
  {
    key: 'source',
    label: text('alerts.source'),
    isSortable: true,
    cell: ({ source }) => <PickButton onPick={() => onPick('source', source)}>{source}</PickButton>,
  },
  {
    key: 'type',
    label: text('alerts.type'),
    isSortable: true,
    cell: ({ type }) => <PickButton onPick={() => onPick('type', type)}>{type}</PickButton>,
  },
  { key: 'sourceRef', label: text('alerts.reference'), cell: ({ sourceRef }) => sourceRef },
  {
    key: 'case',
    label: text('response.case'),
    cell: ({ caseId, extraData }) =>
      caseId ? (
        <Link to={path`/cases/${caseId}`}>#{String(extraData.caseNumber ?? caseId)}</Link>
      ) : (
        <span className="muted">–</span>
      ),
  },
  {
    key: 'date',
    label: text('alerts.date'),
    isSortable: true,
    cell: ({ date }) => <Time at={date} />,
  },
]

function TitleCell({ alert, onPick }: { alert: AlertRow; onPick: Pick }) {
  return (
    <div className="alert-title">
      <span>
        <Link
          to={path`/alerts/${alert._id}`}
          className={alert.read ? 'alert-link' : 'alert-link is-unread'}
        >
          {alert.title}
        </Link>{' '}
        {!alert.follow && (
          <span className="muted" title={text('alerts.notFollowed')}>
            <Icon name="eye-off" />
            <span className="visually-hidden">{text('alerts.notFollowed')}</span>
          </span>
        )}
      </span>
      <span className="alert-more">
        <span className="muted">{counted('alerts.observables', alert.observableCount)}</span>
        {alert.tags.length > 0 && (
          <TagList tags={alert.tags} max={5} onPick={(value) => onPick('tag', value)} />
        )}
      </span>
    </div>
  )
}

function PickButton({ onPick, children }: { onPick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="pick" title={text('alerts.pick')} onClick={onPick}>
      {children}
    </button>
  )
}
