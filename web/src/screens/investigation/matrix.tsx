import type { InvestigationJob, InvestigationValue } from '@assay/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type JobSummary, useSummaries } from '../../base/data/summaries.ts'
import { cut, defangText } from '../../base/model/defang.ts'
import { said } from '../../base/model/said.ts'
import { Link } from '../../base/routing/link.tsx'
import { changedSearch, useLocation } from '../../base/routing/location.ts'
import { formatNumber, labeled, type TextKey, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { VerdictMark, verdictIcon } from '../../base/ui/verdict-mark.tsx'
import type { VerdictViewProps } from './by-verdict.tsx'
import { cellWords } from './cell-words.ts'
import { type Spot, spotAfter } from './matrix-keys.ts'
import {
  type Cells,
  cellKey,
  cellsOf,
  type MatrixColumn,
  type MatrixTable,
  sortedRows,
  tablesOf,
} from './matrix-model.ts'
import { shownValueOf } from './shown.ts'

/** Rows that are drawn of one kind before more are requested. */
const maxRows = 200

/** One table of each kind of value, with the analyzers that fit it. */
export function Matrix(props: VerdictViewProps) {
  const cells = cellsOf(props.jobs)
  const box = useRef<HTMLDivElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in the cells take the focus
    <div className="inv-matrix" ref={box} onKeyDown={(event) => walkCells(event, box.current)}>
      {tablesOf(props.values, props.jobs).map((table) => (
        <KindTable key={table.dataType} {...props} table={table} cells={cells} />
      ))}
      <p className="muted inv-keys">{text('investigation.matrixKeys')}</p>
    </div>
  )
}

interface KindTableProps extends VerdictViewProps {
  table: MatrixTable
  cells: Cells
}

function KindTable({ table, cells, chosen, canChoose, onToggle }: KindTableProps) {
  const { dataType, columns } = table
  const [sort, setSort] = useState('verdict')
  const [shown, setShown] = useState(maxRows)
  const rows = sortedRows(table.rows, sort, cells).slice(0, shown)
  const ended = rows.flatMap(({ key }) =>
    columns.flatMap(({ id }) => {
      const job = cells.get(cellKey(key, id))
      return job?.status === 'Success' ? [job.id] : []
    }),
  )
  const summaries = useSummaries(ended)
  const head = { sort, onSort: setSort }
  return (
    <div className="panel inv-kind">
      <table className="inv-table">
        <caption className="visually-hidden">
          {text('investigation.matrixOf', { kind: kindName(dataType) })}
        </caption>
        <thead>
          <tr>
            <SortHead {...head} field="value" className="inv-first">
              {kindName(dataType)}{' '}
              <span className="inv-count">{formatNumber(table.rows.length)}</span>
            </SortHead>
            <SortHead {...head} field="verdict">
              {text('investigation.verdict')}
            </SortHead>
            {columns.map(({ id, name }) => (
              <SortHead key={id} {...head} field={id}>
                {name}
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((value) => (
            <MatrixRow
              key={value.key}
              value={value}
              columns={columns}
              cells={cells}
              summaries={summaries}
              canChoose={canChoose}
              isChosen={chosen.has(value.key)}
              onToggle={() => onToggle(value.key)}
            />
          ))}
        </tbody>
      </table>
      {table.rows.length > shown && (
        <p className="inv-more">
          <Button size="small" onClick={() => setShown(shown + maxRows)}>
            {text('investigation.showMore', {
              count: formatNumber(Math.min(maxRows, table.rows.length - shown)),
            })}
          </Button>
        </p>
      )}
    </div>
  )
}

interface SortHeadProps {
  field: string
  sort: string
  onSort: (sort: string) => void
  className?: string
  children: React.ReactNode
}

function SortHead({ field, sort, onSort, className, children }: SortHeadProps) {
  const isUp = sort === field
  const isDown = sort === `-${field}`
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      <button type="button" className="sort" onClick={() => onSort(isUp ? `-${field}` : field)}>
        {children}
        {(isUp || isDown) && <Icon name={isUp ? 'up' : 'down'} />}
      </button>
    </th>
  )
}

interface MatrixRowProps {
  value: InvestigationValue
  columns: readonly MatrixColumn[]
  cells: Cells
  summaries: ReadonlyMap<string, JobSummary>
  canChoose: boolean
  isChosen: boolean
  onToggle: () => void
}

function MatrixRow(props: MatrixRowProps) {
  const { value, columns, cells, summaries, canChoose, isChosen, onToggle } = props
  const shown = shownValueOf(value)
  return (
    <tr data-row={value.key} data-chosen={isChosen || undefined}>
      <th scope="row" className="inv-first">
        {canChoose && (
          <label className="tick">
            <input type="checkbox" checked={isChosen} onChange={onToggle} />
            <span className="visually-hidden">
              {text('investigation.choose', { value: shown })}
            </span>
          </label>
        )}
        <Link to={valuePath(value)} className="value inv-value" title={shown} data-cell="">
          {shown}
        </Link>
      </th>
      <td>
        <VerdictMark level={value.level} isPlain />
      </td>
      {columns.map(({ id, name }) => {
        const job = cells.get(cellKey(value.key, id))
        return (
          <td key={id} data-label={name}>
            {job ? (
              <Cell job={job} summary={summaries.get(job.id)} />
            ) : (
              <span className="visually-hidden">{text('investigation.notAsked')}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

const maxWords = 120

const cellIcon = ({ status, notApplicable }: InvestigationJob) =>
  notApplicable !== undefined
    ? 'not-applicable'
    : status === 'Failure'
      ? 'status-failure'
      : 'status-running'

const notAnswered = ({ status, notApplicable }: InvestigationJob) =>
  notApplicable !== undefined
    ? text('status.notApplicable')
    : text(status === 'Failure' ? 'investigation.cellFailed' : 'investigation.cellRunning')

/** What one analyzer says about one value; it opens the report. */
function Cell({ job, summary }: { job: InvestigationJob; summary: JobSummary | undefined }) {
  const { path, search } = useLocation()
  const to = path + changedSearch(search, { report: job.id })
  if (job.status !== 'Success')
    return (
      <Link to={to} className="inv-cell" data-cell="" title={job.text && defangText(job.text)}>
        <Icon name={cellIcon(job)} />
        <span className="inv-words few-lines">{notAnswered(job)}</span>
      </Link>
    )
  const level = job.level ?? null
  const told = job.reason ? said(job.reason) : defangText(job.text ?? '')
  const words = cellWords(summary?.taxonomies ?? []) || cut(told, maxWords)
  return (
    <Link
      to={to}
      className="inv-cell"
      data-cell=""
      data-verdict={level ?? 'unasked'}
      title={told || words}
    >
      <Icon name={verdictIcon(level)} />
      <span className="visually-hidden">
        {labeled(text(level === null ? 'verdict.unasked' : `verdict.${level}`), '')}
      </span>
      <span className="inv-words few-lines">{words || text('verdict.none')}</span>
    </Link>
  )
}

const kinds: Readonly<Record<string, TextKey>> = {
  ip: 'investigation.kind.ip',
  domain: 'investigation.kind.domain',
  fqdn: 'investigation.kind.fqdn',
  url: 'investigation.kind.url',
  mail: 'investigation.kind.mail',
  hash: 'investigation.kind.hash',
  file: 'investigation.kind.file',
}
const kindName = (dataType: string) => {
  const key = kinds[dataType]
  return key ? text(key) : dataType
}

/** Arrow keys go from cell to cell, over all tables, and skip empty ones. */
function walkCells(event: KeyboardEvent, box: HTMLElement | null) {
  const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null
  if (!box || !cell || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...box.querySelectorAll<HTMLTableRowElement>('tbody tr')]
  const row = rows.findIndex((one) => one.contains(cell))
  const column = [...(rows[row]?.cells ?? [])].findIndex((one) => one.contains(cell))
  const at = (spot: Spot) =>
    rows[spot.row]?.cells[spot.column]?.querySelector<HTMLElement>('[data-cell]') ?? null
  const next = spotAfter(
    event.key,
    { row, column },
    {
      rows: rows.length,
      columns: Math.max(0, ...rows.map(({ cells }) => cells.length)),
      hasCell: (spot) => at(spot) !== null,
    },
  )
  if (!next) return
  event.preventDefault()
  at(next)?.focus()
}
