import { parentPort, workerData } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { openSqliteFile } from './file.ts'

export type SlowQuery = Pick<CompiledQuery, 'sql' | 'parameters'>

export type SlowAnswer = { rows: unknown[] } | { error: { message: string; errcode: unknown } }

const cancelled: Int32Array = workerData.cancelled
let current = 0

const file = openSqliteFile(workerData.file, {
  readOnly: true,
  isWanted: () => Atomics.load(cancelled, 0) !== current,
})

parentPort?.on('message', ({ number, query }: { number: number; query: SlowQuery }) => {
  current = number
  parentPort?.postMessage(answer(query))
})

function answer(query: SlowQuery): SlowAnswer {
  try {
    return { rows: file.run(query).rows }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: unknown }
    return { error: { message, errcode } }
  }
}
