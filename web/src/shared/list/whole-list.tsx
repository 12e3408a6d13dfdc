import type { ReactNode } from 'react'
import { type Column, Table } from '../../base/ui/table.tsx'
import type { ListState } from './declaration.ts'
import { matchesAll } from './filters.ts'
import { NoMatch } from './list-table.tsx'

interface WholeListProps<Row> {
  list: ListState<Row>
  rows: readonly Row[]
  caption: string
  columns: readonly Column<Row>[]
  /** Nothing is there, whatever the filter. */
  none?: ReactNode
}

/** A list that was read whole: its filters are applied here and not by the server. */
export function WholeList<Row>({ list, rows, caption, columns, none }: WholeListProps<Row>) {
  const { filters, idOf } = list.declared
  if (rows.length === 0 && none) return none
  const shown = rows.filter((row) => matchesAll(filters, list.values, row))
  if (shown.length === 0) return <NoMatch list={list} />
  return <Table caption={caption} columns={columns} rows={shown} idOf={idOf} />
}
