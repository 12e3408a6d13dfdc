import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { preferences } from '../../base/preferences.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { StatusMark } from '../../base/ui/marks.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import { pollInterval } from '../../screens/analysis/polling.ts'
import {
  isPending,
  noteStatuses,
  type SessionJob,
  sessionJobs,
  sinceLastStart,
  useSessionJobs,
} from '../../shared/jobs/session-jobs.ts'

const shownJobs = 12

/** "3 running": the jobs that were started in this tab, wherever the reader has gone since. */
export function RunningTray() {
  const jobs = useSessionJobs()
  const pending = jobs.filter(isPending)
  usePolls(pending)
  useEndNotice(jobs, pending.length)
  if (jobs.length === 0) return null
  return (
    <Popover
      name={text('tray.title')}
      label={pending.length > 0 ? counted('tray.running', pending.length) : text('tray.done')}
      button={{
        size: 'small',
        icon: pending.length > 0 ? 'status-running' : 'status-success',
        className: 'tray-button',
      }}
    >
      {(close) => (
        <div className="tray">
          {[...pending, ...jobs.filter((job) => !isPending(job))].slice(0, shownJobs).map((job) => (
            <Link key={job.id} to={path`/jobs/${job.id}`} className="tray-job" onClick={close}>
              <StatusMark status={job.status} />
              <span className="value">{job.label}</span>
              <span className="muted">{analyzerName(job.analyzer)}</span>
            </Link>
          ))}
          <Link to="/activity" onClick={close}>
            {text('tray.all')}
          </Link>
        </div>
      )}
    </Popover>
  )
}

/** The server takes many at once; more than this is not worth watching one by one. */
const maxPolled = 200

/** Behind the events: slow while they arrive, quick when they do not. */
function usePolls(pending: readonly SessionJob[]): void {
  const isLive = useIsLive()
  const { data } = useQuery({
    // Without the ids: with them every job that starts or ends would be a separate query.
    queryKey: keyOf('jobStatuses'),
    queryFn: () => api.jobStatus({ jobIds: waitingFor() }),
    enabled: pending.length > 0,
    refetchInterval: () => pollInterval(sinceLastStart(), isLive),
  })
  useEffect(() => {
    if (data) noteStatuses(new Map(Object.entries(data)))
  }, [data])
}

const waitingFor = () =>
  sessionJobs()
    .filter(isPending)
    .slice(0, maxPolled)
    .map(({ id }) => id)

/** Ended in the background: the tab says so, and the system if the user allowed it. */
function useEndNotice(jobs: readonly SessionJob[], pending: number): void {
  const isAllDone = jobs.length > 0 && pending === 0
  useEffect(() => {
    if (!isAllDone || !document.hidden) return
    const title = document.title
    document.title = `(${jobs.length}) ${title}`
    const restore = () => {
      if (document.hidden) return
      document.title = title
      document.removeEventListener('visibilitychange', restore)
    }
    document.addEventListener('visibilitychange', restore)
    if (preferences().notify && globalThis.Notification?.permission === 'granted') {
      new Notification(text('app.name'), { body: counted('tray.ended', jobs.length) })
    }
    return () => document.removeEventListener('visibilitychange', restore)
  }, [isAllDone, jobs.length])
}
