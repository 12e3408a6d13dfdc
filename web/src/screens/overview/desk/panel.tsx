import type { ReactNode } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { ChartPanel } from '../../../shared/charts/chart-panel.tsx'
import { downloadText } from '../../../shared/export/download.ts'
import { type DeskColumn, deskCsv } from './export.ts'

interface DeskPanelProps<Row> {
  title: string
  /** Of the file. */
  name: string
  chart: ReactNode
  rows: readonly Row[]
  columns: readonly DeskColumn<Row>[]
  idOf: (row: Row) => string
  about?: ReactNode
  /** Instead of all of it. */
  empty?: string | undefined
}

/** A chart, the table behind it and the same as a file. */
export function DeskPanel<Row>(props: DeskPanelProps<Row>) {
  const { title, name, chart, rows, columns, idOf, about, empty } = props
  const cells: Column<Row>[] = columns.map(({ key, label, value, shown, isText }, index) => ({
    key,
    label,
    isHeader: index === 0,
    align: isText || index === 0 ? 'left' : 'right',
    cell: (row) => (shown ? shown(row) : value(row)),
  }))
  const nothing = empty !== undefined && <p className="muted">{empty}</p>
  return (
    <ChartPanel
      title={title}
      className="desk-panel"
      chart={nothing || chart}
      table={
        nothing || (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          <section className="desk-table" tabIndex={0} aria-label={title}>
            <Table caption={title} rows={rows} idOf={idOf} columns={cells} />
          </section>
        )
      }
      actions={
        <Button
          size="small"
          aria-label={text('desk.csvOf', { title })}
          onClick={() => downloadText(name, 'csv', deskCsv(columns, rows))}
        >
          {text('desk.csv')}
        </Button>
      }
      about={about}
    />
  )
}
