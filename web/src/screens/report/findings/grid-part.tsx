import type { ReactNode } from 'react'
import { text } from '../../../base/texts/index.ts'
import { labelOf } from './labels.ts'
import { usePortion } from './print.ts'
import type { Grid } from './shape.ts'
import { ShowMore } from './show-more.tsx'

interface GridPartProps {
  grid: Grid
  cell: (column: string, value: unknown) => ReactNode
}

/** Alike objects as a table; on a narrow screen each row is a card, as everywhere. */
export function GridPart({ grid, cell }: GridPartProps) {
  const { columns, rows } = grid
  const { shown, rest, more } = usePortion(rows.length, { first: 25, step: 200 })
  const isMap = rows[0]?.name !== undefined
  return (
    <>
      <div className="table-box">
        <table className="table findings-table">
          <thead>
            <tr>
              {isMap && <th scope="col">{text('report.nameColumn')}</th>}
              {columns.map((column) => (
                <th key={column} scope="col" title={column}>
                  {labelOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(({ name, cells }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, its rows have no names
              <tr key={index}>
                {isMap && (
                  <th scope="row" data-label={text('report.nameColumn')}>
                    {cell('', name)}
                  </th>
                )}
                {columns.map((column) => (
                  <td key={column} data-label={labelOf(column)}>
                    {cell(column, Object.hasOwn(cells, column) ? cells[column] : undefined)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore rest={rest} onMore={more} />
    </>
  )
}
