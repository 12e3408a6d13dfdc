import type { Job } from '@assay/contract'
import { useJobs } from '../../base/data/jobs.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { workerPath } from '../../base/routing/settings-path.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { type FailureGroup, groupFailures } from './failure-groups.ts'
import type { Query } from './query.ts'

/** The newest are enough to see what is wrong now. */
const looked = 500
const shownGroups = 5

interface FailureStripProps {
  query: Query
  onReason: (reason: string) => void
  /** Absent for those who may not run anything. */
  onTryAgain?: ((jobs: readonly Job[]) => void) | undefined
}

/** Why jobs fail, most frequent reason first: one wrong key makes a hundred failures. */
export function FailureStrip({ query, onReason, onTryAgain }: FailureStripProps) {
  const { data } = useJobs({ query, range: `0-${looked}`, sort: '-createdAt' })
  const groups = groupFailures(data?.rows ?? [])
  if (groups.length === 0) return null
  return (
    <section className="failure-strip" aria-label={text('jobs.reasons')}>
      <h2>{text('jobs.reasons')}</h2>
      <ul>
        {groups.slice(0, shownGroups).map((group) => (
          <li key={group.reason}>
            <button type="button" className="failure-group" onClick={() => onReason(group.reason)}>
              <strong className="number">{group.count} ×</strong>
              <span>{defangSentence(group.reason) || text('jobs.noReason')}</span>
            </button>
            {onTryAgain && (
              <Button size="small" icon="refresh" onClick={() => onTryAgain(group.jobs)}>
                {text('activity.tryAgain')}
              </Button>
            )}
            <ConfigurationLink group={group} />
          </li>
        ))}
      </ul>
      {groups.length > shownGroups && (
        <p className="muted">{text('marks.more', { count: groups.length - shownGroups })}</p>
      )}
    </section>
  )
}

/** Only users who may change it get the link. */
function ConfigurationLink({ group }: { group: FailureGroup }) {
  const { administer } = useRights()
  const [worker] = group.workers
  if (!administer || !worker) return null
  return (
    <Link to={workerPath(worker.type, worker.workerId)} className="failure-configure">
      <Icon name="settings" />
      {text('jobs.configure', { worker: analyzerName(worker.workerName) })}
    </Link>
  )
}
