import type { Job } from '@assay/contract'
import { plainValue } from '../model/observable.ts'
import { isFinal } from '../model/statuses.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { CopyMenu } from '../ui/copy.tsx'
import { StatusMark } from '../ui/marks.tsx'
import { Notice } from '../ui/notice.tsx'
import { valuePath } from '../ui/observable.tsx'
import { Time, Took } from '../ui/time.tsx'
import { useAction } from '../use-action.ts'
import { rerun } from './rerun.ts'

/** Below the title: who asked what of whom, when, and how it went. */
export function JobLine({ job }: { job: Job }) {
  const isAnalysis = job.type === 'analyzer'
  return (
    <div className="report-line">
      <StatusMark status={job.status} />
      <strong>{job.workerName}</strong>
      <span>
        <Time at={job.startDate ?? job.createdAt} style="full" />
        {isFinal(job.status) && job.startDate !== undefined && (
          <>
            {text('report.took')}
            <Took from={job.startDate} until={job.endDate ?? job.startDate} />
          </>
        )}
      </span>
      <span>{text('report.by', { login: job.createdBy })}</span>
      <CachedMark job={job} />
      <span className="report-line-tools">
        <CopyMenu dataType={job.dataType} value={plainValue(job)} />
        {isAnalysis && <Link to={valuePath(job)}>{text('report.dossier')}</Link>}
      </span>
    </div>
  )
}

/** The server answered with a report it had: how old that is, and how to get a new one. */
function CachedMark({ job }: { job: Job }) {
  const { params } = useSearch()
  const { analyze } = useRights()
  const action = useAction()
  if (!job.fromCache && params.get('cached') !== '1') return null
  return (
    <span className="report-cached">
      <span className="badge">{text('report.cached')}</span>
      <Time at={job.createdAt} style="ago" />
      {analyze && (
        <Button
          size="small"
          icon="refresh"
          busy={action.busy}
          onClick={() => void action.run(() => rerun(job, { force: true }))}
        >
          {text('report.runFresh')}
        </Button>
      )}
      <Notice kind="error">{action.problem?.message}</Notice>
    </span>
  )
}
