import { useEffect, useState } from 'react'
import { ago, dateAndTime, duration, fromNow, shortTime } from '../model/times.ts'
import { usePreferences } from '../preferences.ts'
import { Nothing } from './nothing.tsx'

/** Re-draws once in `everyMs`, for what depends on the present time. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const styles = { short: shortTime, full: dateAndTime, ago, until: fromNow }

interface TimeProps {
  at: number | undefined | null
  /** `ago` for what has happened, `until` for an end. */
  style?: keyof typeof styles
}

/** A moment; the exact one is always available. */
export function Time({ at, style = 'short' }: TimeProps) {
  const now = useNow()
  usePreferences()
  if (at === undefined || at === null) return <Nothing />
  const exact = dateAndTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {styles[style](at, now)}
    </time>
  )
}

/** How long it took, or has taken until now. */
export function Took(props: { from: number | undefined; until: number | undefined }) {
  const { from, until } = props
  const now = useNow(until === undefined && from !== undefined ? 500 : 60_000)
  if (from === undefined) return <Nothing />
  return <span className="number">{duration((until ?? now) - from)}</span>
}
