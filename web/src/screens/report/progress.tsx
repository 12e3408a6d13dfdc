import type { Job } from '@assay/contract'
import { useEffect, useRef } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { statusOf } from '../../base/model/statuses.ts'
import { text } from '../../base/texts/index.ts'
import { announce } from '../../base/ui/announcer.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Took } from '../../base/ui/time.tsx'
import { Waits } from '../../shared/budgets/waits.tsx'

const steps = [
  { status: 'Waiting', icon: 'status-waiting', label: 'status.Waiting' },
  { status: 'InProgress', icon: 'status-running', label: 'status.InProgress' },
  { status: 'Done', icon: 'flag', label: 'report.done' },
] as const

/** Where a job is on its way, and for how long. */
export function Progress({ job }: { job: Job }) {
  const at = job.status === 'Waiting' ? 0 : 1
  return (
    <section className="panel report-progress" aria-label={text('report.progress')}>
      <ol className="steps">
        {steps.map(({ status, icon, label }, index) => (
          <li
            key={status}
            className="step"
            data-state={index < at ? 'past' : index === at ? 'now' : 'next'}
            aria-current={index === at ? 'step' : undefined}
          >
            <Icon name={index < at ? 'check' : icon} />
            <span>{text(label)}</span>
            {index === 0 && (
              <Took
                from={job.createdAt}
                until={at === 0 ? undefined : (job.startDate ?? job.createdAt)}
              />
            )}
            {index === 1 && at === 1 && (
              <Took from={job.startDate ?? job.createdAt} until={undefined} />
            )}
          </li>
        ))}
      </ol>
      {job.waits && (
        <Notice kind="info">
          <Waits waits={job.waits} />
        </Notice>
      )}
      {job.waitingFor && (
        <Notice kind="warning">
          {job.waitingFor === 'an approval'
            ? text('starts.approval')
            : text('report.waitingFor', { what: job.waitingFor })}
        </Notice>
      )}
      {at === 1 && job.progress && <Told progress={job.progress} />}
      <p className="muted">{text('report.progressText')}</p>
    </section>
  )
}

/** What the program says of itself; a verdict counts only at the end. */
function Told({ progress }: { progress: NonNullable<Job['progress']> }) {
  const { percent, text: says, badges } = progress
  return (
    <div className="report-progress-said">
      {percent !== undefined && (
        <p>
          <progress max={100} value={percent} aria-label={text('report.progress')} />{' '}
          <span className="number">{percent} %</span>
        </p>
      )}
      {says !== undefined && <p>{defangText(says)}</p>}
      {badges.length > 0 && (
        <p className="muted">
          {text('report.soFar', {
            badges: badges
              .map(({ namespace, predicate, value }) => `${namespace}:${predicate} ${value}`.trim())
              .map(defangText)
              .join(', '),
          })}
        </p>
      )}
    </div>
  )
}

/** Screen readers announce each step, not the state they arrive at. */
export function useSpokenStatus(status: string | undefined): void {
  const previous = useRef<string>(undefined)
  useEffect(() => {
    const known = status && statusOf(status)
    if (previous.current && known && previous.current !== status) {
      announce(text('report.nowStatus', { status: text(`status.${known}`) }))
    }
    previous.current = status
  }, [status])
}
