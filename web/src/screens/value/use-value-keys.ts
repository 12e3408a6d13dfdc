import { useEffect, useRef } from 'react'
import { preferences } from '../../base/preferences.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/** Letter keys of this page; they can be disabled, and belong to a field while typing in it. */
export function useValueKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement &&
        target.matches('input:not([type=radio]), textarea, select, [contenteditable]')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!preferences().letterKeys || document.querySelector('dialog[open]')) return
      const work = latest.current[event.key]
      if (!work) return
      event.preventDefault()
      work()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
