import './report.css'
import type { Job, JobWithReport } from '@assay/contract'
import { type ReactNode, useMemo } from 'react'
import { isFinal } from '../../base/model/statuses.ts'
import { useSearch } from '../../base/routing/location.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Segments } from '../../base/ui/segments.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { JobActions } from './actions.tsx'
import { ArtifactsTab } from './artifacts/artifacts-tab.tsx'
import { useArtifacts } from './artifacts/use-artifacts.ts'
import { DetailsTab } from './details-tab.tsx'
import { downloadReport } from './export-menu.tsx'
import { ReportSummary } from './facts/report-summary.tsx'
import { Failure } from './failure.tsx'
import { JobLine } from './header.tsx'
import { InputPanel } from './input-panel.tsx'
import { PrintView } from './print-view.tsx'
import { Progress } from './progress.tsx'
import { RawTab } from './raw/raw-tab.tsx'
import { partsOfReport, type ReportParts } from './report-parts.ts'
import { Operations } from './report-view.tsx'
import { SimilarFiles } from './similar-files.tsx'

interface ReportBodyProps {
  job: JobWithReport
  /** Another job was started instead. */
  onStarted: (next: Job) => void
  onDeleted: () => void
}

/** A job and its report: in the drawer of its value, or for itself where there is no such page. */
export function ReportBody({ job, onStarted, onDeleted }: ReportBodyProps) {
  return (
    <div className="report-view report-body">
      <JobLine job={job} onStarted={onStarted} />
      <JobActions job={job} onStarted={onStarted} onDeleted={onDeleted} />
      {isFinal(job.status) ? (
        <Ended job={job} />
      ) : (
        <>
          <Progress job={job} />
          <Details job={job} />
        </>
      )}
    </div>
  )
}

const parts = ['summary', 'found', 'raw'] as const
type Part = (typeof parts)[number]

function Ended({ job }: { job: JobWithReport }) {
  const content = useMemo(() => partsOfReport(job.report), [job.report])
  const hasFailed = content.errorMessage !== undefined
  const { params, set } = useSearch()
  const names = parts.filter((name) => name !== 'found' || (!hasFailed && job.type === 'analyzer'))
  const part = names.find((name) => name === params.get('part')) ?? 'summary'
  const found = useArtifacts(job.id, names.includes('found')).data?.length
  if (job.status === 'Deleted') return <Empty title={text('report.wasDeleted')} icon="trash" />
  const label: Record<Part, string> = {
    summary: text('report.part.summary'),
    found: found
      ? text('report.part.foundMany', { count: formatNumber(found) })
      : text('report.part.found'),
    raw: text('report.part.raw'),
  }
  const shown: Record<Part, () => ReactNode> = {
    summary: () => <Summary job={job} content={content} />,
    found: () => <ArtifactsTab job={job} />,
    raw: () => <RawTab report={job.report} onDownload={() => downloadReport(job)} />,
  }
  return (
    <>
      {content.errorMessage !== undefined && <Failure job={job} message={content.errorMessage} />}
      <Segments<Part>
        label={text('report.tabs')}
        value={part}
        onChange={(next) => set({ part: next === 'summary' ? undefined : next })}
        options={names.map((name) => ({ value: name, label: label[name] }))}
      />
      {shown[part]()}
      <PrintView job={job} />
    </>
  )
}

function Summary({ job, content }: { job: JobWithReport; content: ReportParts }) {
  const hasFailed = content.errorMessage !== undefined
  return (
    <>
      {!hasFailed && <ReportSummary job={job} parts={content} />}
      {job.type === 'analyzer' && job.dataType === 'file' && !hasFailed && (
        <SimilarFiles job={job} />
      )}
      <Operations operations={content.operations} />
      {(hasFailed || job.type === 'responder') && <InputPanel job={job} />}
      <Details job={job} />
    </>
  )
}

/** All that is known about the job itself: seldom needed, never far. */
const Details = ({ job }: { job: Job }) => (
  <details className="panel fact-fold">
    <summary>{text('report.tab.details')}</summary>
    <DetailsTab job={job} />
  </details>
)
