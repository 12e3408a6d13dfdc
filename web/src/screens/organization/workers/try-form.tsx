import type { JobWithReport } from '@assay/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../../base/api.ts'
import { isFinal } from '../../../base/model/statuses.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import type { useAction } from '../../../base/use-action.ts'

interface TryFormProps {
  action: ReturnType<typeof useAction>
  /** What went wrong, unless a field says so. */
  problem: string | undefined
  submit: string
  hasChanges: boolean
  /** Answers the job that it started; undefined when it refused to. */
  start: () => Promise<{ readonly id: string } | undefined>
  outcome: (job: JobWithReport) => ReactNode
  children: ReactNode
}

/** What is to be tried, the button that starts the run, and what came of it. */
export function TryForm(props: TryFormProps) {
  const { action, start } = props
  const [job, setJob] = useState<JobWithReport>()

  async function run() {
    setJob(undefined)
    const started = await start()
    if (started) setJob(await endOf(started.id))
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!action.busy) void action.run(run)
  }
  return (
    <form method="post" noValidate onSubmit={send}>
      <Notice kind="error">{props.problem}</Notice>
      {props.children}
      <div className="buttons">
        <Button type="submit" icon="play" busy={action.busy}>
          {props.submit}
        </Button>
        {props.hasChanges && <span className="muted">{text('try.unsaved')}</span>}
      </div>
      <div aria-live="polite">
        {action.busy && <p className="muted">{text('try.running')}</p>}
        {job && props.outcome(job)}
      </div>
    </form>
  )
}

async function endOf(id: string): Promise<JobWithReport> {
  let job = await api.waitReport({ id }, { atMost: '30second' })
  while (!isFinal(job.status)) job = await api.waitReport({ id }, { atMost: '30second' })
  return job
}
