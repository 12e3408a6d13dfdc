import type { OrganizationEvent } from '@assay/contract'
import { readAgain } from '../data/cache.ts'
import { type Key, keyOf, staleAfter } from '../data/keys.ts'
import { onLiveEvent } from './connection.ts'

/** Keys that an event makes stale; which ones is declared with the keys. */
export const keysOf = (event: OrganizationEvent): Key[] =>
  'jobId' in event ? [keyOf('job', event.jobId)] : staleAfter(event.objectType)

/** A playbook may change a hundred entities in a second: they are read again once. */
const pauseMs = 400

export function invalidateOnEvents(): () => void {
  const pending = new Map<string, Key>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    void readAgain(...pending.values())
    pending.clear()
  }
  const stop = onLiveEvent((event) => {
    for (const key of keysOf(event)) pending.set(JSON.stringify(key), key)
    timer ??= setTimeout(flush, pauseMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
