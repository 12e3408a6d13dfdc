import { Worker } from 'node:worker_threads'
import { type QueryResult, sql } from 'kysely'
import type { SlowAnswer, SlowQuery } from './slow-reader-thread.ts'

/**
 * Marks a select that may read much of a large table: `.modifyFront(slowly)`. On SQLite a thread of
 * its own runs it, because in the event loop everybody else would wait; elsewhere it is a comment.
 */
export const slowly = sql.raw('/* slowly */')

export const isSlow = (query: { sql: string }) => query.sql.startsWith('select /* slowly */')

export interface SlowReader {
  run<R>(query: SlowQuery): Promise<QueryResult<R>>
  stop(): Promise<void>
}

export interface SlowReaderOptions {
  /** As PostgreSQL is told: nobody waits longer for a list. */
  limitMs?: number
  /** The thread holds some 10 MB; it goes when nobody needed it for this long. */
  idleMs?: number
}

interface Asked {
  readonly query: SlowQuery
  readonly answered: PromiseWithResolvers<unknown[]>
}

/** One thread, started when it is first needed; one query after the other. */
export function makeSlowReader(
  file: string,
  { limitMs = 60_000, idleMs = 60_000 }: SlowReaderOptions = {},
): SlowReader {
  const waiting: Asked[] = []
  let thread: Worker | undefined
  let current: Asked | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const start = (): Worker => {
    const worker = new Worker(threadUrl(import.meta.url), { workerData: { file }, execArgv: [] })
    worker.on('message', (answer: SlowAnswer) => {
      if ('rows' in answer) finish(({ resolve }) => resolve(answer.rows))
      else
        finish(({ reject }) => reject(Object.assign(new Error(answer.error.message), answer.error)))
    })
    // What it could not even start with, for example a file that is gone.
    worker.on('error', (error) => end(worker, error))
    worker.on('exit', () => end(worker, new Error('The reading thread has ended')))
    // Whoever asked keeps the program alive; a thread that rests does not.
    worker.unref()
    return worker
  }

  const next = () => {
    clearTimeout(timer)
    current = waiting.shift()
    if (!current) {
      timer = setTimeout(() => end(thread, new Error('The reading thread rests')), idleMs).unref()
      return
    }
    thread ??= start()
    thread.postMessage(current.query)
    timer = setTimeout(() => {
      end(thread, new Error(`The query took longer than ${limitMs} ms`))
    }, limitMs)
  }

  const finish = (tell: (answered: Asked['answered']) => void) => {
    const asked = current
    next()
    if (asked) tell(asked.answered)
  }

  const end = (worker: Worker | undefined, error: Error) => {
    // Its `exit` comes after its `error`, and after a successor may have begun.
    if (!worker || worker !== thread) return
    thread = undefined
    void worker.terminate()
    if (current) finish(({ reject }) => reject(error))
  }

  return {
    async run<R>(query: SlowQuery) {
      if (isStopped) throw new Error('The database is closed')
      const answered = Promise.withResolvers<unknown[]>()
      waiting.push({ query: { sql: query.sql, parameters: [...query.parameters] }, answered })
      if (!current) next()
      return { rows: (await answered.promise) as R[] }
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const closed = new Error('The database is closed')
      for (const { answered } of waiting.splice(0)) answered.reject(closed)
      const worker = thread
      end(worker, closed)
      clearTimeout(timer)
      await worker?.terminate()
    },
  }
}

/** From sources the thread is a `.ts` file, in the built program a `.js` file. */
const threadUrl = (here: string) =>
  new URL(here.endsWith('.ts') ? './slow-reader-thread.ts' : './slow-reader-thread.js', here)
