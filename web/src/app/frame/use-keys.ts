import { useEffect, useRef } from 'react'
import { preferences } from '../../base/preferences.ts'

/** Keys typed into a field belong to the field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

export interface FrameKeys {
  palette: () => void
  shortcuts: () => void
  newAnalysis: (() => void) | undefined
  /** Where `g` and this key lead; undefined when nowhere. */
  pageOf: (key: string) => (() => void) | undefined
  /** A text was pasted outside of every field. */
  paste: ((text: string) => void) | undefined
}

/** How long after `g` the second key counts. */
const chordMs = 1500
const never = Number.NEGATIVE_INFINITY

/** The keys that work on every screen. Letters alone can be switched off (WCAG 2.1.4). */
export function useFrameKeys(keys: FrameKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    // Not 0: that is when the page was opened, and keys pressed right then would count as second.
    let chordAt = never
    const onKeyDown = (event: KeyboardEvent) => {
      const now = latest.current
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        now.palette()
        return
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPlain || isTyping(event.target) || isDialogOpen() || !preferences().letterKeys) return
      const action = actionOf(event, chordAt > event.timeStamp - chordMs, now)
      chordAt = event.key === 'g' ? event.timeStamp : never
      if (!action) return
      event.preventDefault()
      action()
    }
    const onPaste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain').trim()
      if (!pasted || isTyping(event.target) || isDialogOpen()) return
      latest.current.paste?.(pasted)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}

function actionOf({ key }: KeyboardEvent, isChord: boolean, keys: FrameKeys) {
  if (isChord) return keys.pageOf(key)
  if (key === '?') return keys.shortcuts
  if (key === '/') return focusSearch() ?? keys.palette
  return key === 'n' ? keys.newAnalysis : undefined
}

/** The screen's own search field, when it has one. */
function focusSearch(): (() => void) | undefined {
  const field = document.querySelector<HTMLElement>('main input[type="search"]')
  return field ? () => field.focus() : undefined
}
