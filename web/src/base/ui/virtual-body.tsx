import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentProps,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

interface VirtualBodyProps {
  count: number
  columns: number
  keyOf: (index: number) => string
  /**
   * `place` continues the `tr`: it lets the row be measured, and tells screen readers its position.
   */
  row: (index: number, place: ComponentProps<'tr'>) => ReactNode
}

/** Of a row that was not seen yet. */
const usualHeight = 41

/** The body of a long table: the window scrolls, only what is in sight is in the page. */
export function VirtualBody({ count, columns, keyOf, row }: VirtualBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // The content above may grow and shrink; a wrong start would draw the wrong rows.
  useLayoutEffect(() => {
    const find = () =>
      setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY))
    const observer = new ResizeObserver(find)
    observer.observe(document.body)
    find()
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => usualHeight,
    overscan: 8,
    scrollMargin: top,
  })
  // Scrolling draws often: a row that was drawn before is handed to React as it was, and skipped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are drawn anew
  const drawn = useMemo(() => new Map<number, ReactNode>(), [row])
  const draw = (index: number) => {
    const place = { ref: virtual.measureElement, 'aria-rowindex': index + 2, 'data-index': index }
    const found = drawn.get(index) ?? row(index, place)
    drawn.set(index, found)
    return found
  }
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <tbody ref={body}>
      <Gap height={before} columns={columns} />
      {items.map(({ index }) => draw(index))}
      <Gap height={after} columns={columns} />
    </tbody>
  )
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: no row and no focus, only the place of rows out of sight
    <tr className="table-gap" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
