import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useVerdicts } from '../../base/data/verdicts.ts'
import { shownValue } from '../../base/model/observable.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { ListTable } from '../../shared/list/list-table.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useObservables } from '../../shared/response/held-observables.ts'
import { NewObservablesDialog } from '../../shared/response/new-observables-dialog.tsx'
import { ObservableBar } from './observable-bar.tsx'
import { observableColumns } from './observable-columns.tsx'
import { observableList } from './observable-list.ts'
import type { AlertDetail } from './use-alert.ts'
import type { Board } from './use-board.ts'
import { ValuesHead } from './values-panel.tsx'

/** All values of the alert, to be narrowed down, marked and removed. */
export function ValuesTable({ alert, board }: { alert: AlertDetail; board: Board }) {
  const { analyze } = useRights()
  const [isAdding, setAdding] = useState(false)
  const list = useList(observableList)
  const found = useObservables('alert', alert._id, list)
  const verdictOf = useVerdicts(found.data?.rows)
  const selection = useSelection(list, found.data?.rows ?? [])
  const add = analyze && (
    <Button size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('response.addObservables')}
    </Button>
  )
  return (
    <section className="panel">
      <ValuesHead
        found={board.values}
        analysis={board.analysis}
        isPrimary={board.step === 'analyze'}
      />
      <FilterBar list={list} rows={found.data?.rows}>
        {list.isFiltered && (
          <Button kind="quiet" size="small" onClick={list.clear}>
            {text('app.clearAll')}
          </Button>
        )}
        {add}
      </FilterBar>
      <ListTable
        list={list}
        query={found}
        selection={selection}
        canSelect={analyze}
        nameOf={(one) => text('alerts.selectObservable', { value: shownValue(one) })}
        caption={text('alerts.values')}
        columns={observableColumns(verdictOf)}
        none={<Empty title={text('alerts.noObservables')} icon="observable" action={add} />}
        bulkBar={<ObservableBar selection={selection} pap={alert.pap} />}
        isPagerShort
      />
      {isAdding && (
        <NewObservablesDialog
          tlp={alert.tlp}
          add={(input) => api.createAlertObservableV1({ id: alert._id }, input)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
