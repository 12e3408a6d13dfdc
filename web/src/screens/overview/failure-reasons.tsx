import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { failureReasons } from '../../base/model/statistics.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { configurationPath, jobsBehind } from './links.ts'
import type { Overview } from './use-overview.ts'

const maxShown = 8

/** What to fix first. Reasons are words of workers: text, never markup. */
export function FailureReasons({ overview }: { overview: Overview }) {
  const { user } = useSession()
  const { administer } = useRights()
  const { jobs, period } = overview
  const rows = failureReasons(jobs).slice(0, maxShown)
  return (
    <Panel title={text('overview.reasons')}>
      {rows.length === 0 && <p className="muted">{text('overview.noFailures')}</p>}
      <ul className="reasons">
        {rows.map(({ workerId, workerName, type, reason, commonWords, count }) => (
          <li key={`${workerId} ${reason}`}>
            <span className="reason-count number">{formatNumber(count)} ×</span>
            <div>
              <Link to={jobsBehind({ status: ['Failure'], workerId, error: commonWords, period })}>
                {defangSentence(reason) || text('overview.noReason')}
              </Link>
              <p className="muted">
                {analyzerName(workerName)}
                {administer && (
                  <>
                    {' · '}
                    <Link
                      to={configurationPath(user.organization, { type, id: workerId })}
                      aria-label={text('overview.configure', { name: analyzerName(workerName) })}
                    >
                      {text('overview.configuration')}
                    </Link>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
