import type { AlertV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { getStep, pageStep } from '../../base/data/steps.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { Time } from '../../base/ui/time.tsx'

interface SimilarAlert {
  readonly alert: AlertV1
  readonly similarObservableCount: number
}

const maxShown = 20

/** Other alerts with the same values; nothing when there are none. */
export function SimilarAlerts({ alertId }: { alertId: string }) {
  const found = useQuery({
    queryKey: keyOf('similar', 'list-of-alerts', alertId),
    queryFn: ({ signal }) =>
      runQuery<SimilarAlert>(
        [getStep('Alert', alertId), { _name: 'similarAlerts' }, pageStep(0, maxShown)],
        { name: 'similar-alerts', signal },
      ),
  })
  const rows = (found.data?.rows ?? []).filter(({ alert }) => alert._id !== alertId)
  if (rows.length === 0) return null
  return (
    <Panel title={text('alerts.similarAlerts')} className="similar-alerts">
      <ul className="plain-list">
        {rows.map(({ alert, similarObservableCount }) => (
          <li key={alert._id}>
            <Link to={path`/alerts/${alert._id}`}>{defangText(alert.title.slice(0, 300))}</Link>
            <span className="muted">
              {counted('response.sharedValues', similarObservableCount)} · {alert.source} ·{' '}
              <Time at={alert.date} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
