import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'

export interface VirtualRowsHandle {
  scrollTo: (index: number) => void
}

interface VirtualRowsProps {
  label: string
  count: number
  rowHeight: number
  row: (index: number) => ReactNode
  handle?: Ref<VirtualRowsHandle>
  className?: string
  /** As high as its rows, up to so many; without it the stylesheet gives the height. */
  maxRows?: number
}

/**
 * A long list that draws only the visible rows. Rows have one height. Screen readers learn the
 * whole length; the box itself takes the focus, so arrow keys scroll it.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { label, count, rowHeight, row, handle, className, maxRows } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  // Row positions are remembered: a rotated phone has rows of another height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useLayoutEffect(() => virtual.measure(), [rowHeight])
  useImperativeHandle(handle, () => ({
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of which only a part is in the page
    <div
      ref={box}
      className={`virtual-rows ${className ?? ''}`}
      role="list"
      aria-label={label}
      style={maxRows === undefined ? undefined : { height: Math.min(count, maxRows) * rowHeight }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={index + 1}
            className="virtual-row"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  )
}
