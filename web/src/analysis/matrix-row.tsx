import type { JobSummary } from '../data/summaries.ts'
import { worstLevel } from '../model/levels.ts'
import { shownValue } from '../model/observable.ts'
import { text } from '../texts/index.ts'
import { LevelMark } from '../ui/marks.tsx'
import { Observable, valuePath } from '../ui/observable.tsx'
import { type BatchColumn, type BatchRow, cellKey } from './batch.ts'
import { MatrixCell } from './matrix-cell.tsx'
import type { Sender } from './sender.ts'

interface MatrixRowProps {
  row: BatchRow
  index: number
  columns: readonly BatchColumn[]
  sender: Sender
  summaries: ReadonlyMap<string, JobSummary>
  chosen: ReadonlySet<string>
  /** The cell that the Tab key reaches, if it is in this row. */
  tabColumn: number | undefined
  measure: (element: HTMLElement | null) => void
  onToggle: (key: string) => void
  onFocus: (column: number) => void
}

export function MatrixRow(props: MatrixRowProps) {
  const { row, index, columns, sender, summaries, chosen, tabColumn } = props
  const states = columns.map((column) => sender.states.get(cellKey(row, column)))
  const worst = worstLevel(
    states.flatMap((state) =>
      state?.kind === 'job' ? (summaries.get(state.job.id)?.taxonomies ?? []) : [],
    ),
  )
  const { observed } = row
  return (
    <tr ref={props.measure} data-index={index} aria-rowindex={index + 2}>
      <th scope="row" className="matrix-value" title={shownValue(observed)}>
        {observed.attachment ? (
          <Observable observed={observed} />
        ) : (
          <Observable observed={observed} to={valuePath(observed)} canCopy />
        )}
      </th>
      {columns.map((column, at) => {
        const key = cellKey(row, column)
        const state = states[at]
        if (!state) {
          return (
            <td key={column.id} className="matrix-none">
              <span aria-hidden="true">–</span>
              <span className="visually-hidden">{text('analysis.notFitting')}</span>
            </td>
          )
        }
        return (
          <td
            key={column.id}
            data-label={column.name}
            data-chosen={chosen.has(key) || undefined}
            data-state={state.kind}
          >
            <MatrixCell
              state={state}
              summary={state.kind === 'job' ? summaries.get(state.job.id) : undefined}
              position={{
                'data-row': index,
                'data-column': at,
                tabIndex: tabColumn === at ? 0 : -1,
                onFocus: () => props.onFocus(at),
              }}
              isChosen={chosen.has(key)}
              isStopped={sender.isStopped()}
              onToggle={() => props.onToggle(key)}
              onRunFresh={() => sender.again([key], { force: true })}
            />
          </td>
        )
      })}
      <td data-label={text('analysis.worst')}>
        {worst ? <LevelMark level={worst} /> : <span className="muted">–</span>}
      </td>
    </tr>
  )
}
