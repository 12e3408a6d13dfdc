import { useQuery } from '@tanstack/react-query'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Observable } from '../../base/ui/observable.tsx'
import { Took } from '../../base/ui/time.tsx'
import { Waits } from '../../shared/budgets/waits.tsx'
import { jobsPath } from '../../shared/jobs/paths.ts'
import { lineQuery } from '../overview/use-overview.ts'

/** What waits longest: for what, and when it starts. */
export function WaitingPanel({ everyMs }: { everyMs: number | false }) {
  const { data } = useQuery({
    ...lineQuery,
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })
  if (!data || data.total === 0) return null
  return (
    <section className="panel waiting-panel" aria-label={text('brakes.waitingJobs')}>
      <div className="panel-head">
        <h2>
          {text('brakes.waitingJobs')} <span className="tab-count">{formatNumber(data.total)}</span>
        </h2>
        <Link to={jobsPath({ status: ['Waiting'] })}>{text('brakes.allWaiting')}</Link>
      </div>
      <p className="muted">{text('brakes.fair')}</p>
      <ul className="waiting-jobs">
        {data.rows.map((job) => (
          <li key={job.id}>
            {job.type === 'analyzer' ? (
              <Observable observed={job} to={path`/jobs/${job.id}`} />
            ) : (
              <Link to={path`/jobs/${job.id}`}>{job.label ?? analyzerName(job.workerName)}</Link>
            )}
            <span>{analyzerName(job.workerName)}</span>
            <span>
              {job.waits ? (
                <Waits waits={job.waits} />
              ) : job.waitingFor === 'an approval' ? (
                text('starts.approval')
              ) : (
                <Took from={job.createdAt} until={undefined} />
              )}
            </span>
            <span className="muted">{job.createdBy}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
