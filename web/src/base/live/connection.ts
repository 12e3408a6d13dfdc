import type { OrganizationEvent } from '@assay/contract'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { basePath } from '../routing/base.ts'

/*
 * One stream of events for the whole tab. Browsers give an address six connections over HTTP/1.1
 * for all tabs together, so a hidden tab gives its connection back and catches up when it is seen.
 */
type Handler = (event: OrganizationEvent) => void

const handlers = new Set<Handler>()
const stateListeners = new Set<() => void>()
const caughtUp = new Set<() => void>()
let source: EventSource | undefined
let isLive = false
let hadGap = false
let later: ReturnType<typeof setTimeout> | undefined

function setLive(value: boolean) {
  if (isLive === value) return
  isLive = value
  for (const listener of stateListeners) listener()
}

function open() {
  if (source || document.hidden) return
  source = new EventSource(`${basePath}/api/events`)
  source.onopen = () => {
    setLive(true)
    // guard: connection.test.ts
    if (hadGap) for (const listener of caughtUp) listener()
    hadGap = false
  }
  source.onmessage = (message) => deliver(message.data)
  source.onerror = () => {
    hadGap = true
    setLive(false)
    // The browser reconnects automatically, but not after a refusal: an expired session may be
    // renewed, a proxy may have answered for a server that restarts.
    // guard: connection.test.ts
    if (source?.readyState === EventSource.CLOSED) openLater()
  }
}

/** Until then the polls carry on alone. */
const refusedMs = 15_000

function openLater() {
  source = undefined
  clearTimeout(later)
  later = setTimeout(open, refusedMs)
}

function close() {
  clearTimeout(later)
  source?.close()
  source = undefined
  hadGap = true
  setLive(false)
}

function deliver(data: string) {
  const event = parsed(data)
  if (event) for (const handler of handlers) handler(event)
}

function parsed(data: string): OrganizationEvent | undefined {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

const followVisibility = () => (document.hidden ? close() : open())

/** From sign-in to sign-out. `onGap` runs when events may have been missed. */
export function startLive(onGap: () => void): () => void {
  caughtUp.add(onGap)
  document.addEventListener('visibilitychange', followVisibility)
  open()
  return () => {
    caughtUp.delete(onGap)
    document.removeEventListener('visibilitychange', followVisibility)
    close()
    hadGap = false
  }
}

export function onLiveEvent(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/** While events arrive, polls may be slow. */
export const useIsLive = () =>
  useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => isLive,
  )

/** Calls `handler` for each event while the component is shown. */
export function useLiveEvents(handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onLiveEvent((event) => latest.current(event)), [])
}
