import { useEffect, useRef } from 'react'
import { preferences } from '../../base/preferences.ts'

interface ListKeys {
  onNextView: () => void
  /** From the row that was chosen last to this one; undefined for readers. */
  onRange: ((id: string) => void) | undefined
}

/** In addition to those of every list: `v` the next view, Shift and `x` all rows in between. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { onNextView, onRange } = latest.current
      if (event.ctrlKey || event.metaKey || event.altKey || !preferences().letterKeys) return
      if (document.querySelector('dialog[open], :popover-open')) return
      const target = event.target as Element
      if (target.closest('textarea, select, [contenteditable], input:not([type="checkbox"])'))
        return
      if (event.key === 'v') {
        event.preventDefault()
        onNextView()
      }
      const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (event.key === 'X' && row !== undefined && onRange) {
        event.preventDefault()
        onRange(row)
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
