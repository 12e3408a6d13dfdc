import { useState } from 'react'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterChips } from '../list/filter-chips.tsx'
import { ListTable } from '../list/list-table.tsx'
import { NewerRows } from '../list/newer-rows.tsx'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { counted, formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { AlertsBulkBar } from './bulk-bar.tsx'
import { alertColumns } from './columns.tsx'
import { alertList } from './list.ts'
import { NewAlertDialog } from './new-alert-dialog.tsx'
import { useAlertList } from './use-alert-list.ts'
import '../response/response.css'
import './alerts.css'

export function AlertsPage() {
  const { analyze } = useRights()
  const [isMaking, setMaking] = useState(false)
  const list = useList(alertList)
  const { query, rows, newer } = useAlertList(list)
  const selection = useSelection(list, rows)
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
          {query.data && <span className="muted number">{formatNumber(query.data.total)}</span>}
        </>
      }
      actions={newAlert}
    >
      <FilterBar list={list} />
      <FilterChips list={list} />
      <NewerRows
        message={newer > 0 ? counted('alerts.newer', newer) : newer < 0 ? text('alerts.fewer') : ''}
        show={text('alerts.show')}
        className="newer-alerts"
        onShow={() => void query.refetch()}
      />
      <ListTable
        list={list}
        query={query}
        selection={selection}
        canSelect={analyze}
        nameOf={({ title }) => text('alerts.select', { title })}
        caption={text('alerts.title')}
        columns={alertColumns(list.add)}
        pathOf={({ _id }) => path`/alerts/${_id}`}
        none={
          <Empty title={text('alerts.none')} icon="bell" action={newAlert}>
            {text('alerts.noneAbout')}
          </Empty>
        }
        bulkBar={<AlertsBulkBar selection={selection} />}
      />
      {isMaking && <NewAlertDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}
