import './jobs.css'
import { ApiError, type Job } from '@assay/contract'
import { type ReactNode, useMemo } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { shownValue } from '../../base/model/observable.ts'
import { navigate } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Empty, Failed, Loading } from '../../base/ui/states.tsx'
import type { FilterValues } from '../list/declaration.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterChips } from '../list/filter-chips.tsx'
import { ListTable } from '../list/list-table.tsx'
import { NewerRows } from '../list/newer-rows.tsx'
import { SavedViews } from '../list/saved-views.tsx'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { JobsBulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { jobColumns } from './columns.tsx'
import { deleteChosen } from './delete-chosen.ts'
import { FailureStrip } from './failure-strip.tsx'
import { JobPager } from './job-pager.tsx'
import { jobList, responseList, statusName } from './list.ts'
import { subjectOf } from './subject.ts'
import { useActions } from './use-actions.ts'
import { useBulk } from './use-bulk.ts'
import { useJobList } from './use-job-list.ts'
import { useRunningAgain } from './use-running-again.ts'

export type Kind = 'analyses' | 'responses'

interface JobsPageProps {
  kind: Kind
  /** Where a row leads: its report, over the list. */
  pathOf: (job: Job) => string
  /** Which of the lists this is, and the others. */
  tabs: ReactNode
  children?: ReactNode
}

/** Runs of analyzers, or of responders, newest first. */
export function JobsPage({ kind, pathOf, tabs, children }: JobsPageProps) {
  const { analyze } = useRights()
  const list = useList(kind === 'responses' ? responseList : jobList)
  const type = kind === 'responses' ? 'responder' : 'analyzer'
  const { query, condition, rows, total, newJobs, showNew } = useJobList(list, type)
  const selection = useSelection(list, rows, { isAcrossPages: true })
  const bulk = useBulk()
  const again = useRunningAgain(bulk, showNew)
  const actions = useActions(rows)
  const columns = useMemo(
    () => jobColumns({ kind, cached: again.cached, actions, pathOf }),
    [kind, again.cached, actions, pathOf],
  )
  if (!query.data && isForbidden(query.error)) {
    return (
      <Page title={text('activity.title')}>
        <Failed error={query.error} />
      </Page>
    )
  }
  return (
    <Page
      title={text('activity.title')}
      tabTitle={tabTitle(kind, list.values)}
      heading={
        <>
          {text('activity.title')}
          {query.data && <span className="tab-count">{formatNumber(total)}</span>}
        </>
      }
    >
      {tabs}
      <FilterBar list={list} rows={query.data && rows}>
        <SavedViews
          name={kind === 'responses' ? 'responses' : 'jobs'}
          path={kind === 'responses' ? '/activity/responses' : '/activity'}
          list={list}
        />
      </FilterBar>
      <FilterChips list={list} />
      {String(list.values.status) === 'Failure' && (
        <FailureStrip
          query={condition}
          onReason={(error) => list.change({ error }, { push: true })}
          onTryAgain={
            analyze && !bulk.isBusy
              ? (jobs) => void again.run(jobs, { force: true, responds: true })
              : undefined
          }
        />
      )}
      <NewerRows
        message={newJobs > 0 ? counted('jobs.new', newJobs) : ''}
        show={text('jobs.showNew')}
        className="new-jobs"
        onShow={showNew}
      />
      <BulkProgress state={bulk.state} onClose={bulk.forget} />
      <div className="jobs-table">
        <ListTable
          list={list}
          query={query}
          selection={selection}
          canSelect
          nameOf={(job) =>
            text('jobs.select', { value: `${wordsOf(job)}, ${analyzerName(job.workerName)}` })
          }
          caption={text(`activity.${kind}`)}
          columns={columns}
          pathOf={pathOf}
          onRunAgain={(job) => {
            if (!analyze || bulk.isBusy) return
            const { chosen } = selection
            void again.run(chosen.length > 0 ? chosen : [job], { force: false })
          }}
          none={
            <Empty
              icon="jobs"
              title={text(`activity.none.${kind}`)}
              action={
                kind === 'analyses' &&
                analyze && (
                  <Button kind="primary" icon="plus" onClick={() => navigate('/new')}>
                    {text('nav.new')}
                  </Button>
                )
              }
            >
              {text(`activity.noneText.${kind}`)}
            </Empty>
          }
          bulkBar={
            <JobsBulkBar
              chosen={selection.chosen}
              bulk={bulk}
              onRunAgain={(options) => void again.run(selection.chosen, options)}
              onDelete={() => deleteChosen({ selection, bulk, onDone: showNew })}
              onClear={selection.clear}
            />
          }
          loading={<Loading lines={12} />}
          pager={<JobPager list={list} total={total} />}
        />
      </div>
      {children}
    </Page>
  )
}

const wordsOf = (job: Job) => {
  if (job.type === 'analyzer') return shownValue(job)
  const { value, words } = subjectOf(job)
  return value ? shownValue(value) : words
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403

/** "Failed – Activity": adjacent browser tabs must be distinguishable. */
function tabTitle(kind: Kind, { status = [], q = [] }: FilterValues): string {
  const [only] = status.length === 1 ? status : []
  const said = q[0] || (only && statusName(only)) || text(`activity.${kind}`)
  return `${said} – ${text('activity.title')}`
}
