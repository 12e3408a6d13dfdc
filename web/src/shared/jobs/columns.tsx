import type { EngineAction, Job } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../../base/data/jobs.ts'
import { useSummary } from '../../base/data/summaries.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { cut, defangSentence } from '../../base/model/defang.ts'
import { isRecord, verdictOf, worstLevel } from '../../base/model/levels.ts'
import { shownValue } from '../../base/model/observable.ts'
import { responseWords } from '../../base/model/response-words.ts'
import { said } from '../../base/model/said.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { ago } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { StatusMark } from '../../base/ui/marks.tsx'
import { Nothing } from '../../base/ui/nothing.tsx'
import { Observable, valuePath } from '../../base/ui/observable.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { Time, Took } from '../../base/ui/time.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { Waits } from '../budgets/waits.tsx'
import { subjectOf } from './subject.ts'

interface JobColumns {
  kind: 'analyses' | 'responses'
  /** Jobs that answered a new question with their old report. */
  cached: ReadonlySet<string>
  /** What responders did, by job; undefined until it was read. */
  actions: ReadonlyMap<string, EngineAction> | undefined
  pathOf: (job: Job) => string
}

export const jobColumns = ({ kind, cached, actions, pathOf }: JobColumns): Column<Job>[] => [
  {
    key: 'status',
    label: text('activity.state'),
    isSortable: true,
    className: 'job-status',
    cell: (job) => (
      <>
        <StatusMark status={job.status} isNotApplicable={job.notApplicable !== undefined} />
        {cached.has(job.id) && (
          <span className="type-chip">
            {text('jobs.cached', { ago: ago(job.createdAt, Date.now()) })}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'data',
    label: text('activity.what'),
    isSortable: kind === 'analyses',
    isHeader: true,
    className: 'job-observable',
    cell: (job) =>
      job.type === 'analyzer' ? (
        <span className="job-subject" title={shownValue(job)}>
          <Observable observed={job} to={pathOf(job)} />
          <SubjectLink to={valuePath(job)} name={shownValue(job)} />
        </span>
      ) : (
        <ResponseSubject job={job} to={pathOf(job)} />
      ),
  },
  {
    key: 'workerName',
    label: text(kind === 'analyses' ? 'jobs.analyzer' : 'jobs.responder'),
    isSortable: true,
    className: 'job-worker',
    cell: ({ workerName }) => <span title={workerName}>{analyzerName(workerName)}</span>,
  },
  {
    key: 'findings',
    label: text('activity.result'),
    className: 'job-findings',
    cell: (job) =>
      job.type === 'analyzer' || job.status !== 'Success' ? (
        <Findings job={job} />
      ) : (
        <Response job={job} action={actions?.get(job.id)} isKnown={actions !== undefined} />
      ),
  },
  {
    key: 'createdBy',
    label: text('activity.who'),
    isSortable: kind === 'analyses',
    className: 'job-by',
    // The platform runs responders on behalf of a user.
    cell: (job) => actions?.get(job.id)?._createdBy ?? job.createdBy,
  },
  {
    key: 'createdAt',
    label: text('activity.when'),
    isSortable: true,
    className: 'job-created',
    cell: (job) => <Time at={job.createdAt} />,
  },
  {
    key: 'took',
    label: text('jobs.took'),
    align: 'right',
    className: 'job-took',
    cell: (job) => <Took from={job.startDate} until={endOf(job)} />,
  },
]

/** The object by its name; the JSON that was sent stays in the report. */
function ResponseSubject({ job, to }: { job: Job; to: string }) {
  const subject = subjectOf(job)
  const name = subject.value ? shownValue(subject.value) : subject.words
  return (
    <span className="job-subject" title={name}>
      {subject.value ? (
        <Observable observed={subject.value} to={to} />
      ) : (
        <Link to={to} className="few-lines">
          {subject.words}
        </Link>
      )}
      {(subject.to ?? subject.value) && (
        <SubjectLink
          to={subject.to ?? (subject.value ? valuePath(subject.value) : to)}
          name={name}
        />
      )}
    </span>
  )
}

interface ResponseProps {
  job: Job
  action: EngineAction | undefined
  /** Whether the actions were read: only then a missing one is known. */
  isKnown: boolean
}

/** Its message, or what it did. A run that did not come from a case has it in its report only. */
function Response({ job, action, isKnown }: ResponseProps) {
  const isAlone = isKnown && action === undefined
  const { data } = useQuery({ ...reportQuery(job.id), enabled: isAlone })
  const report: unknown = action ? parsed(action.report) : data?.report
  const fields = isRecord(report) ? report : {}
  const full = isRecord(fields.full) ? fields.full : fields
  const operations = action ? parsed(action.operations) : fields.operations
  if (!action && !data) return <span className="muted">…</span>
  return (
    <span className="few-lines">
      {responseWords(full.message, operations, subjectOf(job).value)}
    </span>
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A job that was deleted while it ran has no end date. */
const endOf = ({ status, endDate, updatedAt }: Job) =>
  endDate ?? (isFinal(status) ? updatedAt : undefined)

function SubjectLink({ to, name: value }: { to: string; name: string }) {
  const name = text('jobs.dossier', { value })
  return (
    <Link to={to} className="job-dossier" title={name} aria-label={name}>
      <Icon name="observable" />
    </Link>
  )
}

/** Some errors are whole logs; a row shows the beginning of a line. */
const longestError = 500

/** As the server names it. */
const approval = 'an approval'

/** The verdict and its first reason; the badges are in the report. Of a failure why it failed. */
function Findings({ job }: { job: Job }) {
  const { data } = useSummary(job.status === 'Success' ? job.id : undefined)
  if (job.status === 'Failure') {
    const reason = defangSentence(cut(job.errorMessage ?? '', longestError))
    return <span className="few-lines">{reason || text('jobs.noReason')}</span>
  }
  if (job.waits) return <Waits waits={job.waits} />
  if (job.waitingFor === approval) return <span className="muted">{text('starts.approval')}</span>
  if (job.waitingFor)
    return <span className="muted">{text('jobs.waitingFor', { what: job.waitingFor })}</span>
  if (!data) return isFinal(job.status) ? null : <Nothing />
  const reason = data.reason && said(data.reason)
  return (
    <span className="job-verdict">
      <VerdictMark level={verdictOf(worstLevel(data.taxonomies))} isPlain />
      {reason && (
        <span className="job-reason few-lines" title={reason}>
          {reason}
        </span>
      )}
    </span>
  )
}
