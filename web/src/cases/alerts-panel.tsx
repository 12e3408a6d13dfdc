import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'
import { SeverityMark } from '../ui/marks.tsx'
import { Panel } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useCaseAlerts } from './data.ts'

/** Alerts that are part of the case; nothing when it came without. */
export function AlertsPanel({ caseId }: { caseId: string }) {
  const alerts = useCaseAlerts(caseId)
  if (alerts.isError) return <Failed error={alerts.error} onRetry={() => void alerts.refetch()} />
  if (!alerts.data?.total) return null
  const { rows, total } = alerts.data
  return (
    <Panel title={text('cases.alerts', { count: total })}>
      <ul className="plain-list">
        {rows.map((alert) => (
          <li key={alert._id}>
            <SeverityMark severity={alert.severity} />
            <Link to={path`/alerts/${alert._id}`}>{alert.title}</Link>
            <span className="muted">
              {alert.source} · {alert.sourceRef} · <Time at={alert.date} />
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="muted">{text('marks.more', { count: total - rows.length })}</p>
      )}
    </Panel>
  )
}
