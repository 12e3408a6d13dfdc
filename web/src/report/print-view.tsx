import type { JobWithReport } from '@assay/contract'
import { createPortal } from 'react-dom'
import { text } from '../texts/index.ts'
import { PapMark, StatusMark, TlpMark } from '../ui/marks.tsx'
import { Time } from '../ui/time.tsx'
import { useIsPrinting } from '../ui/use-printing.ts'
import { PaperContext } from './findings/paper.ts'
import { headingOf } from './heading.ts'
import './print-view.css'
import { ReportView } from './report-view.tsx'

/** The report on paper: made when the browser is about to print, whatever tab is open. */
export function PrintView({ job }: { job: JobWithReport }) {
  if (!useIsPrinting()) return null
  return createPortal(
    <div className="paper sheet">
      <PaperEdge job={job} place="head" />
      <div className="sheet-body">
        <div>
          <p className="paper-title">
            <span className="type-chip">{job.dataType}</span> {headingOf(job)}
          </p>
          <p className="paper-line">
            {job.workerName} · <StatusMark status={job.status} /> ·{' '}
            <Time at={job.startDate ?? job.createdAt} style="full" /> ·{' '}
            {text('report.by', { login: job.createdBy })} · {job.id}
          </p>
          <PaperContext value={true}>
            <ReportView report={job.report} />
          </PaperContext>
        </div>
      </div>
      <PaperEdge job={job} place="foot" />
    </div>,
    document.body,
  )
}

/** Header and footer of a table: the one thing that every browser repeats on each page. */
function PaperEdge({ job, place }: { job: JobWithReport; place: 'head' | 'foot' }) {
  return (
    <div className={`sheet-${place}`}>
      <div className="sheet-mark">
        <TlpMark tlp={job.tlp} /> <PapMark pap={job.pap} />
      </div>
    </div>
  )
}
