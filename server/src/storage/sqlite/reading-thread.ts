import { startThread } from '../../process/thread.ts'
import type { SlowAnswer, SlowQuery } from './slow-reader-thread.ts'

/** One thread with its own connection, which runs one query at a time. */
export interface ReadingThread {
  run(query: SlowQuery): Promise<unknown[]>
  /** The query in it stops at the next text that it compares, with an error. */
  cancel(): void
  /** Callers waiting for it get this error. */
  refuse(error: Error): void
  /** Resolves when it is gone; a query in it that compares no texts runs to its end first. */
  end(): Promise<void>
  hasEnded(): boolean
  /** Ends it unless another query comes before. */
  restAfter(ms: number): void
}

export function startReadingThread(file: string): ReadingThread {
  // The number of the canceled query.
  const cancelled = new Int32Array(new SharedArrayBuffer(4))
  const worker = startThread(import.meta.url, 'slow-reader-thread', {
    workerData: { file, cancelled },
  })
  let query = 0
  let current: PromiseWithResolvers<unknown[]> | undefined
  let isOver = false
  let rest: NodeJS.Timeout | undefined

  const take = () => {
    const taken = current
    current = undefined
    return taken
  }
  const over = (error: Error) => {
    isOver = true
    clearTimeout(rest)
    take()?.reject(error)
  }
  worker.on('message', (answer: SlowAnswer) => {
    if ('rows' in answer) take()?.resolve(answer.rows)
    else take()?.reject(Object.assign(new Error(answer.error.message), answer.error))
  })
  // What it could not even start with, for example a file that is gone.
  worker.on('error', over)
  worker.on('exit', () => over(new Error('The reader thread exited')))
  // Whoever asked keeps the program alive; a thread that rests does not.
  worker.unref()

  const end = async () => {
    isOver = true
    clearTimeout(rest)
    await worker.terminate()
  }
  return {
    run({ sql, parameters }) {
      clearTimeout(rest)
      query += 1
      current = Promise.withResolvers<unknown[]>()
      worker.postMessage({ number: query, query: { sql, parameters: [...parameters] } })
      return current.promise
    },
    cancel: () => void Atomics.store(cancelled, 0, query),
    refuse: (error) => take()?.reject(error),
    end,
    hasEnded: () => isOver,
    restAfter(ms) {
      clearTimeout(rest)
      rest = setTimeout(() => void end(), ms).unref()
    },
  }
}
