import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { useLiveVerdicts } from '../../../base/live/use-live-verdicts.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import { FilterChips } from '../../../shared/list/filter-chips.tsx'
import { ListTable } from '../../../shared/list/list-table.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useSelection } from '../../../shared/list/use-selection.ts'
import { NewObservablesDialog } from '../../../shared/response/new-observables-dialog.tsx'
import { AnalyzeNew } from './analyze-new.tsx'
import { ObservablesBulkBar } from './bulk-bar.tsx'
import { observableColumns } from './columns.tsx'
import { changeObservables } from './data.ts'
import { ExportMenu } from './export-menu.tsx'
import { observableList } from './list.ts'
import { useJudged } from './use-judged.ts'

export function ObservablesTab({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const [isAdding, setAdding] = useState(false)
  const list = useList(observableList)
  useLiveVerdicts()
  const found = useJudged(row._id, list)
  const selection = useSelection(list, found.rows)
  const addButton = analyze && (
    <Button size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('cases.addObservables')}
    </Button>
  )
  return (
    <>
      <FilterBar list={list}>
        <span className="filters-end buttons">
          <AnalyzeNew values={found.unasked} />
          <ExportMenu row={row} list={list} judged={found.isFiltered ? found.judged : undefined} />
          {addButton}
        </span>
      </FilterBar>
      <FilterChips list={list} />
      {found.isFiltered && found.left > 0 && (
        <p className="muted small">{counted('cases.notLookedThrough', found.left)}</p>
      )}
      <ListTable
        list={list}
        query={found.query}
        selection={selection}
        canSelect={analyze}
        nameOf={(one) => text('cases.select', { name: shownValue(one) })}
        caption={text('cases.tab.observables')}
        columns={observableColumns({
          verdictOf: found.verdictOf,
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
