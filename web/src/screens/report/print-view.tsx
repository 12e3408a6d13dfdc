import type { JobWithReport } from '@assay/contract'
import { createPortal } from 'react-dom'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { text } from '../../base/texts/index.ts'
import { PapMark, StatusMark, TlpMark } from '../../base/ui/marks.tsx'
import { Time } from '../../base/ui/time.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { useIsPrinting } from '../../base/ui/use-printing.ts'
import { PrintContext } from './findings/print.ts'
import { headingOf } from './heading.ts'
import './print-view.css'
import { ReportView } from './report-view.tsx'

/** The printed report: made when the browser is about to print, whatever tab is open. */
export function PrintView({ job }: { job: JobWithReport }) {
  if (!useIsPrinting()) return null
  return createPortal(
    <div className="print sheet">
      <PrintEdge job={job} place="head" />
      <div className="sheet-body">
        <div>
          <p className="print-title">
            <TypeChip type={job.dataType} /> {headingOf(job)}
          </p>
          <p className="print-line">
            {analyzerName(job.workerName)} · <StatusMark status={job.status} /> ·{' '}
            <Time at={job.startDate ?? job.createdAt} style="full" /> ·{' '}
            {text('report.by', { login: job.createdBy })} · {job.id}
          </p>
          <PrintContext value={true}>
            <ReportView report={job.report} />
          </PrintContext>
        </div>
      </div>
      <PrintEdge job={job} place="foot" />
    </div>,
    document.body,
  )
}

/** Header and footer of a table: the only content that every browser repeats on each page. */
function PrintEdge({ job, place }: { job: JobWithReport; place: 'head' | 'foot' }) {
  return (
    <div className={`sheet-${place}`}>
      <div className="sheet-mark">
        <TlpMark tlp={job.tlp} /> <PapMark pap={job.pap} />
      </div>
    </div>
  )
}
