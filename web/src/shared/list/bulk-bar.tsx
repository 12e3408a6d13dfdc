import type { ReactNode } from 'react'
import { Button } from '../../base/ui/button.tsx'

interface BulkBarProps {
  /** Of the bar, for screen readers. */
  label?: string
  /** "3 selected". */
  count: string
  children: ReactNode
  /** What the button says that chooses nothing. */
  clear?: string
  onClear?: () => void
}

/** What can be done with the chosen rows. */
export function BulkBar({ label, count, children, clear, onClear }: BulkBarProps) {
  return (
    <section className="bulk-bar" aria-label={label}>
      <strong className="number">{count}</strong>
      {children}
      {clear && (
        <Button size="small" kind="quiet" onClick={onClear}>
          {clear}
        </Button>
      )}
    </section>
  )
}
