import type { CaseV1, ObservableV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../api.ts'
import { changed } from '../../data/changes.ts'
import { NewObservablesDialog } from '../../response/new-observables-dialog.tsx'
import { type SearchChange, useSearch } from '../../routing/place.ts'
import { useRights } from '../../session/rights.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { ObservablesBulkBar } from './bulk-bar.tsx'
import { observableColumns } from './columns.tsx'
import { changeObservables, pageSize, sortFrom, useObservables } from './data.ts'
import { ExportMenu } from './export-menu.tsx'
import { observableCondition, observableFilterFrom, observableFilterNames } from './filter.ts'
import { ObservableFilters } from './filters.tsx'

export function ObservablesTab({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const [isAdding, setAdding] = useState(false)
  const filter = observableFilterFrom(params)
  const sort = sortFrom(params)
  const from = (Math.max(1, Number(params.get('page')) || 1) - 1) * pageSize
  const found = useObservables(row._id, { filter, sort, from })
  const change = (next: SearchChange) => set({ page: '', ...next })
  const addButton = analyze && (
    <Button kind="primary" size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('cases.addObservables')}
    </Button>
  )
  return (
    <>
      <ObservableFilters filter={filter} onChange={change}>
        <ExportMenu row={row} search={{ filter, sort }} />
        {addButton}
      </ObservableFilters>
      <Answer query={found}>
        {({ rows, total }) =>
          total === 0 ? (
            <NoObservables
              isFiltered={observableCondition(filter) !== undefined}
              add={addButton}
              onClear={() =>
                change(Object.fromEntries(observableFilterNames.map((name) => [name, ''])))
              }
            />
          ) : (
            <>
              <ObservableRows
                row={row}
                rows={rows}
                sort={sort}
                onSort={(next) => change({ sort: next })}
                onTag={(tag) => change({ tag: [...new Set([...filter.tag, tag])] })}
              />
              <Pager
                from={from}
                size={pageSize}
                total={total}
                onGo={(next) => set({ page: String(next / pageSize + 1) }, { push: true })}
              />
            </>
          )
        }
      </Answer>
      {isAdding && (
        <NewObservablesDialog
          tlp={row.tlp}
          add={(input) => api.createCaseObservableV1({ id: row._id }, input)}
          onDone={() => {
            setAdding(false)
            void changed('case_artifact')
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

interface ObservableRowsProps {
  row: CaseV1
  rows: readonly ObservableV1[]
  sort: string
  onSort: (sort: string) => void
  onTag: (tag: string) => void
}

function ObservableRows({ row, rows, sort, onSort, onTag }: ObservableRowsProps) {
  const { analyze } = useRights()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.filter(({ _id }) => !hidden.has(_id))
  const picked = shown.filter(({ _id }) => chosen.has(_id))
  return (
    <>
      <Table
        caption={text('cases.tab.observables')}
        columns={observableColumns({
          caseId: row._id,
          canEdit: analyze,
          onTag,
          onChange: changeObservables,
        })}
        rows={shown}
        idOf={({ _id }) => _id}
        sort={sort}
        onSort={onSort}
        {...(analyze
          ? {
              selection: {
                chosen,
                onChange: setChosen,
                nameOf: (id: string) => {
                  const one = shown.find(({ _id }) => _id === id)
                  return text('cases.select', { name: one?.data ?? one?.attachment?.name ?? '' })
                },
              },
            }
          : {})}
      />
      {picked.length > 0 && (
        <ObservablesBulkBar
          observables={picked}
          onDone={() => setChosen(new Set())}
          onHide={(ids) => setHidden(new Set([...hidden, ...ids]))}
          onShow={(ids) => setHidden((now) => new Set([...now].filter((id) => !ids.includes(id))))}
        />
      )}
    </>
  )
}

function NoObservables(props: { isFiltered: boolean; add: React.ReactNode; onClear: () => void }) {
  return props.isFiltered ? (
    <Empty
      title={text('cases.noObservableMatch')}
      icon="search"
      action={<Button onClick={props.onClear}>{text('app.clearAll')}</Button>}
    />
  ) : (
    <Empty title={text('cases.noObservables')} icon="observable" action={props.add}>
      {text('cases.noObservablesAbout')}
    </Empty>
  )
}
