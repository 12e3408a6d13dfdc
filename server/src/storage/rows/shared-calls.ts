import { storageTrouble } from '../../domain/storage-trouble.ts'

/**
 * What group commit is for SQLite: calls of the same moment share a statement on PostgreSQL, because a
 * round trip and a durable commit cost more than the work of one. One call runs at a time; calls that
 * arrive during it go into the next. A lone call does not wait.
 */
export interface SharedCallOptions<I, O> {
  /** Answers in the order of the batch. A second time with the same items must do no harm. */
  run(batch: readonly I[]): Promise<readonly O[]>
  /** A call with more bytes than a whole batch may have does not wait, and delays none. */
  bytesOf(item: I): number
  maxItems?: number
  maxBytes?: number
}

interface Waiting<I, O> {
  readonly item: I
  readonly bytes: number
  readonly result: PromiseWithResolvers<O>
}

export function shareCalls<I, O>({
  run,
  bytesOf,
  maxItems = 256,
  maxBytes = 1_048_576,
}: SharedCallOptions<I, O>): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = []
  let isUnderWay = false

  const next = async () => {
    if (isUnderWay || waiting.length === 0) return
    isUnderWay = true
    await settle(takeBatch())
    isUnderWay = false
    void next()
  }

  function takeBatch(): Waiting<I, O>[] {
    let count = 0
    let bytes = 0
    while (count < Math.min(waiting.length, maxItems)) {
      bytes += waiting[count]?.bytes ?? 0
      if (bytes > maxBytes && count > 0) break
      count += 1
    }
    return waiting.splice(0, count)
  }

  /** The outcome of a call whose connection was lost is unknown; `run` must tolerate a repetition. */
  async function runOnceMore(items: readonly I[]): Promise<readonly O[]> {
    try {
      return await run(items)
    } catch (error) {
      if (storageTrouble(error) !== 'unavailable') throw error
      return await run(items)
    }
  }

  async function settle(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await runOnceMore(batch.map(({ item }) => item))
      if (answers.length !== batch.length) throw new Error('A shared call lost an answer')
      for (const [at, { result }] of batch.entries()) result.resolve(answers[at] as O)
    } catch (error) {
      // One of them is wrong, and it is unknown which: the others must not fail with it.
      if (batch.length > 1 && storageTrouble(error) === 'data')
        for (const one of batch) await settle([one])
      else for (const { result } of batch) result.reject(error)
    }
  }

  return (item) => {
    const one = { item, bytes: bytesOf(item), result: Promise.withResolvers<O>() }
    if (one.bytes > maxBytes) void settle([one])
    else {
      waiting.push(one)
      void next()
    }
    return one.result.promise
  }
}

/** One of its kind for each handle on a database. */
export function perHandle<K extends object, T>(make: (handle: K) => T): (handle: K) => T {
  const made = new WeakMap<K, T>()
  return (handle) => {
    let found = made.get(handle)
    if (found === undefined) {
      found = make(handle)
      made.set(handle, found)
    }
    return found
  }
}

/** As a JSON parameter: half of a surrogate pair is not text for PostgreSQL, bound or escaped. */
export const asParameter = (members: readonly object[]): string =>
  JSON.stringify(members, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
