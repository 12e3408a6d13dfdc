import type { Job } from '@assay/contract'
import { useJobs } from '../../base/data/jobs.ts'
import { useSummaries } from '../../base/data/summaries.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { Link } from '../../base/routing/link.tsx'
import { changedSearch, useLocation } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { StatusMark, TaxonomyMarks } from '../../base/ui/marks.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { sameValueQuery } from './same-value.ts'

const most = 50

/** Other runs on the same value, those of the same analyzer first: with which one to compare. */
export function CompareDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const query = useJobs({ query: sameValueQuery(job), range: `0-${most}`, sort: '-createdAt' })
  return (
    <Dialog title={text('report.compare.title')} shape="wide" onClose={onClose}>
      <Answer query={query}>
        {({ rows }) => {
          const others = rows.filter(({ id, status }) => id !== job.id && status === 'Success')
          return others.length === 0 ? (
            <Empty title={text('report.compare.none')}>{text('report.compare.noneText')}</Empty>
          ) : (
            <Runs job={job} others={others} onFollow={onClose} />
          )
        }}
      </Answer>
    </Dialog>
  )
}

interface RunsProps {
  job: Job
  others: readonly Job[]
  onFollow: () => void
}

function Runs({ job, others, onFollow }: RunsProps) {
  const summaries = useSummaries(others.filter(({ status }) => isFinal(status)).map(({ id }) => id))
  const { path, search } = useLocation()
  const isSame = (other: Job) => other.workerName === job.workerName
  const sorted = [...others.filter(isSame), ...others.filter((other) => !isSame(other))]
  return (
    <ul className="compare-runs">
      {sorted.map((other) => (
        <li key={other.id}>
          <Link to={comparePath(path, search, job, other)} onClick={onFollow}>
            {analyzerName(other.workerName)}, <Time at={other.createdAt} style="full" />
          </Link>
          <StatusMark status={other.status} />
          <TaxonomyMarks taxonomies={summaries.get(other.id)?.taxonomies ?? []} max={3} />
        </li>
      ))}
    </ul>
  )
}

/** The older one is on the left. Over the value the report makes room for the comparison. */
function comparePath(path: string, search: string, job: Job, other: Job): string {
  const [a, b] = other.createdAt <= job.createdAt ? [other, job] : [job, other]
  const both = { a: a.id, b: b.id }
  return path === '/observables'
    ? path + changedSearch(search, { ...both, report: undefined, part: undefined })
    : `/compare?${new URLSearchParams(both)}`
}
