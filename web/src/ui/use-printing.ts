import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Also true for a preview in the developer tools. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  // Before the first paint: whoever sees the button may press it at once.
  useLayoutEffect(() => {
    const media = matchMedia('print')
    // The browser takes its picture right after the event.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(media.matches)
    const follow = () => (media.matches ? begin() : end())
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
