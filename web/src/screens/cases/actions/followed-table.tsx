import { Fragment, type ReactNode, useId, useState } from 'react'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { StatusMark } from '../../../base/ui/marks.tsx'
import { toggled } from '../../../base/ui/table.tsx'
import { Time, Took } from '../../../base/ui/time.tsx'

/** A job on an engine that the platform follows: an analysis or an action. */
export interface FollowedRow {
  id: string
  status: string
  name: string
  engine: string
  startDate: number
  endDate: number | undefined
  /** Shown at once: why it failed is the first question. */
  error: string
  /** Between name and engine: taxonomies, or what it was run on. */
  about?: ReactNode
  detail: () => ReactNode
}

interface FollowedTableProps {
  caption: string
  /** "Responder", "Analyzer". */
  worker: string
  aboutLabel?: string
  rows: readonly FollowedRow[]
}

/** Rows with a live status, each of which opens to its result. */
export function FollowedTable({ caption, worker, aboutLabel, rows }: FollowedTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const labels = [
    text('cases.status'),
    worker,
    ...(aboutLabel ? [aboutLabel] : []),
    text('cases.engine'),
    text('cases.started'),
    text('cases.took'),
  ]
  return (
    <div className="table-box">
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{text('cases.report')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              worker={worker}
              aboutLabel={aboutLabel}
              isOpen={open.has(row.id)}
              onToggle={() => setOpen(toggled(open, row.id))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  row: FollowedRow
  worker: string
  aboutLabel: string | undefined
  isOpen: boolean
  onToggle: () => void
}

function Row({ row, worker, aboutLabel, isOpen, onToggle }: RowProps) {
  const id = useId()
  return (
    <Fragment>
      <tr>
        <td data-label={text('cases.status')}>
          <StatusMark status={row.status} />
        </td>
        <th scope="row" data-label={worker}>
          {analyzerName(row.name)}
          {row.error && <p className="followed-error few-lines">{defangText(row.error)}</p>}
        </th>
        {aboutLabel && <td data-label={aboutLabel}>{row.about}</td>}
        <td data-label={text('cases.engine')}>{row.engine}</td>
        <td data-label={text('cases.started')}>
          <Time at={row.startDate} />
        </td>
        <td data-label={text('cases.took')}>
          <Took from={row.startDate} until={row.endDate} />
        </td>
        <td className="cell-right">
          {row.endDate !== undefined && (
            <Button
              size="small"
              icon={isOpen ? 'up' : 'down'}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={onToggle}
            >
              {text('cases.report')}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className="followed-detail" id={id}>
          <td colSpan={aboutLabel ? 7 : 6}>{row.detail()}</td>
        </tr>
      )}
    </Fragment>
  )
}
