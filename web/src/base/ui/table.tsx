import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { text } from '../texts/index.ts'
import { Icon } from './icons.tsx'

/** Past this many only the rows in sight are drawn. */
const manyRows = 300
/** Until the script for that is here. */
const firstRows = 60
const VirtualBody = lazy(async () => ({
  default: (await import('./virtual-body.tsx')).VirtualBody,
}))

export interface Column<Row> {
  /** Also the name of the field when the column can be sorted. */
  key: string
  label: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** Numbers are right-aligned. */
  align?: 'left' | 'right'
  /** Takes what is left; long values are cut there. */
  isWide?: boolean
  /** The row is named by it, for screen readers. */
  isHeader?: boolean
  /** Of its cells and its heading, for a width that the rows do not decide. */
  className?: string
}

interface Selection {
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  /** Names a row for its tick: "Select job on 8[.]8[.]8[.]8". */
  nameOf: (id: string) => string
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** `+name` or `-name`. */
  sort?: string | undefined
  onSort?: (sort: string) => void
  selection?: Selection
  /** The row that the keys `j` and `k` are at. */
  currentId?: string | undefined
  onRowPress?: (row: Row) => void
}

/** A real table; on a narrow screen the stylesheet makes each row a card, by the cells' labels. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf, sort, onSort, selection, currentId, onRowPress } = props
  const isLong = rows.length > manyRows
  return (
    <div className="table-box">
      <table className="table" aria-rowcount={isLong ? rows.length + 1 : undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="cell-tick">
                <SelectAll selection={selection} ids={rows.map(idOf)} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cellClass(column)}
                aria-sort={ariaSort(column.key, sort)}
              >
                {column.isSortable && onSort ? (
                  <SortButton column={column} sort={sort} onSort={onSort} />
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        {isLong ? (
          <Suspense
            fallback={<tbody>{rows.slice(0, firstRows).map((row) => tableRow(row))}</tbody>}
          >
            <VirtualBody
              count={rows.length}
              keyOf={(index) => idOf(rows[index] as Row)}
              columns={columns.length + (selection ? 1 : 0)}
              row={(index, place) => tableRow(rows[index] as Row, place)}
            />
          </Suspense>
        ) : (
          <tbody>{rows.map((row) => tableRow(row))}</tbody>
        )}
      </table>
    </div>
  )

  function tableRow(row: Row, place: ComponentProps<'tr'> = {}) {
    const id = idOf(row)
    return (
      <tr
        key={id}
        {...place}
        data-row={id}
        data-current={id === currentId || undefined}
        data-chosen={selection?.chosen.has(id) || undefined}
        onClick={(event) => {
          const target = event.target as Element
          const isControl = target.closest('a, button, input, label, [popover]')
          if (onRowPress && !isControl && !getSelection()?.toString()) onRowPress(row)
        }}
      >
        {selection && (
          <td className="cell-tick">
            <label className="tick">
              <input
                type="checkbox"
                checked={selection.chosen.has(id)}
                onChange={() => selection.onChange(toggled(selection.chosen, id))}
              />
              <span className="visually-hidden">{selection.nameOf(id)}</span>
            </label>
          </td>
        )}
        {columns.map((column) => {
          const Cell = column.isHeader ? 'th' : 'td'
          return (
            <Cell
              key={column.key}
              className={cellClass(column)}
              data-label={column.label}
              {...(column.isHeader ? { scope: 'row' } : {})}
            >
              {column.cell(row)}
            </Cell>
          )
        })}
      </tr>
    )
  }
}

export function toggled(chosen: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

const cellClass = <Row,>({ align, isWide, className }: Column<Row>) =>
  [align === 'right' && 'cell-right', isWide && 'cell-wide', className].filter(Boolean).join(' ') ||
  undefined

const ariaSort = (key: string, sort: string | undefined) =>
  sort === `+${key}` ? 'ascending' : sort === `-${key}` ? 'descending' : undefined

function SortButton<Row>(props: {
  column: Column<Row>
  sort: string | undefined
  onSort: (sort: string) => void
}) {
  const { column, sort, onSort } = props
  const next = sort === `-${column.key}` ? `+${column.key}` : `-${column.key}`
  return (
    <button type="button" className="sort" onClick={() => onSort(next)}>
      {column.label}
      {sort === `-${column.key}` && <Icon name="down" />}
      {sort === `+${column.key}` && <Icon name="up" />}
    </button>
  )
}

function SelectAll({ selection, ids }: { selection: Selection; ids: readonly string[] }) {
  const chosen = ids.filter((id) => selection.chosen.has(id)).length
  const isAll = ids.length > 0 && chosen === ids.length
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !isAll
        }}
        onChange={() => {
          // Rows of other pages that were chosen before stay chosen.
          const next = new Set(selection.chosen)
          for (const id of ids) isAll ? next.delete(id) : next.add(id)
          selection.onChange(next)
        }}
      />
      <span className="visually-hidden">{text('table.selectAll')}</span>
    </label>
  )
}
