import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Line } from './line.tsx'
import { isFoldable } from './lines.ts'
import type { RawView } from './use-raw-view.ts'

const rowHeight = 24
const pageStep = 20

interface LineBoxProps {
  view: RawView
  /** Which of the lines in sight: browsers cannot draw a box of any height. */
  from: number
  count: number
  isWrapped: boolean
}

/** Millions of lines, of which those in the window are drawn. Arrow keys walk and fold, as in a tree. */
export function LineBox({ view, from, count, isWrapped }: LineBoxProps) {
  const { lines, visible, folded, current, position, mode } = view
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights differ once lines are wrapped
  useEffect(() => virtual.measure(), [isWrapped, mode])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a walk moves the window, a fold does not
  useEffect(() => {
    const index = position - from
    const isDrawn = virtual.getVirtualItems().some((row) => row.index === index)
    virtual.scrollToIndex(index, { align: isDrawn ? 'auto' : 'center' })
  }, [current, from])

  const isTree = mode === 'tree'
  const press = (event: MouseEvent) => {
    const target = event.target as Element
    const row = target.closest<HTMLElement>('[data-line]')
    if (!row) return
    const line = Number(row.dataset.line)
    if (target.closest('[data-fold]')) view.setFold(line, !folded.has(line))
    view.goTo(line)
  }
  const walk = (event: KeyboardEvent) => {
    const next = nextLine(event.key, view)
    if (next === undefined) return
    event.preventDefault()
    if (next !== current) view.goTo(next)
  }
  return (
    <div
      ref={box}
      className="raw-box"
      data-wrapped={isWrapped || undefined}
      role="tree"
      aria-label={text('report.raw.label')}
      aria-activedescendant={`${id}-${current}`}
      tabIndex={0}
      onClick={press}
      onKeyDown={walk}
    >
      <div
        role="presentation"
        className="raw-lines"
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = visible[from + index] ?? 0
          return (
            <div
              key={index}
              id={`${id}-${line}`}
              ref={isWrapped ? virtual.measureElement : undefined}
              data-index={index}
              data-line={line}
              data-current={line === current || undefined}
              className="raw-line"
              style={{ transform: `translateY(${start}px)` }}
              role="treeitem"
              tabIndex={-1}
              aria-level={(lines.depths[line] ?? 0) + 1}
              aria-selected={line === current}
              aria-expanded={isTree && isFoldable(lines, line) ? !folded.has(line) : undefined}
            >
              <Line
                lines={lines}
                line={line}
                mode={mode}
                isFolded={isTree && folded.has(line)}
                needle={view.search.needle}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Where a key leads; undefined when the key means nothing here. Left and right also fold. */
function nextLine(key: string, view: RawView): number | undefined {
  const { lines, visible, folded, current, position } = view
  const at = (wanted: number) => visible[Math.max(0, Math.min(visible.length - 1, wanted))]
  const canFold = view.mode === 'tree' && isFoldable(lines, current)
  switch (key) {
    case 'ArrowDown':
      return at(position + 1)
    case 'ArrowUp':
      return at(position - 1)
    case 'PageDown':
      return at(position + pageStep)
    case 'PageUp':
      return at(position - pageStep)
    case 'Home':
      return at(0)
    case 'End':
      return at(visible.length - 1)
    case 'ArrowRight':
      if (!canFold) return undefined
      if (!folded.has(current)) return at(position + 1)
      view.setFold(current, false)
      return current
    case 'ArrowLeft':
      if (view.mode === 'text') return undefined
      if (!canFold || folded.has(current)) return Math.max(0, lines.parents[current] ?? 0)
      view.setFold(current, true)
      return current
    case 'Enter':
      if (!canFold) return undefined
      view.setFold(current, !folded.has(current))
      return current
    default:
      return undefined
  }
}
