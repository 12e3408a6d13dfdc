import type { Job } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { Link } from '../../base/routing/link.tsx'
import { useLocation, useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { PapMark, StatusMark, TlpMark } from '../../base/ui/marks.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Time, Took } from '../../base/ui/time.tsx'
import { useAction } from '../../base/use-action.ts'
import { ByRule } from '../../shared/rules/by-rule.tsx'
import { rerun } from './rerun.ts'
import { addressOf } from './value-address.ts'

interface JobLineProps {
  job: Job
  onStarted: (next: Job) => void
}

/** Below the title: who requested which analysis, when, and how it went. */
export function JobLine({ job, onStarted }: JobLineProps) {
  const { path } = useLocation()
  return (
    <div className="report-line">
      <StatusMark status={job.status} />
      {job.type === 'responder' && <strong>{analyzerName(job.workerName)}</strong>}
      <TlpMark tlp={job.tlp} />
      <PapMark pap={job.pap} />
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
      {job.rule && <ByRule rule={job.rule} isWhy />}
      <CachedMark job={job} onStarted={onStarted} />
      {job.type === 'analyzer' && path !== '/observables' && (
        <Link to={addressOf(job)}>{text('report.toValue')}</Link>
      )}
    </div>
  )
}

/** The server answered with a report it had: how old that is, and how to get a new one. */
function CachedMark({ job, onStarted }: JobLineProps) {
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
          onClick={() => void action.run(async () => onStarted(await rerun(job, { force: true })))}
        >
          {text('report.runFresh')}
        </Button>
      )}
      <Notice kind="error">{action.problem?.message}</Notice>
    </span>
  )
}
