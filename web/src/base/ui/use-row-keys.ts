import { useEffect, useRef, useState } from 'react'
import { preferences } from '../preferences.ts'

interface RowKeys {
  isOff?: boolean
  ids: readonly string[]
  onOpen: (id: string) => void
  onToggle?: (id: string) => void
  onRunAgain?: (id: string) => void
  onFilter: () => void
}

/** After `g` a letter names a screen to go to. */
const goToMs = 1200

/**
 * `j` and `k` move from row to row, `x` chooses, Enter opens, `r` runs again, `f` goes to the
 * filter. The focus moves along, so screen readers hear where they are.
 */
export function useRowKeys(keys: RowKeys): string | undefined {
  const [current, setCurrent] = useState<string>()
  const latest = useRef(keys)
  const at = useRef(current)
  useEffect(() => {
    latest.current = keys
    at.current = current
  })
  useEffect(() => {
    let goToUntil = 0
    const press = (event: KeyboardEvent) => {
      const { isOff, ids, onOpen, onToggle, onRunAgain, onFilter } = latest.current
      if (isOff || !isForRows(event)) return
      if (event.key === 'g') goToUntil = Date.now() + goToMs
      else if (Date.now() < goToUntil) return
      const row = focusedRow() ?? at.current
      const here = row !== undefined && ids.includes(row) ? row : undefined
      const act = {
        j: () => setCurrent(focusRow(1, here) ?? here),
        k: () => setCurrent(focusRow(-1, here) ?? here),
        f: onFilter,
        x: here && onToggle && (() => onToggle(here)),
        r: here && onRunAgain && (() => onRunAgain(here)),
        Enter: here && document.activeElement === document.body && (() => onOpen(here)),
      }[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return current
}

function isForRows(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (!preferences().letterKeys && event.key !== 'Enter') return false
  const target = event.target as Element
  if (document.querySelector('dialog[open], :popover-open')) return false
  // A checkbox in a row takes only the space bar; letters are free there.
  return !target.closest('textarea, select, [contenteditable], input:not([type="checkbox"])')
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

/** The row before or after this one, or the first one in sight. */
function focusRow(step: 1 | -1, here: string | undefined): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const index = rows.findIndex((row) => row.dataset.row === here)
  const next =
    index < 0 ? rows.find((row) => row.getBoundingClientRect().top > 0) : rows[index + step]
  next?.querySelector<HTMLElement>('th a, a')?.focus()
  return next?.dataset.row
}
