import { useState } from 'react'
import { api } from '../api.ts'
import { changed } from '../data/changes.ts'
import { NewObservablesDialog } from '../response/new-observables-dialog.tsx'
import { offsetIn, pageOf } from '../response/paging.ts'
import { useRemoval } from '../response/use-removal.ts'
import { type SearchChange, useSearch } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { Pager } from '../ui/pager.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { ObservableBar } from './observable-bar.tsx'
import { ObservableTable } from './observable-table.tsx'
import type { AlertDetail } from './use-alert.ts'
import { useAlertObservables } from './use-alert-observables.ts'

const pageSize = 100
const typeOf = ({ dataType }: { dataType: string }) => dataType

export function ObservablesTab({ alert }: { alert: AlertDetail }) {
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { hidden, remove } = useRemoval()
  const [isAdding, setAdding] = useState(false)
  const wanted = params.get('text') ?? ''
  const types = params.getAll('type')
  const sort = params.get('sort') ?? '+_createdAt'
  const from = offsetIn(params, pageSize)
  const query = useAlertObservables(alert._id, { text: wanted, types, sort, from, size: pageSize })
  const change = (next: SearchChange) => {
    setChosen(new Set())
    set({ page: undefined, ...next })
  }
  const reread = () => changed('case_artifact')
  const removeAll = (ids: readonly string[]) => {
    setChosen(new Set())
    remove({
      ids,
      message: counted('alerts.observablesDeleted', ids.length),
      work: async () => {
        for (const id of ids) await api.deleteObservableV1({ id })
        await reread()
      },
    })
  }
  const add = analyze && (
    <Button size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('response.addObservables')}
    </Button>
  )
  const isFiltered = wanted !== '' || types.length > 0
  return (
    <>
      <search className="filters" aria-label={text('alerts.filterObservables')}>
        <SearchBox
          label={text('alerts.searchObservables')}
          value={wanted}
          onChange={(typed) => change({ text: typed })}
        />
        <ChoiceMenu
          label={text('response.types')}
          choices={[...new Set([...types, ...(query.data?.rows ?? []).map(typeOf)])].map(
            (type) => ({
              value: type,
              label: type,
            }),
          )}
          chosen={types}
          onChange={(type) => change({ type })}
        />
        {isFiltered && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => change({ text: undefined, type: undefined })}
          >
            {text('app.clearAll')}
          </Button>
        )}
        {add}
      </search>
      <Answer query={query}>
        {({ rows, total }) => {
          if (total === 0) {
            return (
              <Empty
                title={text(isFiltered ? 'alerts.noObservableMatches' : 'alerts.noObservables')}
                icon="observable"
                action={!isFiltered && add}
              />
            )
          }
          const shown = rows.filter(({ _id }) => !hidden.has(_id))
          const chosenRows = shown.filter(({ _id }) => chosen.has(_id))
          return (
            <>
              <ObservableTable
                rows={shown}
                sort={sort}
                onSort={(next) => change({ sort: next })}
                {...(analyze && { selection: { chosen, onChange: setChosen } })}
              />
              {chosenRows.length > 0 && (
                <ObservableBar
                  observables={chosenRows}
                  pap={alert.pap}
                  onChanged={async () => {
                    await reread()
                    setChosen(new Set())
                  }}
                  onDelete={() => removeAll(chosenRows.map(({ _id }) => _id))}
                />
              )}
              {total > pageSize && (
                <Pager
                  from={from}
                  size={pageSize}
                  total={total}
                  onGo={(next) => change({ page: pageOf(next, pageSize) })}
                />
              )}
            </>
          )
        }}
      </Answer>
      {isAdding && (
        <NewObservablesDialog
          tlp={alert.tlp}
          add={(input) => api.createAlertObservableV1({ id: alert._id }, input)}
          onDone={() => {
            setAdding(false)
            void reread()
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
