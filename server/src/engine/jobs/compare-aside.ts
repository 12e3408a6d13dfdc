import type { FieldChanges } from '../../domain/report-diff.ts'
import { startThread } from '../../process/thread.ts'
import { compareBodies } from './compare-bodies.ts'

/** Two reports of 128 KiB take some 4 ms; a thread takes 50 ms to start, but blocks nothing. */
const largeLength = 262_144
/** Each holds both reports twice. */
const maxThreads = 2
const maxWaiting = 20
const deadlineMs = 10_000

const notCompared: FieldChanges = { changes: [], same: 0, isCut: true }

let running = 0
const waiting: (() => void)[] = []

/** Large ones are compared in a thread; with too many of them waiting, or too slow, they are not. */
export async function compareAside(
  before: string | null,
  after: string | null,
): Promise<FieldChanges> {
  if ((before?.length ?? 0) + (after?.length ?? 0) < largeLength)
    return compareBodies(before, after)
  if (waiting.length >= maxWaiting) return notCompared
  if (running >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await inThread([before, after])
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function inThread(args: Parameters<typeof compareBodies>): Promise<FieldChanges> {
  const worker = startThread(import.meta.url, 'diff-thread')
  let limit: NodeJS.Timeout | undefined
  try {
    return await new Promise<FieldChanges>((resolve, reject) => {
      limit = setTimeout(() => resolve(notCompared), deadlineMs)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that compares reports exited')))
      worker.postMessage(args)
    })
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}
