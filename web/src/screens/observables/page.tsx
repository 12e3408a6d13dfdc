import './observables.css'
import type { ListedValue } from '@assay/contract'
import { useRef, useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { navigate, useLocation, useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Pager } from '../../base/ui/pager.tsx'
import { Answer, Loading } from '../../base/ui/states.tsx'
import { Table, toggled } from '../../base/ui/table.tsx'
import { useRowKeys } from '../../base/ui/use-row-keys.ts'
import { downloadText } from '../../shared/export/download.ts'
import { offsetIn, pageOf } from '../../shared/list/paging.ts'
import { ChosenBar } from './bulk-bar.tsx'
import { columns } from './columns.tsx'
import { rowsToExport, useKnown, useTimeline } from './data.ts'
import { toCsv } from './export.ts'
import { KnownFilterBar } from './filter-bar.tsx'
import { filterNames, filterSearch, maxListed, pageSize, sortIn } from './filters.ts'
import { NothingFound } from './states.tsx'
import { Timeline } from './timeline.tsx'
import { useListKeys } from './use-list-keys.ts'
import { pathOf, useViews, ViewTabs } from './views.tsx'
import { nameOf } from './words.ts'

/** Everything that the organization has analyzed or seen. */
export function ObservablesPage() {
  const { analyze } = useRights()
  const { search } = useLocation()
  const { params, set } = useSearch()
  const [now] = useState(() => Date.now())
  const from = offsetIn(params, pageSize)
  const query = useKnown(params, from, now)
  const bars = useTimeline(params, now).data?.bars ?? []
  const views = useViews()
  const rows = query.data?.rows ?? []
  const { chosen, choose, range, toggle, clear } = useChosen(rows, filterSearch(search))
  const change = (next: Parameters<typeof set>[0]) => set({ page: undefined, ...next })
  const cleared = (names: readonly string[]) =>
    set({ page: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) })
  const current = useRowKeys({
    ids: rows.map(({ key }) => key),
    onOpen: (id) => {
      const row = rows.find(({ key }) => key === id)
      if (row) navigate(valuePath(row))
    },
    onFilter: () => document.querySelector<HTMLElement>('.known-filters input')?.focus(),
    ...(analyze && { onToggle: toggle }),
  })
  useListKeys({
    onNextView: () => {
      const at = views.findIndex((view) => filterSearch(view.search) === filterSearch(search))
      const next = views[(at + 1) % views.length]
      if (next) navigate(pathOf(next))
    },
    onRange: analyze ? range : undefined,
  })
  return (
    <Page
      title={text('observables.title')}
      actions={
        <Button
          icon="download"
          onClick={() =>
            void attempt(async () =>
              downloadText('observables', 'csv', toCsv(await rowsToExport(params, now))),
            )
          }
        >
          {text('observables.export')}
        </Button>
      }
    >
      <p className="known-about muted">{text('observables.about')}</p>
      <ViewTabs views={views} search={search} now={now} />
      <KnownFilterBar
        params={params}
        found={query.data}
        onChange={change}
        onClear={() => cleared(filterNames)}
      />
      {query.data?.isComplete === false && (
        <Notice kind="info">{text('observables.filling')}</Notice>
      )}
      <Answer query={query} loading={<Loading lines={10} />}>
        {(found) =>
          found.found.count === 0 ? (
            <NothingFound
              found={found}
              typed={params.get('q')?.trim() ?? ''}
              onClearOthers={() => cleared(filterNames.filter((name) => name !== 'q'))}
              onClear={() => cleared(filterNames)}
            />
          ) : (
            <>
              {bars.length > 0 && <Timeline bars={bars} params={params} onChange={change} />}
              <Table
                caption={text('observables.title')}
                columns={columns()}
                rows={found.rows}
                idOf={({ key }) => key}
                sort={sortIn(params)}
                onSort={(sort) => change({ sort })}
                currentId={current}
                onRowPress={(row) => navigate(valuePath(row))}
                {...(analyze && {
                  selection: {
                    chosen: new Set(chosen.map(({ key }) => key)),
                    onChange: choose,
                    nameOf: (id) => {
                      const row = rows.find(({ key }) => key === id)
                      return text('observables.select', { value: row ? nameOf(row) : id })
                    },
                  },
                })}
              />
              {chosen.length > 0 && <ChosenBar chosen={chosen} onClear={clear} />}
              <Pager
                from={from}
                size={pageSize}
                total={Math.min(found.found.count, maxListed)}
                onGo={(next) => set({ page: pageOf(next, pageSize) }, { push: true })}
              />
            </>
          )
        }
      </Answer>
    </Page>
  )
}

/** Chosen rows stay chosen on other pages of the same filters. */
function useChosen(rows: readonly ListedValue[], filters: string) {
  const [kept, setKept] = useState({ filters, rows: new Map<string, ListedValue>() })
  const last = useRef<string>(undefined)
  const before = kept.filters === filters ? kept.rows : new Map<string, ListedValue>()
  const choose = (next: ReadonlySet<string>) => {
    const present = new Map(rows.map((row) => [row.key, row]))
    const chosen = [...next].flatMap((key): [string, ListedValue][] => {
      const row = present.get(key) ?? before.get(key)
      return row ? [[key, row]] : []
    })
    last.current = [...next].findLast((key) => !before.has(key)) ?? last.current
    setKept({ filters, rows: new Map(chosen) })
  }
  const keys = new Set(before.keys())
  return {
    chosen: [...before.values()],
    choose,
    toggle: (key: string) => choose(toggled(keys, key)),
    range: (key: string) => {
      const all = rows.map((row) => row.key)
      const [a, b] = [all.indexOf(last.current ?? key), all.indexOf(key)].toSorted((x, y) => x - y)
      if (a === undefined || b === undefined || b < 0) return
      choose(new Set([...keys, ...all.slice(Math.max(0, a), b + 1)]))
    },
    clear: () => choose(new Set()),
  }
}
