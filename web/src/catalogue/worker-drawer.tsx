import type { Job, Worker } from '@assay/contract'
import { defangText } from '../model/defang.ts'
import { reasonLine } from '../model/failures.ts'
import { jobsBehind } from '../overview/links.ts'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Answer } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { healthOf } from './health.ts'
import { HealthLine } from './health-line.tsx'
import { useLastJobs } from './use-catalogue.ts'
import { WorkerActions, WorkerBadges } from './worker-card.tsx'
import { WorkerFacts } from './worker-facts.tsx'

export function WorkerDrawer({ worker, onClose }: { worker: Worker; onClose: () => void }) {
  const jobs = useLastJobs(worker.id)
  return (
    <Dialog
      title={worker.name}
      shape="drawer"
      onClose={onClose}
      footer={<WorkerActions worker={worker} />}
    >
      <div className="worker-detail">
        <p className="worker-head">
          <span className="muted">{text('catalogue.version', { version: worker.version })}</span>
          <WorkerBadges worker={worker} />
        </p>
        <p className="worker-text">{worker.description}</p>
        <WorkerFacts worker={worker} runner={jobs.data?.find(({ runner }) => runner)?.runner} />
        <h3>{text('catalogue.health')}</h3>
        <Answer query={jobs}>
          {(found) => (
            <>
              <HealthLine health={healthOf(found)} />
              {found.length > 0 && (
                <p>
                  <Link to={jobsBehind({ workerId: worker.id })}>{text('catalogue.allJobs')}</Link>
                </p>
              )}
              <LastFailures jobs={found} />
            </>
          )}
        </Answer>
      </div>
    </Dialog>
  )
}

const maxFailures = 5

function LastFailures({ jobs }: { jobs: readonly Job[] }) {
  const failed = jobs.filter(({ status }) => status === 'Failure').slice(0, maxFailures)
  if (failed.length === 0) return null
  return (
    <>
      <h3>{text('catalogue.lastFailures')}</h3>
      <ul className="last-failures">
        {failed.map(({ id, createdAt, errorMessage }) => (
          <li key={id}>
            <Link to={path`/jobs/${id}`}>
              {defangText(reasonLine(errorMessage)) || text('overview.noReason')}
            </Link>
            <span className="muted">
              <Time at={createdAt} style="ago" />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
