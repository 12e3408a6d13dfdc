import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { navigate } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Pager } from '../../base/ui/pager.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'
import { useRowKeys } from '../../base/ui/use-row-keys.ts'
import type { ListState } from './declaration.ts'
import type { Selection } from './use-selection.ts'

interface ListTableProps<Row> {
  list: ListState<Row>
  query: UseQueryResult<{ total: number }>
  selection: Selection<Row>
  /** No selection for rows without any action. */
  canSelect?: boolean
  /** Names a row for its tick. */
  nameOf?: (row: Row) => string
  caption: string
  columns: readonly Column<Row>[]
  /** The screen of a row; with one the letter keys walk along the rows. */
  pathOf?: (row: Row) => string
  onRunAgain?: (row: Row) => void
  /** Nothing is there, whatever the filter. */
  none: ReactNode
  /** What can be done with the chosen rows. */
  bulkBar?: ReactNode
  loading?: ReactNode
  /** Replaces the usual one. */
  pager?: ReactNode
  /** No pager as long as one page holds all. */
  isPagerShort?: boolean
}

/** The rows of a list, or why there are none, with the actions for chosen ones. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, query, selection, none, bulkBar, pager, isPagerShort } = props
  const { texts } = list.declared
  return (
    <Answer query={query} loading={props.loading}>
      {({ total }) =>
        total === 0 ? (
          list.isFiltered ? (
            <NoMatch list={list} />
          ) : (
            none
          )
        ) : (
          <>
            {texts.pageEmpty && list.from > 0 && selection.shown.length === 0 ? (
              <Empty
                icon={texts.pageEmpty.icon}
                title={text(texts.pageEmpty.title)}
                action={<Button onClick={() => list.goTo(0)}>{text(texts.pageEmpty.first)}</Button>}
              />
            ) : (
              <Rows {...props} />
            )}
            {selection.chosen.length > 0 && bulkBar}
            {pager}
            {!pager && (!isPagerShort || total > list.size) && (
              <Pager from={list.from} size={list.size} total={total} onGo={list.goTo} />
            )}
          </>
        )
      }
    </Answer>
  )
}

/** The filter leaves nothing; it can be removed at once. */
export function NoMatch({ list }: { list: ListState }) {
  const { noMatch, noMatchAbout } = list.declared.texts
  return (
    <Empty
      title={text(noMatch)}
      icon="filter"
      action={<Button onClick={list.clear}>{text('app.clearAll')}</Button>}
    >
      {noMatchAbout && text(noMatchAbout)}
    </Empty>
  )
}

function Rows<Row>(props: ListTableProps<Row>) {
  const { list, selection, canSelect, nameOf, caption, columns, pathOf, onRunAgain } = props
  const { idOf } = list.declared
  const byId = new Map(selection.shown.map((row) => [idOf(row), row]))
  const withRow = (act: (row: Row) => void) => (id: string) => {
    const row = byId.get(id)
    if (row !== undefined) act(row)
  }
  const open = pathOf && ((row: Row) => navigate(pathOf(row)))
  const currentId = useRowKeys({
    isOff: !open,
    ids: [...byId.keys()],
    onOpen: withRow((row) => open?.(row)),
    onFilter: () => list.bar.current?.querySelector('input')?.focus(),
    ...(canSelect && { onToggle: selection.toggle }),
    ...(onRunAgain && { onRunAgain: withRow(onRunAgain) }),
  })
  const nameById = (id: string) => {
    const row = byId.get(id)
    return row === undefined ? '' : (nameOf?.(row) ?? id)
  }
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={selection.shown}
      idOf={idOf}
      sort={list.sort}
      onSort={(sort) => list.change({ sort }, { push: true })}
      currentId={currentId}
      {...(open && { onRowPress: open })}
      {...(canSelect && {
        selection: { chosen: selection.ids, onChange: selection.choose, nameOf: nameById },
      })}
    />
  )
}
