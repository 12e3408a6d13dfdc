import './dossier.css'
import type { Job } from '@assay/contract'
import { useSummaries } from '../data/summaries.ts'
import { useAnalyzers } from '../data/workers.ts'
import { BulkProgress } from '../jobs/bulk-progress.tsx'
import { ExportMenu } from '../jobs/export-menu.tsx'
import { useBulk } from '../jobs/use-bulk.ts'
import { worstLevel } from '../model/levels.ts'
import { shownValue } from '../model/observable.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { text } from '../texts/index.ts'
import { LevelMark, TlpMark } from '../ui/marks.tsx'
import { Observable } from '../ui/observable.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { byAnalyzer, neverRun } from './dossier.ts'
import { LatestTable } from './latest-table.tsx'
import { LookUp } from './look-up.tsx'
import { RunButtons } from './run-buttons.tsx'
import { SeenIn } from './seen-in.tsx'
import { observedAs, type Subject } from './subject.ts'
import { Timeline } from './timeline.tsx'
import { maxRuns, useDossier } from './use-dossier.ts'

/** All that was ever found out about one observable. */
export function DossierPage() {
  const { params } = useSearch()
  const dataType = params.get('type') ?? ''
  const value = params.get('value') ?? ''
  if (!dataType || !value) return <LookUp />
  return <Dossier key={`${dataType} ${value}`} subject={{ dataType, value }} />
}

const strictestTlp = (jobs: readonly Job[]) => Math.max(...jobs.map(({ tlp }) => tlp))

function Dossier({ subject }: { subject: Subject }) {
  const runs = useDossier(subject)
  const bulk = useBulk()
  const jobs = runs.data?.rows ?? []
  const observed = observedAs(subject, jobs[0])
  const analyzers = useAnalyzers(runs.isSuccess)
  const groups = byAnalyzer(jobs)
  const missing = neverRun(analyzers.data ?? [], groups, subject.dataType)
  return (
    <Page
      title={shownValue(observed)}
      back={<Link to="/jobs">{text('dossier.back')}</Link>}
      tlp={jobs.length > 0 ? strictestTlp(jobs) : undefined}
      heading={
        <span className="dossier-value">
          <Observable observed={observed} canCopy />
        </span>
      }
      actions={
        jobs.length > 0 && (
          <ExportMenu jobs={jobs} name={shownValue(observed)} bulk={bulk} size="normal" />
        )
      }
    >
      <Answer query={runs}>
        {({ total }) => (
          <>
            <Facts jobs={jobs} />
            {total > maxRuns && (
              <p className="muted">{text('dossier.cut', { shown: maxRuns, total })}</p>
            )}
            <RunButtons
              subject={subject}
              newest={jobs[0]}
              missing={missing}
              bulk={bulk}
              onDone={() => void runs.refetch()}
            />
            <BulkProgress state={bulk.state} onClose={bulk.forget} />
            <div className="dossier-columns">
              <Panel title={text('dossier.latest')}>
                <LatestTable groups={groups} missing={missing} />
              </Panel>
              <div>
                <SeenIn subject={subject} />
                <Panel title={text('dossier.timeline')}>
                  <Timeline jobs={jobs} />
                </Panel>
              </div>
            </div>
          </>
        )}
      </Answer>
    </Page>
  )
}

/** The worst of what each analyzer said last, and since when it is known. */
function Facts({ jobs }: { jobs: readonly Job[] }) {
  const last = byAnalyzer(jobs).flatMap(({ lastSuccess }) => lastSuccess?.id ?? [])
  const summaries = useSummaries(last)
  const worst = worstLevel([...summaries.values()].flatMap(({ taxonomies }) => taxonomies))
  if (jobs.length === 0) return <p className="dossier-facts muted">{text('dossier.none')}</p>
  return (
    <dl className="dossier-facts">
      <div>
        <dt>{text('dossier.worst')}</dt>
        <dd>{worst ? <LevelMark level={worst} /> : <span className="muted">–</span>}</dd>
      </div>
      <div>
        <dt>{text('dossier.first')}</dt>
        <dd>
          <Time at={jobs.at(-1)?.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{text('dossier.last')}</dt>
        <dd>
          <Time at={jobs[0]?.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{text('dossier.runs')}</dt>
        <dd className="number">{jobs.length}</dd>
      </div>
      <div>
        <dt>{text('dossier.marking')}</dt>
        <dd>
          <TlpMark tlp={strictestTlp(jobs)} />
        </dd>
      </div>
    </dl>
  )
}
