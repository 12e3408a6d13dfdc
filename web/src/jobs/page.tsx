import './jobs.css'
import { ApiError, type Job } from '@assay/contract'
import { useMemo, useRef } from 'react'
import { shownValue } from '../model/observable.ts'
import { statusOf } from '../model/statuses.ts'
import { navigate, type SearchChange } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Answer, Failed, Loading } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { jobColumns, reportPath } from './columns.tsx'
import { FailureStrip } from './failure-strip.tsx'
import type { JobFilter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { JobPager } from './job-pager.tsx'
import { NewJobs } from './new-jobs.tsx'
import { NoJobs } from './no-jobs.tsx'
import { useBulk } from './use-bulk.ts'
import { useDeletion } from './use-deletion.ts'
import { useJobList } from './use-job-list.ts'
import { useRunningAgain } from './use-running-again.ts'
import { useSelection } from './use-selection.ts'

export function JobsPage() {
  const { analyze } = useRights()
  const jobs = useJobList()
  const { filter, filterKey } = jobs
  const bulk = useBulk()
  const deletion = useDeletion(bulk, jobs.showNew)
  const again = useRunningAgain(bulk, jobs.showNew)
  const rows = jobs.rows.filter(({ id }) => !deletion.hidden.has(id))
  const selection = useSelection(rows, filterKey)
  const filterInput = useRef<HTMLInputElement>(null)
  const byId = new Map(rows.map((job) => [job.id, job]))
  const currentId = useRowKeys({
    ids: [...byId.keys()],
    onOpen: (id) => navigate(reportPath({ id })),
    onToggle: selection.toggle,
    onRunAgain: (id) => {
      const job = byId.get(id)
      if (!job || !analyze || bulk.isBusy) return
      void again.run(selection.jobs.length > 0 ? selection.jobs : [job], { force: false })
    },
    onFilter: () => filterInput.current?.focus(),
  })
  // Another filter or another order is read from its beginning.
  const change = (next: SearchChange, options?: { push: boolean }) =>
    jobs.change({ page: undefined, ...next }, options)
  const columns = useMemo(() => jobColumns(again.cached), [again.cached])
  const isAllowed = jobs.list.data !== undefined
  if (!isAllowed && isForbidden(jobs.list.error)) {
    return (
      <Page title={text('jobs.title')}>
        <Failed error={jobs.list.error} />
      </Page>
    )
  }
  return (
    <Page
      title={text('jobs.title')}
      tabTitle={tabTitle(filter)}
      heading={
        <>
          {text('jobs.title')}
          {jobs.list.data && <span className="tab-count">{formatNumber(jobs.total)}</span>}
        </>
      }
      actions={
        analyze && (
          <Button kind="primary" icon="plus" onClick={() => navigate('/new')}>
            {text('nav.new')}
          </Button>
        )
      }
    >
      <FilterBar
        filter={filter}
        filterKey={filterKey}
        rows={rows}
        isAllowed={isAllowed}
        onChange={change}
        input={filterInput}
      />
      <FilterChips filter={filter} isAllowed={isAllowed} onChange={change} />
      {filter.status.length === 1 && filter.status[0] === 'Failure' && (
        <FailureStrip query={jobs.query} onChange={change} />
      )}
      <NewJobs count={jobs.newJobs} onShow={jobs.showNew} />
      <BulkProgress state={bulk.state} onClose={bulk.forget} />
      <Answer query={jobs.list} loading={<Loading lines={12} />}>
        {() =>
          rows.length === 0 ? (
            <NoJobs isFiltered={filterKey !== ''} isLaterPage={jobs.from > 0} onChange={change} />
          ) : (
            <div className="jobs-table">
              <Table
                caption={text('jobs.title')}
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                sort={jobs.sort}
                onSort={(sort) => change({ sort }, { push: true })}
                selection={{
                  chosen: selection.ids,
                  onChange: selection.choose,
                  nameOf: (id) => text('jobs.select', { value: nameOf(byId.get(id)) }),
                }}
                currentId={currentId}
                onRowPress={(job) => navigate(reportPath(job))}
              />
            </div>
          )
        }
      </Answer>
      <BulkBar
        chosen={selection.jobs}
        bulk={bulk}
        onRunAgain={(options) => void again.run(selection.jobs, options)}
        onDelete={() => {
          deletion.remove(selection.jobs)
          selection.clear()
        }}
        onClear={selection.clear}
      />
      <JobPager from={jobs.from} size={jobs.size} total={jobs.total} onChange={jobs.change} />
    </Page>
  )
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403

const nameOf = (job: Job | undefined) => (job ? `${shownValue(job)}, ${job.workerName}` : '')

/** "Failure jobs – Jobs": tabs side by side must be told apart. */
function tabTitle({ status, q }: JobFilter): string {
  const only = status.length === 1 ? statusOf(status[0] ?? '') : undefined
  const said = q || (only && text('jobs.tabTitle', { status: text(`status.${only}`) }))
  return said ? `${said} – ${text('jobs.title')}` : text('jobs.title')
}
