import type { OrganizationEvent } from '@assay/contract'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from './connection.ts'

interface CalmEvents {
  isWanted: (event: OrganizationEvent) => boolean
  /** From the first event until the work is done for all that came since. */
  pauseMs: () => number
  work: () => void
}

/** In a busy organization something happens all the time: not each event is worth a question. */
export function useCalmEvents({ isWanted, pauseMs, work }: CalmEvents): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((event) => {
    if (timer.current !== undefined || !isWanted(event)) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, pauseMs())
  })
}
