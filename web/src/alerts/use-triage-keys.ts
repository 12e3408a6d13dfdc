import { useEffect, useRef } from 'react'
import { preferences } from '../preferences.ts'

export type TriageKeys = Readonly<Record<string, (() => void) | false | undefined>>

/** After `g` a letter names a screen to go to. */
const goToMs = 1500

/** `a` analyze, `i` case, `m` merge, `r` respond, `x` dismiss, `j` and `k` next and previous. */
export function useTriageKeys(keys: TriageKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let goToUntil = 0
    const press = (event: KeyboardEvent) => {
      if (!isForAlerts(event)) return
      if (event.key === 'g') goToUntil = Date.now() + goToMs
      else if (Date.now() < goToUntil) {
        goToUntil = 0
        return
      }
      const act = Object.hasOwn(latest.current, event.key) && latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Keys that press the control which has the focus. */
const pressing = ['Enter', ' ']

function isForAlerts(event: KeyboardEvent): boolean {
  const { key, target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (!preferences().letterKeys && !pressing.includes(key)) return false
  if (document.querySelector('dialog[open], :popover-open')) return false
  const element = target as Element
  if (element.closest('textarea, select, [contenteditable], input:not([type="checkbox"])'))
    return false
  // On a row they are about the row; on any other control they press it.
  return (
    !pressing.includes(key) ||
    element.closest('.alert-row-title') !== null ||
    element.closest('a, button, input, summary, label') === null
  )
}
