import type { Job } from '@assay/contract'
import { useMemo } from 'react'
import { useJobs } from '../../base/data/jobs.ts'
import { useSummary } from '../../base/data/summaries.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { StatusMark, TaxonomyMarks } from '../../base/ui/marks.tsx'
import { Observable } from '../../base/ui/observable.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'
import { reportPath } from '../../shared/jobs/paths.ts'
import { valueQuery } from '../../shared/jobs/query.ts'
import { MissingJob } from './comparison.tsx'
import { useReport } from './use-report.ts'

interface ChooseOtherProps {
  id: string
  onChoose: (older: string, newer: string) => void
}

/** Other runs on the same value, those of the same analyzer first. */
export function ChooseOther({ id, onChoose }: ChooseOtherProps) {
  const job = useReport(id)
  return (
    <Answer query={job} missing={<MissingJob id={id} />}>
      {(found) => <Others job={found} onChoose={onChoose} />}
    </Answer>
  )
}

function Others({ job, onChoose }: { job: Job; onChoose: ChooseOtherProps['onChoose'] }) {
  const runs = useJobs({ query: valueQuery(job), range: '0-200', sort: '-createdAt' })
  const columns = useMemo(
    () =>
      columnsWith((other) => {
        const isOlder = other.createdAt < job.createdAt
        onChoose(isOlder ? other.id : job.id, isOlder ? job.id : other.id)
      }),
    [job, onChoose],
  )
  return (
    <>
      <p className="choose-other">
        {text('compare.choose')} <Observable observed={job} to={reportPath(job)} />
      </p>
      <Answer query={runs}>
        {({ rows }) => {
          const others = rows
            .filter(({ id }) => id !== job.id)
            .sort((one, two) => Number(isSame(two, job)) - Number(isSame(one, job)))
          return others.length === 0 ? (
            <Empty icon="jobs" title={text('compare.noOthers')}>
              {text('compare.noOthersText')}
            </Empty>
          ) : (
            <Table
              caption={text('compare.others')}
              columns={columns}
              rows={others}
              idOf={({ id }) => id}
            />
          )
        }}
      </Answer>
    </>
  )
}

const isSame = (one: Job, other: Job) => one.workerName === other.workerName

const columnsWith = (onChoose: (job: Job) => void): Column<Job>[] => [
  {
    key: 'worker',
    label: text('jobs.workerColumn'),
    isHeader: true,
    cell: (job) => <Link to={reportPath(job)}>{analyzerName(job.workerName)}</Link>,
  },
  {
    key: 'status',
    label: text('jobs.status'),
    cell: ({ status }) => <StatusMark status={status} />,
  },
  { key: 'findings', label: text('jobs.findings'), cell: (job) => <Findings job={job} /> },
  {
    key: 'created',
    label: text('jobs.created'),
    cell: ({ createdAt }) => <Time at={createdAt} style="full" />,
  },
  {
    key: 'compare',
    label: text('compare.action'),
    align: 'right',
    cell: (job) => (
      <Button size="small" onClick={() => onChoose(job)}>
        {text('compare.withThis')}
      </Button>
    ),
  },
]

function Findings({ job }: { job: Job }) {
  const { data } = useSummary(job.status === 'Success' ? job.id : undefined)
  return <TaxonomyMarks taxonomies={data?.taxonomies ?? []} max={3} />
}
