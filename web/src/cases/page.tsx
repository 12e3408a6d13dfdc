import './cases.css'
import '../response/response.css'
import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { path } from '../routing/match.ts'
import { navigate, type SearchChange, useSearch } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { CasesBulkBar } from './list/bulk-bar.tsx'
import { caseColumns } from './list/columns.tsx'
import { pageSize, sortFrom, useCases } from './list/data.ts'
import { filterFrom, filterNames, isFiltered } from './list/filter.ts'
import { CaseChips, CaseFilters } from './list/filters.tsx'
import { NewCaseDialog } from './new-case-dialog.tsx'

export function CasesPage() {
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const [isCreating, setCreating] = useState(false)
  const filter = filterFrom(params)
  const sort = sortFrom(params)
  const from = (Math.max(1, Number(params.get('page')) || 1) - 1) * pageSize
  const cases = useCases({ filter, sort, from })
  const change = (next: SearchChange) => set({ page: '', ...next })
  return (
    <Page
      title={text('cases.title')}
      actions={
        analyze && (
          <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
            {text('cases.new')}
          </Button>
        )
      }
    >
      <CaseFilters filter={filter} onChange={change} />
      <CaseChips filter={filter} onChange={change} />
      <Answer query={cases}>
        {({ rows, total }) =>
          total === 0 ? (
            <NoCases
              isFiltered={isFiltered(filter)}
              canCreate={analyze}
              onCreate={() => setCreating(true)}
              onClear={() => change(Object.fromEntries(filterNames.map((name) => [name, ''])))}
            />
          ) : (
            <>
              <CaseRows
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
      {isCreating && <NewCaseDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

interface CaseRowsProps {
  rows: readonly CaseV1[]
  sort: string
  onSort: (sort: string) => void
  onTag: (tag: string) => void
}

function CaseRows({ rows, sort, onSort, onTag }: CaseRowsProps) {
  const { analyze } = useRights()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.filter(({ _id }) => !hidden.has(_id))
  const picked = shown.filter(({ _id }) => chosen.has(_id))
  return (
    <>
      <Table
        caption={text('cases.title')}
        columns={caseColumns(onTag)}
        rows={shown}
        idOf={({ _id }) => _id}
        sort={sort}
        onSort={onSort}
        onRowPress={({ _id }) => navigate(path`/cases/${_id}`)}
        {...(analyze
          ? {
              selection: {
                chosen,
                onChange: setChosen,
                nameOf: (id: string) => selectName(shown.find(({ _id }) => _id === id)),
              },
            }
          : {})}
      />
      {picked.length > 0 && (
        <CasesBulkBar
          cases={picked}
          onDone={() => setChosen(new Set())}
          onHide={(ids) => setHidden(new Set([...hidden, ...ids]))}
          onShow={(ids) => setHidden((now) => new Set([...now].filter((id) => !ids.includes(id))))}
        />
      )}
    </>
  )
}

const selectName = (row: CaseV1 | undefined) =>
  text('cases.select', { name: row ? `#${row.number} ${row.title}` : '' })

interface NoCasesProps {
  isFiltered: boolean
  canCreate: boolean
  onCreate: () => void
  onClear: () => void
}

function NoCases({ isFiltered, canCreate, onCreate, onClear }: NoCasesProps) {
  if (isFiltered) {
    return (
      <Empty
        title={text('cases.noMatch')}
        icon="search"
        action={<Button onClick={onClear}>{text('app.clearAll')}</Button>}
      />
    )
  }
  return (
    <Empty
      title={text('cases.none')}
      icon="case"
      action={
        canCreate && (
          <Button kind="primary" icon="plus" onClick={onCreate}>
            {text('cases.new')}
          </Button>
        )
      }
    >
      {text('cases.noneAbout')}
    </Empty>
  )
}
