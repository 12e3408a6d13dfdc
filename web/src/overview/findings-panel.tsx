import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { counted, text } from '../texts/index.ts'
import { TaxonomyMarks } from '../ui/marks.tsx'
import { Observable, valuePath } from '../ui/observable.tsx'
import { Panel } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import type { Finding } from './findings.ts'
import { useFindings } from './use-findings.ts'
import type { Overview } from './use-overview.ts'

const maxShown = 10

export function FindingsPanel({ overview }: { overview: Overview }) {
  const { findings, looked, isPending } = useFindings(overview.jobs, maxShown)
  return (
    <Panel title={text('overview.findings')} className="findings">
      {findings.length > 0 && (
        <Table
          caption={text('overview.findings')}
          rows={findings}
          idOf={({ job }) => job.id}
          columns={[
            {
              key: 'observable',
              label: text('overview.observable'),
              isHeader: true,
              isWide: true,
              cell: ({ job }) => <Observable observed={job} to={addressOf(job)} />,
            },
            {
              key: 'finding',
              label: text('overview.finding'),
              cell: ({ job, taxonomies }) => (
                <Link to={path`/jobs/${job.id}`} className="finding-link">
                  <TaxonomyMarks taxonomies={taxonomies} max={2} />
                </Link>
              ),
            },
            {
              key: 'worker',
              label: text('overview.worker'),
              cell: ({ job }) => (
                <span className="finding-worker">
                  {job.workerName}
                  <small className="muted">
                    <Time at={job.createdAt} />
                  </small>
                </span>
              ),
            },
          ]}
        />
      )}
      {findings.length === 0 && isPending && <Loading lines={3} />}
      {findings.length === 0 && !isPending && (
        <p className="muted">{counted('overview.noFindings', looked)}</p>
      )}
    </Panel>
  )
}

/** A file has no value to look up: its report is what there is about it. */
const addressOf = (job: Finding['job']) => valuePath(job)
