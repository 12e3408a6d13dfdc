import type { SimilarCase } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { countQuery } from '../../base/data/query.ts'
import { getStep } from '../../base/data/steps.ts'
import { defangText } from '../../base/model/defang.ts'
import { shownValue } from '../../base/model/observable.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { Loading } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { Meter } from '../../shared/response/share.tsx'
import { caseStatuses } from '../../shared/response/similar.ts'
import type { AlertFacts } from './facts.ts'
import { bestCase, sharedCount, totalOf } from './next-step.ts'

const maxNamed = 5

/** The case that knows most of the values, and which these are. */
export function SimilarPanel({
  alertId,
  facts,
}: {
  alertId: string
  facts: AlertFacts | undefined
}) {
  const alerts = useSimilarAlertCount(alertId)
  const best = facts && bestCase(facts.similar)
  const others = Math.max(0, (facts?.similar.length ?? 0) - 1)
  return (
    <Panel title={text('alerts.mostSimilar')} className="similar-panel">
      {!facts && <Loading lines={3} />}
      {facts && !best && <p className="muted">{text('response.noSimilar')}</p>}
      {facts && best && <Best similar={best} total={totalOf(facts.verdicts)} />}
      {(others > 0 || alerts > 0) && (
        <p className="panel-foot">
          <Link to={`${path`/alerts/${alertId}`}?show=similar`}>
            {[
              others > 0 && counted('alerts.otherCases', others),
              alerts > 0 && counted('alerts.otherAlerts', alerts),
            ]
              .filter(Boolean)
              .join(', ')}
          </Link>
        </p>
      )}
    </Panel>
  )
}

function Best({ similar, total }: { similar: SimilarCase; total: number }) {
  const { case: found, extraData } = similar
  const shared = sharedCount(similar, total)
  const status = caseStatuses.find((one) => one === found.status)
  return (
    <>
      <p className="similar-best">
        <Link to={path`/cases/${found._id}`}>
          #{found.number} {defangText(found.title)}
        </Link>
      </p>
      <p className="muted small">
        {status ? text(`response.case${status}`) : found.status}
        {found.assignee && ` · ${found.assignee}`} · <Time at={found.startDate} />
      </p>
      <p className="small">{text('alerts.sharedOf', { shared, total })}</p>
      <Meter part={shared} whole={total} />
      <ul className="shared-values">
        {extraData.observables.slice(0, maxNamed).map(({ _id, dataType, data, attachment }) => (
          <li key={_id} className="value">
            {attachment ? defangText(attachment.name) : shownValue({ dataType, data })}
          </li>
        ))}
      </ul>
    </>
  )
}

const useSimilarAlertCount = (id: string): number =>
  useQuery({
    queryKey: keyOf('similar', 'alerts-of-alert', id),
    queryFn: ({ signal }) =>
      countQuery([getStep('Alert', id), { _name: 'similarAlerts' }], {
        alone: true,
        signal,
      }),
    staleTime: 60_000,
  }).data ?? 0
