/** One failed item of a bulk action, and why. */
export interface Refused<T> {
  readonly item: T
  readonly error: unknown
}

export interface Outcome<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[]
  readonly refused: readonly Refused<T>[]
}

/** Browsers open six connections to one address. */
export const atOnce = 6

/** Does the same with each of many, some at a time; one that fails does not stop the others. */
export async function eachOf<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  onStep: (ended: number) => void = () => {},
): Promise<Outcome<T, R>> {
  const queue = items.values()
  const done: { item: T; result: R }[] = []
  const refused: Refused<T>[] = []
  const worker = async () => {
    for (const item of queue) {
      try {
        done.push({ item, result: await work(item) })
      } catch (error) {
        refused.push({ item, error })
      }
      onStep(done.length + refused.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return { done, refused }
}
