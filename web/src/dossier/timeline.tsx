import type { Job } from '@assay/contract'
import { useState } from 'react'
import { useSummary } from '../data/summaries.ts'
import { reportPath } from '../jobs/paths.ts'
import { worstLevel } from '../model/levels.ts'
import { dateOnly } from '../model/times.ts'
import { usePreferences } from '../preferences.ts'
import { Link } from '../routing/link.tsx'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { LevelMark, StatusMark } from '../ui/marks.tsx'
import { Time } from '../ui/time.tsx'
import { byDay } from './dossier.ts'

const portion = 50

/** Every run, newest first, by day. */
export function Timeline({ jobs }: { jobs: readonly Job[] }) {
  usePreferences()
  const [shown, setShown] = useState(portion)
  if (jobs.length === 0) return <p className="muted">{text('dossier.noRuns')}</p>
  return (
    <>
      {byDay(jobs.slice(0, shown), dateOnly).map(([day, runs]) => (
        <section key={day}>
          <h3 className="dossier-timeline-day">{day}</h3>
          <ol className="dossier-timeline">
            {runs.map((job) => (
              <Run key={job.id} job={job} />
            ))}
          </ol>
        </section>
      ))}
      {jobs.length > shown && (
        <Button size="small" onClick={() => setShown(shown + portion)}>
          {text('dossier.more', { count: jobs.length - shown })}
        </Button>
      )}
    </>
  )
}

function Run({ job }: { job: Job }) {
  const { data } = useSummary(job.status === 'Success' ? job.id : undefined)
  const worst = worstLevel(data?.taxonomies ?? [])
  return (
    <li>
      <Time at={job.createdAt} />
      <Link to={reportPath(job)}>{job.workerName}</Link>
      {worst ? <LevelMark level={worst} /> : <StatusMark status={job.status} />}
      <span className="muted">{job.createdBy}</span>
    </li>
  )
}
