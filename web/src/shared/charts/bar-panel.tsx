import type { ReactNode } from 'react'
import { type Column, Table } from '../../base/ui/table.tsx'
import { BarList, type BarRow } from './bar-list.tsx'
import { ChartPanel } from './chart-panel.tsx'

interface BarPanelProps<Row> {
  title: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** What a row is about, and the heading of that in the table. */
  nameOf: (row: Row) => ReactNode
  nameLabel: string
  bar: (row: Row) => Omit<BarRow, 'key' | 'name'>
  /** The other columns of the table, which holds all rows. */
  numbers: readonly { label: string; cell: (row: Row) => ReactNode }[]
  /** Bars past this many are only in the table. */
  max?: number
  /** Says so. */
  more?: (count: number) => string
}

/** Rows as bars, and the same numbers as a table. */
export function BarPanel<Row>(props: BarPanelProps<Row>) {
  const { title, rows, idOf, nameOf, nameLabel, bar, numbers, max = rows.length, more } = props
  const columns: Column<Row>[] = [
    { key: 'name', label: nameLabel, isHeader: true, cell: nameOf },
    ...numbers.map(({ label, cell }) => ({ key: label, label, align: 'right' as const, cell })),
  ]
  return (
    <ChartPanel
      title={title}
      chart={
        <>
          <BarList
            label={title}
            rows={rows
              .slice(0, max)
              .map((row) => ({ key: idOf(row), name: nameOf(row), ...bar(row) }))}
          />
          {more && rows.length > max && (
            <p className="muted bar-list-more">{more(rows.length - max)}</p>
          )}
        </>
      }
      table={<Table caption={title} rows={rows} idOf={idOf} columns={columns} />}
    />
  )
}
