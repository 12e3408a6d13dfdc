import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, onTestFinished } from 'vitest'

type CleanUp = () => unknown
type End = () => Promise<void>

const group = new AsyncLocalStorage<CleanUp[]>()

/** After the test, or after the last one of the group for what is made in `sharedByTests`. */
export function atEnd(cleanUp: CleanUp): void {
  const cleanUps = group.getStore()
  if (cleanUps) cleanUps.push(cleanUp)
  else
    onTestFinished(async () => {
      await cleanUp()
    })
}

/** The cleanup of `make` is done when `end` is called, whenever that is. */
export async function withEnd<T>(make: () => Promise<T>): Promise<{ thing: T; end: End }> {
  const cleanUps: CleanUp[] = []
  const end = async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  }
  try {
    return { thing: await group.run(cleanUps, make), end }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Something that takes longer to make than the tests of a `describe` take to use it. They must only
 * read it, or each change separate parts of it.
 */
export function sharedByTests<T>(make: () => Promise<T>): () => Promise<T> {
  const cleanUps: CleanUp[] = []
  let made: Promise<T> | undefined
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })
  return async () => {
    made ??= group.run(cleanUps, make)
    try {
      return await made
    } catch (error) {
      // Every test is skipped or fails for its own reason.
      made = undefined
      throw error
    }
  }
}
