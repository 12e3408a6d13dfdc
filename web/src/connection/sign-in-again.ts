import { useSyncExternalStore } from 'react'

/*
 * A session may end in the middle of a form. Every call that is refused then waits here until the
 * reader has signed in again in a dialog above the page, and is repeated: nothing typed is lost.
 */
let isSignedIn = false
let waiting: { promise: Promise<boolean>; settle: (again: boolean) => void } | undefined
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

/** Called by the session: before it there is nothing to sign in to again. */
export function setSignedIn(value: boolean): void {
  isSignedIn = value
}

/** True when the call can be repeated. One dialog, however many calls were refused. */
export function signInAgain(): Promise<boolean> {
  if (!isSignedIn) return Promise.resolve(false)
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting = { promise, settle: resolve }
    notify()
  }
  return waiting.promise
}

export function settleSignIn(again: boolean): void {
  const settled = waiting
  waiting = undefined
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
