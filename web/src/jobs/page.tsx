import './jobs.css'
import { ApiError } from '@assay/contract'
import { useMemo } from 'react'
import type { FilterValues } from '../list/declaration.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterChips } from '../list/filter-chips.tsx'
import { ListTable } from '../list/list-table.tsx'
import { NewerRows } from '../list/newer-rows.tsx'
import { SavedViews } from '../list/saved-views.tsx'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { shownValue } from '../model/observable.ts'
import { navigate } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { counted, formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { JobsBulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { jobColumns } from './columns.tsx'
import { deleteChosen } from './delete-chosen.ts'
import { FailureStrip } from './failure-strip.tsx'
import { JobPager } from './job-pager.tsx'
import { jobList, statusName } from './list.ts'
import { reportPath } from './paths.ts'
import { useBulk } from './use-bulk.ts'
import { useJobList } from './use-job-list.ts'
import { useRunningAgain } from './use-running-again.ts'

export function JobsPage() {
  const { analyze } = useRights()
  const list = useList(jobList)
  const { query, condition, rows, total, newJobs, showNew } = useJobList(list)
  const selection = useSelection(list, rows, { isAcrossPages: true })
  const bulk = useBulk()
  const again = useRunningAgain(bulk, showNew)
  const columns = useMemo(() => jobColumns(again.cached), [again.cached])
  if (!query.data && isForbidden(query.error)) {
    return (
      <Page title={text('jobs.title')}>
        <Failed error={query.error} />
      </Page>
    )
  }
  const newAnalysis = analyze && (
    <Button kind="primary" icon="plus" onClick={() => navigate('/new')}>
      {text('nav.new')}
    </Button>
  )
  return (
    <Page
      title={text('jobs.title')}
      tabTitle={tabTitle(list.values)}
      heading={
        <>
          {text('jobs.title')}
          {query.data && <span className="tab-count">{formatNumber(total)}</span>}
        </>
      }
      actions={newAnalysis}
    >
      <FilterBar list={list} rows={query.data && rows}>
        <SavedViews name="jobs" path="/activity" list={list} />
      </FilterBar>
      <FilterChips list={list} />
      {String(list.values.status) === 'Failure' && (
        <FailureStrip
          query={condition}
          onReason={(error) => list.change({ error }, { push: true })}
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
          nameOf={(job) => text('jobs.select', { value: `${shownValue(job)}, ${job.workerName}` })}
          caption={text('jobs.title')}
          columns={columns}
          pathOf={reportPath}
          onRunAgain={(job) => {
            if (!analyze || bulk.isBusy) return
            const { chosen } = selection
            void again.run(chosen.length > 0 ? chosen : [job], { force: false })
          }}
          none={
            <Empty icon="jobs" title={text('jobs.none')} action={newAnalysis}>
              {text('jobs.noneText')}
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
    </Page>
  )
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403

/** "Failure jobs – Jobs": tabs side by side must be told apart. */
function tabTitle({ status = [], q = [] }: FilterValues): string {
  const [only] = status.length === 1 ? status : []
  const said = q[0] || (only && text('jobs.tabTitle', { status: statusName(only) }))
  return said ? `${said} – ${text('jobs.title')}` : text('jobs.title')
}
