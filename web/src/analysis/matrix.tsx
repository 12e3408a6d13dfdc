import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useSummaries } from '../data/summaries.ts'
import { navigate } from '../routing/location.ts'
import { counted, text } from '../texts/index.ts'
import { announce } from '../ui/announcer.tsx'
import { toggled } from '../ui/table.tsx'
import { cellKey } from './batch.ts'
import type { Batch } from './batches.ts'
import { firstSpot, type Spot, spotAfter } from './matrix-keys.ts'
import { MatrixRow } from './matrix-row.tsx'
import { SelectionBar } from './selection-bar.tsx'

/**
 * Observables by analyzers, a real table. One cell takes part in the order of the Tab key; arrow
 * keys move from there. Only rows in sight are in the page.
 */
export function Matrix({ batch }: { batch: Batch }) {
  const { rows, columns, sender } = batch
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const board = useMemo(
    () => ({
      rows: rows.length,
      columns: columns.length,
      hasCell: ({ row, column }: Spot) => sender.states.has(keyAt(batch, { row, column })),
    }),
    [batch, rows, columns, sender],
  )
  const [spot, setSpot] = useState<Spot | undefined>(() => firstSpot(board))
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 48,
    overscan: 8,
  })

  const toggle = (key: string) => {
    const next = toggled(chosen, key)
    setChosen(next)
    announce(counted('analysis.selected', next.size))
  }
  const go = (next: Spot) => {
    setSpot(next)
    // At once, so that quick keys do not act on the cell before; later only if it is out of sight.
    if (focusCell(box.current, next)) return
    virtual.scrollToIndex(next.row, { align: 'auto' })
    requestAnimationFrame(() => focusCell(box.current, next))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = spotOf(event.target)
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    const key = keyAt(batch, from)
    const next = spotAfter(event.key, from, board)
    if (next) go(next)
    else if (event.key === ' ') toggle(key)
    else return
    event.preventDefault()
  }

  const shown = virtual.getVirtualItems()
  const summaries = useSummaries(shown.flatMap(({ index }) => endedIn(batch, index)))
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <>
      <div className="table-box matrix-box" ref={box}>
        <table className="table matrix" aria-rowcount={rows.length + 1} onKeyDown={onKeyDown}>
          <caption className="visually-hidden">{text('analysis.matrix')}</caption>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{text('analysis.value')}</th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{text('analysis.worst')}</th>
            </tr>
          </thead>
          <tbody>
            <Gap height={before} />
            {shown.map(({ index }) => {
              const row = rows[index]
              return (
                row && (
                  <MatrixRow
                    key={row.key}
                    row={row}
                    index={index}
                    columns={columns}
                    sender={sender}
                    summaries={summaries}
                    chosen={chosen}
                    tabColumn={spot?.row === index ? spot.column : undefined}
                    measure={virtual.measureElement}
                    onToggle={toggle}
                    onFocus={(column) => setSpot({ row: index, column })}
                  />
                )
              )
            })}
            <Gap height={after} />
          </tbody>
        </table>
      </div>
      <p className="muted matrix-keys">{text('analysis.keys')}</p>
      <SelectionBar
        sender={sender}
        chosen={chosen}
        onClear={() => setChosen(new Set())}
        onCompare={(a, b) => navigate(`/compare?${new URLSearchParams({ a, b })}`)}
      />
    </>
  )
}

/** Stands for the rows that are not drawn. */
const Gap = ({ height }: { height: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus
  height > 0 ? <tr className="matrix-gap" aria-hidden="true" style={{ height }} /> : null

function keyAt({ rows, columns }: Batch, spot: Spot): string {
  const row = rows[spot.row]
  const column = columns[spot.column]
  return row && column ? cellKey(row, column) : ''
}

/** Jobs of a row that have something to say. */
function endedIn({ rows, columns, sender }: Batch, index: number): string[] {
  const row = rows[index]
  return columns.flatMap((column) => {
    const state = row && sender.states.get(cellKey(row, column))
    return state?.kind === 'job' && state.job.status === 'Success' ? [state.job.id] : []
  })
}

/** The cell that an event comes from; its tick and its buttons have keys of their own. */
function spotOf(target: EventTarget): Spot | undefined {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {}
  return row === undefined || column === undefined
    ? undefined
    : { row: Number(row), column: Number(column) }
}

function focusCell(box: HTMLElement | null, { row, column }: Spot): boolean {
  const cell = box?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
  cell?.focus()
  return cell !== null && cell !== undefined
}
