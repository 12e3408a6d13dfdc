import type { ListView } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Check, Field } from '../../base/ui/field.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import { Tabs } from '../../base/ui/tabs.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useCounts, useListViews } from './data.ts'
import { filterSearch } from './filters.ts'
import { shortTotal } from './words.ts'

export interface View {
  readonly label: string
  readonly search: string
}

/** Those that everyone has, then saved ones: own and of the organization. */
export function useViews(): readonly View[] {
  const { analyze } = useRights()
  const saved = useListViews().data ?? []
  return [
    { label: text('observables.view.all'), search: '' },
    { label: text('observables.view.unheld'), search: '?level=malicious&case=no' },
    { label: text('observables.view.again'), search: '?seen=2' },
    { label: text('observables.view.changed'), search: '?changed=7' },
    ...(analyze ? [{ label: text('observables.view.watched'), search: '?watched=yes' }] : []),
    { label: text('observables.view.unchecked'), search: '?unchecked=30' },
    ...saved.map(({ name, search }) => ({ label: name, search })),
  ]
}

export const pathOf = ({ search }: View) => `/observables${search}`

interface ViewTabsProps {
  views: readonly View[]
  search: string
  now: number
}

export function ViewTabs({ views, search, now }: ViewTabsProps) {
  const counts = useCounts(
    views.slice(1).map((view) => view.search),
    now,
  ).data
  const own = filterSearch(search)
  const current = views.findIndex((view) => filterSearch(view.search) === own)
  return (
    <div className="view-tabs">
      <Tabs
        label={text('observables.views')}
        tabs={views.map((view, index) => {
          const count = index === 0 ? undefined : counts?.[index - 1]
          return {
            // Two views may have the same filters.
            to: pathOf(view),
            label: view.label,
            count: count === undefined ? undefined : shortTotal(count),
            isCurrent: index === current,
          }
        })}
      />
      <SaveView search={own} />
    </div>
  )
}

function SaveView({ search }: { search: string }) {
  const own = (useListViews().data ?? []).filter((view) => view.own)
  return (
    <Popover
      name={text('observables.saveView')}
      label={text('observables.saveView')}
      button={{ icon: 'plus', size: 'small', kind: 'quiet' }}
    >
      {(close) => (
        <div className="save-view-panel">
          <NewView search={search} onSaved={close} />
          {own.length > 0 && (
            <ul>
              {own.map((view) => (
                <OwnView key={view.id} view={view} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Popover>
  )
}

function NewView({ search, onSaved }: { search: string; onSaved: () => void }) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const given = name.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (given === '') return
        void attempt(async () => {
          await api.createListView({ list: 'observables', name: given, search, shared })
          await readAgain(keyOf('listViews'))
          showToast({ kind: 'success', message: text('observables.viewSaved', { name: given }) })
          onSaved()
        })
      }}
    >
      <Field label={text('observables.viewName')} name="name" value={name} onChange={setName} />
      <Check label={text('observables.viewShared')} checked={shared} onChange={setShared} />
      <Button
        type="submit"
        size="small"
        kind="primary"
        unavailable={given === '' && text('observables.viewNameMissing')}
      >
        {text('observables.save')}
      </Button>
    </form>
  )
}

const OwnView = ({ view: { id, name } }: { view: ListView }) => (
  <li>
    <span>{name}</span>
    <Button
      kind="quiet"
      size="small"
      icon="trash"
      iconOnly
      onClick={() =>
        void attempt(async () => {
          await api.deleteListView({ id })
          await readAgain(keyOf('listViews'))
        })
      }
    >
      {text('observables.deleteView', { name })}
    </Button>
  </li>
)
