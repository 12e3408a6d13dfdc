import { useSyncExternalStore } from 'react'

/*
 * A session may end in the middle of a form. Every call that is refused then waits here until the
 * reader has signed in again in a dialog above the page, and is repeated: nothing typed is lost.
 */

/** From sign-in to sign-out, with all sessions that one person had in between. */
let visit: { sessions: number } | undefined
let waiting: { promise: Promise<boolean>; settle: (again: boolean) => void } | undefined
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

/** Before a visit there is nothing to sign in to again, and after it no user to ask. */
export function setSignedIn(value: boolean): void {
  visit = value ? { sessions: 1 } : undefined
  if (!value) settleSignIn(false)
}

/**
 * Taken when a call is sent, asked when it was refused: true when the call can be repeated. One
 * dialog, however many calls were refused.
 */
export function startCall(): () => Promise<boolean> {
  const sent = { visit, sessions: visit?.sessions }
  return async () => {
    // A call that is answered after the sign-out belongs to a user who has left.
    if (!visit || visit !== sent.visit) return false
    if (visit.sessions !== sent.sessions) return true
    if (!waiting) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting = { promise, settle: resolve }
      notify()
    }
    return waiting.promise
  }
}

export function settleSignIn(again: boolean): void {
  const settled = waiting
  waiting = undefined
  if (again && visit) visit.sessions++
  settled?.settle(again)
  notify()
}

export const useIsSessionOver = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== undefined,
  )
