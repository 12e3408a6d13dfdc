import type { JobWithReport } from '@assay/contract'
import { useVerdicts } from '../data/verdicts.ts'
import { reportPath } from '../jobs/paths.ts'
import { analyzerName } from '../model/analyzer-name.ts'
import { shownValue } from '../model/observable.ts'
import { isFinal } from '../model/statuses.ts'
import type { Found } from '../report/artifacts/list.ts'
import { useArtifacts } from '../report/artifacts/use-artifacts.ts'
import { downloadReport } from '../report/export-menu.tsx'
import { Progress } from '../report/progress.tsx'
import { RawTab } from '../report/raw/raw-tab.tsx'
import { ReportView } from '../report/report-view.tsx'
import { useReport } from '../report/use-report.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { text } from '../texts/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { StatusMark } from '../ui/marks.tsx'
import { valuePath } from '../ui/observable.tsx'
import { Segments } from '../ui/segments.tsx'
import { Answer, Missing } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'

const parts = ['summary', 'found', 'raw'] as const
type Part = (typeof parts)[number]

/** One report, over the value that it is about. The address has it, so Back closes it. */
export function ReportDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useReport(id)
  return (
    <Dialog
      title={query.data ? analyzerName(query.data.workerName) : text('value.report')}
      shape="drawer"
      onClose={onClose}
    >
      <Answer
        query={query}
        missing={<Missing what={text('value.thisReport')} id={id} list={null} />}
      >
        {(job) => <Report job={job} />}
      </Answer>
    </Dialog>
  )
}

function Report({ job }: { job: JobWithReport }) {
  const { params, set } = useSearch()
  const part = parts.find((name) => name === params.get('part')) ?? 'summary'
  return (
    <div className="report-view value-drawer">
      <p className="value-drawer-line">
        <StatusMark status={job.status} />
        <Time at={job.endDate ?? job.createdAt} style="full" />
        <span className="muted">{text('value.askedBy', { login: job.createdBy })}</span>
        <Link to={reportPath(job)}>{text('value.wholeReport')}</Link>
      </p>
      {isFinal(job.status) ? (
        <>
          <Segments<Part>
            label={text('value.parts')}
            value={part}
            onChange={(next) => set({ part: next === 'summary' ? undefined : next })}
            options={parts.map((name) => ({ value: name, label: text(`value.part.${name}`) }))}
          />
          {part === 'summary' && <ReportView report={job.report} />}
          {part === 'found' && <FoundValues job={job} />}
          {part === 'raw' && <RawTab report={job.report} onDownload={() => downloadReport(job)} />}
        </>
      ) : (
        <Progress job={job} />
      )}
    </div>
  )
}

const maxFound = 200

/** What the analyzer found, with what is known about it. */
function FoundValues({ job }: { job: JobWithReport }) {
  const query = useArtifacts(job.id)
  return (
    <Answer query={query}>
      {(found) =>
        found.length === 0 ? (
          <p className="muted">{text('value.nothingFound')}</p>
        ) : (
          <FoundList found={found.slice(0, maxFound)} total={found.length} />
        )
      }
    </Answer>
  )
}

function FoundList({ found, total }: { found: readonly Found[]; total: number }) {
  const verdictOf = useVerdicts(found)
  return (
    <>
      <ul className="value-found">
        {found.map((one) => (
          <li key={one.id}>
            <VerdictMark level={verdictOf(one)?.level ?? null} isPlain />
            <span className="type-chip">{one.dataType}</span>
            <Link className="value" to={valuePath(one)}>
              {shownValue(one)}
            </Link>
          </li>
        ))}
      </ul>
      {total > found.length && (
        <p className="muted">{text('value.moreFound', { count: total - found.length })}</p>
      )}
    </>
  )
}
