import type { Job } from '@assay/contract'
import { useEffect } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { currentLocation, navigate, useSearch } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { Answer, Loading, Missing } from '../../base/ui/states.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { headingOf } from './heading.ts'
import { useSpokenStatus } from './progress.tsx'
import { ReportBody } from './report-body.tsx'
import { useReport } from './use-report.ts'
import { valueAddress } from './value-address.ts'

/**
 * `/jobs/{id}` leads to the value that the job is about, with its report next to it. A responder was
 * run on a case, an alert or a task: its report is shown here.
 */
export function ReportPage({ params }: ScreenProps) {
  const id = params.id ?? ''
  const query = useReport(id)
  const job = query.data
  const { params: search } = useSearch()
  const target = job && valueAddress(job, search)
  useSpokenStatus(target ? undefined : job?.status)
  useEffect(() => {
    if (target !== undefined && currentLocation().path === path`/jobs/${id}`)
      navigate(target, { replace: true })
  }, [target, id])
  const title = job ? headingOf(job) : text('report.title')
  const list = <Link to="/activity">{text('report.back')}</Link>
  return (
    <Page
      title={title}
      tabTitle={job ? `${title} – ${analyzerName(job.workerName)}` : title}
      heading={
        job && (
          <>
            <TypeChip type={job.dataType} />
            <span className="report-value">{title}</span>
          </>
        )
      }
      back={list}
    >
      <Answer query={query} missing={<Missing what={text('report.thisJob')} id={id} list={list} />}>
        {(found) =>
          target === undefined ? (
            <ReportBody job={found} onStarted={openJob} onDeleted={() => navigate('/activity')} />
          ) : (
            <Loading />
          )
        }
      </Answer>
    </Page>
  )
}

const openJob = ({ id, fromCache }: Job) =>
  navigate(path`/jobs/${id}` + (fromCache ? '?cached=1' : ''))
