import { useRef, useState } from 'react'
import { offsetIn, pageOf } from '../response/paging.ts'
import { useRemoval } from '../response/use-removal.ts'
import { path } from '../routing/match.ts'
import { navigate, type SearchChange, useSearch } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { counted, formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { toggled } from '../ui/table.tsx'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { chosenIn, filterOf, filtersIn, withValue } from './alert-filters.ts'
import { AlertTable } from './alert-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { deleteAlerts } from './changes.ts'
import { FilterBar } from './filter-bar.tsx'
import { clearedFilters, FilterChips } from './filter-chips.tsx'
import { NewAlertDialog } from './new-alert-dialog.tsx'
import { NewerAlerts } from './newer-alerts.tsx'
import { useAlertList } from './use-alert-list.ts'
import '../response/response.css'
import './alerts.css'

const pageSize = 50

export function AlertsPage() {
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { hidden, remove } = useRemoval()
  const [isMaking, setMaking] = useState(false)
  const filterBar = useRef<HTMLElement>(null)
  const filters = filtersIn(params)
  const sort = params.get('sort') ?? '-date'
  const from = offsetIn(params, pageSize)
  const { list, rows, newer } = useAlertList({
    filter: filterOf(filters),
    sort,
    from,
    size: pageSize,
  })
  const shown = rows.filter(({ _id }) => !hidden.has(_id))
  const chosenRows = shown.filter(({ _id, isGone }) => chosen.has(_id) && !isGone)
  const isFiltered = chosenIn(filters).length > 0

  /** Another list has other rows: what was chosen in this one is forgotten. */
  const change = (next: SearchChange, push = false) => {
    setChosen(new Set())
    set({ page: undefined, ...next }, { push })
  }
  const removeChosen = () => {
    const ids = chosenRows.map(({ _id }) => _id)
    setChosen(new Set())
    remove({ ids, message: counted('alerts.deleted', ids.length), work: () => deleteAlerts(ids) })
  }
  const currentId = useRowKeys({
    ids: shown.map(({ _id }) => _id),
    onOpen: (id) => navigate(path`/alerts/${id}`),
    ...(analyze && { onToggle: (id: string) => setChosen(toggled(chosen, id)) }),
    onFilter: () => filterBar.current?.querySelector('input')?.focus(),
  })

  const newAlert = analyze && (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {text('alerts.new')}
    </Button>
  )
  return (
    <Page
      title={text('alerts.title')}
      heading={
        <>
          {text('alerts.title')}
          {list.data && <span className="muted number">{formatNumber(list.data.total)}</span>}
        </>
      }
      actions={newAlert}
    >
      <FilterBar ref={filterBar} filters={filters} onChange={change} />
      <FilterChips filters={filters} onChange={change} />
      <NewerAlerts count={newer} onShow={() => void list.refetch()} />
      <Answer query={list}>
        {({ total }) =>
          total === 0 ? (
            isFiltered ? (
              <Empty
                title={text('alerts.noMatch')}
                icon="filter"
                action={
                  <Button onClick={() => change(clearedFilters)}>{text('app.clearAll')}</Button>
                }
              />
            ) : (
              <Empty title={text('alerts.none')} icon="bell" action={newAlert}>
                {text('alerts.noneAbout')}
              </Empty>
            )
          ) : (
            <>
              <AlertTable
                rows={shown}
                currentId={currentId}
                sort={sort}
                onSort={(next) => change({ sort: next })}
                onPick={(value) => change({ [value.name]: withValue(filters, value) }, true)}
                {...(analyze && { selection: { chosen, onChange: setChosen } })}
              />
              {chosenRows.length > 0 && (
                <BulkBar
                  alerts={chosenRows}
                  onDelete={removeChosen}
                  onDone={() => setChosen(new Set())}
                />
              )}
              <Pager
                from={from}
                size={pageSize}
                total={total}
                onGo={(next) => change({ page: pageOf(next, pageSize) }, true)}
              />
            </>
          )
        }
      </Answer>
      {isMaking && <NewAlertDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}
