import { useEffect, useRef } from 'react'
import { preferences } from '../preferences.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/** After `g` a letter names a screen to go to. */
const chordMs = 1500

/** Letters of a screen; they can be switched off, and belong to a field while somebody types in it. */
export function useLetterKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let chordAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement &&
        target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!preferences().letterKeys || document.querySelector('dialog[open], :popover-open')) return
      const isChord = chordAt > event.timeStamp - chordMs
      chordAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const work = isChord ? undefined : latest.current[event.key]
      if (!work) return
      event.preventDefault()
      work()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
