import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Also true for a preview in the developer tools. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  // Before the first paint: a visible button may be pressed at once.
  useLayoutEffect(() => {
    const media = matchMedia('print')
    // Chromium changes the medium to and fro while it waits for fonts: between its two events it prints.
    let isBetween = false
    // The browser captures the page right after the event.
    const follow = () => flushSync(() => setPrinting(isBetween || media.matches))
    const begin = () => {
      isBetween = true
      follow()
    }
    const end = () => {
      isBetween = false
      follow()
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    media.addEventListener('change', follow)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      media.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}
