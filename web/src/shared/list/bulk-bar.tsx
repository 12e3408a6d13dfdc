import type { ReactNode } from 'react'
import { Button } from '../../base/ui/button.tsx'

interface BulkBarProps {
  /** Of the bar, for screen readers. */
  label?: string
  /** "3 selected". */
  count: string
  children: ReactNode
  /** What destroys: at the other end of the row. */
  apart?: ReactNode
  /** What the button says that chooses nothing. */
  clear?: string
  onClear?: () => void
}

/** What can be done with the chosen rows: one row of actions, and what destroys apart from them. */
export function BulkBar({ label, count, children, apart, clear, onClear }: BulkBarProps) {
  return (
    <section className="bulk-bar" aria-label={label}>
      <strong className="number">{count}</strong>
      {children}
      {clear && (
        <Button size="small" kind="quiet" onClick={onClear}>
          {clear}
        </Button>
      )}
      {apart && <span className="bulk-apart">{apart}</span>}
    </section>
  )
}
