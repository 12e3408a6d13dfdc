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

/**
 * Pieces of a long list, each in a turn of its own: whoever works through thousands of items holds nobody
 * up. A list of one piece costs no turn.
 */
export async function* inTurns<T>(items: readonly T[], size = 500): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await ownTurn()
    yield items.slice(start, start + size)
  }
}
