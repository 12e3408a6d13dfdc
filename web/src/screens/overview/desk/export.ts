import { csvOf } from '@assay/contract'
import type { ReactNode } from 'react'

/** Of a table and of the file with the same numbers. */
export interface DeskColumn<Row> {
  readonly key: string
  readonly label: string
  readonly value: (row: Row) => string | number | undefined
  /** On the page, where that is not the value itself. */
  readonly shown?: (row: Row) => ReactNode
  readonly isText?: boolean
}

export const deskCsv = <Row>(columns: readonly DeskColumn<Row>[], rows: readonly Row[]): string =>
  csvOf([
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map(({ value }) => value(row) ?? '')),
  ])
