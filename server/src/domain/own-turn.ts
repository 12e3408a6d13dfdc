const waiting: (() => void)[] = []

/**
 * A turn of the event loop without other planned work. With `setImmediate` alone all waiting
 * callers continue in the same turn, and ten callers of large lists together block everyone else.
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
 * Pieces of a long list, each in a separate turn: working through thousands of items blocks no one. A
 * list of one piece costs no turn.
 */
export async function* inTurns<T>(items: readonly T[], size = 500): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await ownTurn()
    yield items.slice(start, start + size)
  }
}
