import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useVerdicts } from '../../data/verdicts.ts'
import { FilterBar } from '../../list/filter-bar.tsx'
import { FilterChips } from '../../list/filter-chips.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { useList } from '../../list/use-list.ts'
import { useSelection } from '../../list/use-selection.ts'
import { plainValue } from '../../model/observable.ts'
import { useObservables } from '../../response/held-observables.ts'
import { NewObservablesDialog } from '../../response/new-observables-dialog.tsx'
import { useRights } from '../../session/rights.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { ObservablesBulkBar } from './bulk-bar.tsx'
import { observableColumns } from './columns.tsx'
import { changeObservables } from './data.ts'
import { ExportMenu } from './export-menu.tsx'
import { observableList } from './list.ts'

export function ObservablesTab({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const [isAdding, setAdding] = useState(false)
  const list = useList(observableList)
  const found = useObservables('case', row._id, list)
  const verdictOf = useVerdicts(found.data?.rows)
  const selection = useSelection(list, found.data?.rows ?? [])
  const addButton = analyze && (
    <Button kind="primary" size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('cases.addObservables')}
    </Button>
  )
  return (
    <>
      <FilterBar list={list}>
        <span className="filters-end buttons">
          <ExportMenu row={row} list={list} />
          {addButton}
        </span>
      </FilterBar>
      <FilterChips list={list} />
      <ListTable
        list={list}
        query={found}
        selection={selection}
        canSelect={analyze}
        nameOf={(one) => text('cases.select', { name: plainValue(one) })}
        caption={text('cases.tab.observables')}
        columns={observableColumns({
          verdictOf,
          caseId: row._id,
          canEdit: analyze,
          onTag: (tag) => list.add('tag', tag),
          onChange: changeObservables,
        })}
        none={
          <Empty title={text('cases.noObservables')} icon="observable" action={addButton}>
            {text('cases.noObservablesAbout')}
          </Empty>
        }
        bulkBar={<ObservablesBulkBar selection={selection} />}
      />
      {isAdding && (
        <NewObservablesDialog
          tlp={row.tlp}
          add={(input) => api.createCaseObservableV1({ id: row._id }, input)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
