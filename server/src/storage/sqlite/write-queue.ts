/** Who may use the one writer: first come, first served. */
export interface WriteQueue {
  readonly isTaken: boolean
  /** Resolves when it is the caller's turn, which lasts until `give`. */
  take(): Promise<void>
  /** Takes the turn if it is free now; false when it is not. */
  tryTake(): boolean
  give(): void
  /** No turn begins between `pause` and `resume`; the current one continues. */
  pause(): void
  resume(): void
  /** Refuses all waiting and later callers. */
  close(): void
}

interface Waiter {
  readonly turn: PromiseWithResolvers<void>
  readonly timer: NodeJS.Timeout
}

export function createWriteQueue(waitMs: number): WriteQueue {
  // A Set keeps the order of arrival and lets a waiter leave from the middle.
  const waiters = new Set<Waiter>()
  let taken = false
  let paused = false
  let closed = false

  function next() {
    if (taken || paused) return
    const [first] = waiters
    if (!first) return
    waiters.delete(first)
    clearTimeout(first.timer)
    taken = true
    first.turn.resolve()
  }

  return {
    get isTaken() {
      return taken
    },

    tryTake() {
      if (closed || taken || paused) return false
      taken = true
      return true
    },

    async take() {
      if (closed) throw new Error(closedMessage)
      if (!taken && !paused) {
        taken = true
        return
      }
      const turn = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        waiters.delete(waiter)
        turn.reject(new Error(waitedTooLong(waitMs)))
      }, waitMs)
      const waiter = { turn, timer }
      waiters.add(waiter)
      await turn.promise
    },

    give() {
      taken = false
      next()
    },

    pause() {
      paused = true
    },

    resume() {
      paused = false
      next()
    },

    close() {
      closed = true
      for (const { turn, timer } of waiters) {
        clearTimeout(timer)
        turn.reject(new Error(closedMessage))
      }
      waiters.clear()
    },
  }
}

const closedMessage = 'The database is closed'

const waitedTooLong = (waitMs: number) =>
  `Waited ${waitMs / 1000} s for the database writer, held by an open transaction. ` +
  'Inside a transaction, write through the transaction and not through the database.'
