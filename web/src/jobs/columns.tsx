import type { Job } from '@assay/contract'
import { useSummary } from '../data/summaries.ts'
import { cut, defangText } from '../model/defang.ts'
import { levels } from '../model/levels.ts'
import { shownValue } from '../model/observable.ts'
import { isFinal } from '../model/statuses.ts'
import { ago } from '../model/times.ts'
import { Link } from '../routing/link.tsx'
import { text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { PapMark, StatusMark, TaxonomyMarks, TlpMark } from '../ui/marks.tsx'
import { Observable, valuePath } from '../ui/observable.tsx'
import type { Column } from '../ui/table.tsx'
import { Time, Took } from '../ui/time.tsx'
import { reportPath } from './paths.ts'

/** `cached` holds the jobs that answered a new question with their old report. */
export const jobColumns = (cached: ReadonlySet<string>): Column<Job>[] => [
  {
    key: 'status',
    label: text('jobs.status'),
    isSortable: true,
    className: 'job-status',
    cell: (job) => (
      <>
        <StatusMark status={job.status} />
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
    label: text('jobs.observable'),
    isSortable: true,
    isHeader: true,
    className: 'job-observable',
    cell: (job) => (
      <span className="job-subject" title={shownValue(job)}>
        <Observable observed={job} to={reportPath(job)} />
        {job.type === 'analyzer' && <DossierLink job={job} />}
      </span>
    ),
  },
  {
    key: 'workerName',
    label: text('jobs.workerColumn'),
    isSortable: true,
    className: 'job-worker',
    cell: (job) => <span title={job.workerName}>{job.workerName}</span>,
  },
  {
    key: 'findings',
    label: text('jobs.findings'),
    className: 'job-findings',
    cell: (job) => <Findings job={job} />,
  },
  {
    key: 'tlp',
    label: text('jobs.tlp'),
    isSortable: true,
    className: 'job-marking',
    cell: (job) => <TlpMark tlp={job.tlp} />,
  },
  {
    key: 'pap',
    label: text('jobs.pap'),
    isSortable: true,
    className: 'job-marking',
    cell: (job) => <PapMark pap={job.pap} />,
  },
  {
    key: 'createdBy',
    label: text('jobs.by'),
    isSortable: true,
    className: 'job-by',
    cell: (job) => job.createdBy,
  },
  {
    key: 'createdAt',
    label: text('jobs.created'),
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

/** A job that was deleted while it ran has no end of its own. */
const endOf = ({ status, endDate, updatedAt }: Job) =>
  endDate ?? (isFinal(status) ? updatedAt : undefined)

function DossierLink({ job }: { job: Job }) {
  const name = text('jobs.dossier', { value: shownValue(job) })
  return (
    <Link to={valuePath(job)} className="job-dossier" title={name} aria-label={name}>
      <Icon name="observable" />
    </Link>
  )
}

/** Some errors are whole logs; a row shows the beginning of a line. */
const longestError = 500

/** What was found, worst first; of a failure why it failed. */
function Findings({ job }: { job: Job }) {
  const { data } = useSummary(job.status === 'Success' ? job.id : undefined)
  if (job.status === 'Failure') {
    const reason = defangText(cut(job.errorMessage ?? '', longestError))
    return <span className="job-error">{reason || text('jobs.noReason')}</span>
  }
  if (job.waitingFor)
    return <span className="muted">{text('jobs.waitingFor', { what: job.waitingFor })}</span>
  const worstFirst = data?.taxonomies.toSorted(
    (one, other) => levels.indexOf(other.level) - levels.indexOf(one.level),
  )
  return worstFirst && worstFirst.length > 0 ? (
    <TaxonomyMarks taxonomies={worstFirst} max={2} />
  ) : (
    <span className="muted">–</span>
  )
}
