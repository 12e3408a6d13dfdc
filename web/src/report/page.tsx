import type { JobWithReport } from '@assay/contract'
import { useMemo } from 'react'
import { isFinal } from '../model/statuses.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { text } from '../texts/index.ts'
import { PapMark, TlpMark } from '../ui/marks.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Answer, Empty, Missing } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { JobActions } from './actions.tsx'
import { ArtifactsTab } from './artifacts/artifacts-tab.tsx'
import { useArtifacts } from './artifacts/use-artifacts.ts'
import { DetailsTab } from './details-tab.tsx'
import { downloadReport } from './export-menu.tsx'
import { Failure } from './failure.tsx'
import { Findings } from './findings/findings.tsx'
import { JobLine } from './header.tsx'
import { headingOf } from './heading.ts'
import { PrintView } from './print-view.tsx'
import { Progress, useSpokenStatus } from './progress.tsx'
import { RawTab } from './raw/raw-tab.tsx'
import './report.css'
import { partsOfReport, type ReportParts } from './report-parts.ts'
import { SummaryTab } from './summary-tab.tsx'
import { type TabName, tabPath, tabsOf } from './tabs.ts'
import { useReport } from './use-report.ts'
import { Verdict } from './verdict.tsx'

export function ReportPage({ params }: ScreenProps) {
  const id = params.id ?? ''
  const query = useReport(id)
  const job = query.data
  useSpokenStatus(job?.status)
  const title = job ? headingOf(job) : text('report.title')
  return (
    <Page
      title={title}
      tabTitle={job ? `${title} – ${job.workerName}` : title}
      heading={
        job && (
          <>
            <span className="type-chip">{job.dataType}</span>
            <span className="report-value">{title}</span>
          </>
        )
      }
      back={<Link to="/jobs">{text('report.back')}</Link>}
      actions={
        job && (
          <>
            <TlpMark tlp={job.tlp} />
            <PapMark pap={job.pap} />
          </>
        )
      }
    >
      <Answer
        query={query}
        missing={
          <Missing
            what={text('report.thisJob')}
            id={id}
            list={<Link to="/jobs">{text('report.back')}</Link>}
          />
        }
      >
        {(found) => (
          <>
            <JobLine job={found} />
            <JobActions job={found} />
            {isFinal(found.status) ? <Ended job={found} /> : <Running job={found} />}
          </>
        )}
      </Answer>
    </Page>
  )
}

function Running({ job }: { job: JobWithReport }) {
  return (
    <div className="report-view">
      <Progress job={job} />
      <DetailsTab job={job} />
    </div>
  )
}

function Ended({ job }: { job: JobWithReport }) {
  const parts = useMemo(() => partsOfReport(job.report), [job.report])
  const hasFailed = parts.errorMessage !== undefined
  const { params } = useSearch()
  const names = tabsOf({ type: job.type, hasFailed })
  const tab = names.find((name) => name === params.get('tab')) ?? 'summary'
  const artifacts = useArtifacts(job.id, names.includes('artifacts'))
  if (job.status === 'Deleted') {
    return <Empty title={text('report.wasDeleted')} icon="trash" />
  }
  return (
    <>
      {parts.errorMessage !== undefined && <Failure job={job} message={parts.errorMessage} />}
      <Verdict taxonomies={parts.taxonomies} />
      <Tabs
        label={text('report.tabs')}
        tabs={names.map((name) => ({
          to: tabPath(job.id, name),
          label: text(`report.tab.${name}`),
          isCurrent: name === tab,
          count: name === 'artifacts' ? artifacts.data?.length : undefined,
        }))}
      />
      <TabContent tab={tab} job={job} parts={parts} />
      <PrintView job={job} />
    </>
  )
}

function TabContent(props: { tab: TabName; job: JobWithReport; parts: ReportParts }) {
  const { tab, job, parts } = props
  switch (tab) {
    case 'summary':
      return <SummaryTab job={job} parts={parts} />
    case 'findings':
      return (
        <Panel>
          <Findings value={parts.findings} />
        </Panel>
      )
    case 'artifacts':
      return <ArtifactsTab job={job} />
    case 'raw':
      return <RawTab report={job.report} onDownload={() => downloadReport(job)} />
    case 'details':
      return <DetailsTab job={job} />
  }
}
