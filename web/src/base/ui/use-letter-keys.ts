import { useEffect, useRef } from 'react'
import { preferences } from '../preferences.ts'

/** What each key does; false and undefined do nothing now. */
export type LetterKeys = Readonly<Record<string, (() => void) | false | undefined>>

/** After `g` a letter names a screen to go to. */
const goToMs = 1500

/**
 * Keys of a screen. They are inactive in dialogs and in fields, and letters can be disabled (WCAG
 * 2.1.4).
 * `isOurs` says of other keys, such as Enter, whether they are meant for the screen.
 */
export function useLetterKeys(
  keys: LetterKeys,
  isOurs: (event: KeyboardEvent) => boolean = isLetter,
): void {
  const latest = useRef({ keys, isOurs })
  useEffect(() => {
    latest.current = { keys, isOurs }
  })
  useEffect(() => {
    let goToUntil = 0
    const press = (event: KeyboardEvent) => {
      const now = latest.current
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isElsewhere(event.target as Element) || !now.isOurs(event)) return
      if (isLetter(event) && !preferences().letterKeys) return
      if (event.key === 'g') goToUntil = Date.now() + goToMs
      else if (Date.now() < goToUntil) {
        goToUntil = 0
        return
      }
      const act = Object.hasOwn(now.keys, event.key) && now.keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

export const isLetter = ({ key }: KeyboardEvent) => key.length === 1 && key !== ' '

/** A checkbox takes only the space bar; letters are free there. */
const isElsewhere = (target: Element) =>
  document.querySelector('dialog[open], :popover-open') !== null ||
  target.closest('textarea, select, [contenteditable], input:not([type="checkbox"])') !== null
