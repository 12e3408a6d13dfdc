import { useEffect, useState } from 'react'

/** Screen readers should announce progress, not every step of it. */
const pauseMs = 3000

let say: ((message: string) => void) | undefined
let lastAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells screen readers what changed: "20 of 31 done, 3 failed". At most one in three seconds. */
export function announce(message: string): void {
  clearTimeout(timer)
  const wait = Math.max(0, lastAt + pauseMs - Date.now())
  timer = setTimeout(() => {
    lastAt = Date.now()
    say?.(message)
  }, wait)
}

/** The one polite live region of the page. */
export function Announcer() {
  const [message, setMessage] = useState('')
  useEffect(() => {
    say = setMessage
    return () => {
      say = undefined
    }
  }, [])
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {message}
    </div>
  )
}
