import type { QueryResult } from 'kysely'
import { currentRequester, type Requester } from '../../domain/requester.ts'
import { callerGone, makeFairSlots, tookTooLong } from '../common/fair-slots.ts'
import { type ReadingThread, startReadingThread } from './reading-thread.ts'
import type { SlowQuery } from './slow-reader-thread.ts'

/** Runs what is long (see `text-walk.ts`) in threads, because the event loop would wait for it. */
export interface SlowReader {
  run<R>(query: SlowQuery, requester?: Requester): Promise<QueryResult<R>>
  stop(): Promise<void>
}

export interface SlowReaderOptions {
  limitMs?: number
  /** A thread holds some 10 MB; it ends when it was not needed for this long. */
  idleMs?: number
  threads?: number
}

/** Threads that were given up and have not ended; with more of them no new query is admitted. */
const maxEnding = 2

export function makeSlowReader(
  file: string,
  { limitMs = 10_000, idleMs = 300_000, threads: count = 3 }: SlowReaderOptions = {},
): SlowReader {
  const slots = makeFairSlots({
    slots: count,
    perOrganization: Math.max(1, count - 1),
    waitMs: limitMs,
  })
  const threads: (ReadingThread | undefined)[] = []
  const ending = new Set<Promise<void>>()
  let isStopped = false

  const threadOf = (slot: number): ReadingThread => {
    const known = threads[slot]
    if (known && !known.hasEnded()) return known
    const started = startReadingThread(file)
    threads[slot] = started
    return started
  }

  const end = (slot: number): Promise<void> => {
    const thread = threads[slot]
    threads[slot] = undefined
    if (!thread) return Promise.resolve()
    const ended = thread.end().finally(() => ending.delete(ended))
    ending.add(ended)
    return ended
  }

  /** A query that ignores its cancellation is left behind with its thread. */
  const giveUp = async (slot: number, answer: Promise<unknown>): Promise<void> => {
    threads[slot]?.cancel()
    const isFree = await settledWithin(answer, graceMs)
    if (isFree) return
    const ended = end(slot)
    if (ending.size > maxEnding) await ended
  }

  const runIn = (slot: number, query: SlowQuery, { signal }: Requester) => {
    if (isStopped) throw closed()
    const thread = threadOf(slot)
    const answer = thread.run(query)
    const stopped = Promise.withResolvers<never>()
    const stop = (error: Error) => {
      stopped.reject(error)
      return giveUp(slot, answer)
    }
    let given: Promise<void> | undefined
    const timer = setTimeout(() => {
      given ??= stop(tookTooLong(limitMs))
    }, limitMs)
    const leave = () => {
      given ??= stop(callerGone())
    }
    signal?.addEventListener('abort', leave, { once: true })
    // Between the slot and this line the caller may have gone.
    if (signal?.aborted) leave()
    const done = async () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      await given
      thread.restAfter(idleMs)
    }
    return { answered: Promise.race([answer, stopped.promise]), done }
  }

  return {
    async run<R>(query: SlowQuery, requester: Requester = currentRequester()) {
      const result = Promise.withResolvers<unknown[]>()
      // The caller gets the error at once; the slot is free only when the thread is.
      const held = slots.run(requester, async (slot) => {
        const { answered, done } = runIn(slot, query, requester)
        await answered.then(result.resolve, result.reject)
        await done()
      })
      held.catch(result.reject)
      return { rows: (await result.promise) as R[] }
    },
    async stop() {
      isStopped = true
      slots.stop(closed())
      for (const thread of threads) {
        thread?.cancel()
        thread?.refuse(closed())
      }
      // What cannot be interrupted ends with the process.
      await settledWithin(Promise.all([...threads.keys()].map(end)), graceMs)
    },
  }
}

/** How long a thread may take to notice that its query is canceled. */
const graceMs = 250

const closed = () => new Error('The database is closed')

async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const settled = promise.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([settled, late])
  } finally {
    clearTimeout(timer)
  }
}
