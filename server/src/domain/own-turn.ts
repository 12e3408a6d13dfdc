const waiting: (() => void)[] = []

/**
 * A turn of the event loop that nobody else has work planned for. With `setImmediate` alone all who
 * wait go on in the same turn, and ten callers of large lists together hold everybody else up.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}
