import { startThread } from '../../process/thread.ts'
import { Unreadable } from './read-documents.ts'
import type { ManifestOrder, ReadEnd, ReadMessage, ReadOrder } from './read-thread.ts'

const threadMb = 256
/** A list is written by others: what takes this long is meant to. */
const readMinutes = 30

type Store = (entries: Extract<ReadMessage, { entries: unknown }>['entries']) => Promise<void>

/** In a separate thread: a million lines take seconds, and a crash there harms nothing else. */
export const readAside = (
  stopping: AbortSignal,
  order: ReadOrder,
  store: Store,
): Promise<ReadEnd> =>
  inThread(stopping, order, (message, { done, reject, more }) => {
    if ('end' in message) done(message.end)
    else if ('entries' in message) store(message.entries).then(more, reject)
  })

/** The events that a manifest of MISP names. */
export const manifestAside = (
  stopping: AbortSignal,
  order: ManifestOrder,
): Promise<readonly string[]> =>
  inThread(stopping, order, (message, { done }) => {
    if ('events' in message) done(message.events)
  })

interface Ways<T> {
  done(result: T): void
  reject(error: unknown): void
  more(): void
}

async function inThread<T>(
  stopping: AbortSignal,
  order: ReadOrder | ManifestOrder,
  hear: (message: ReadMessage, ways: Ways<T>) => void,
): Promise<T> {
  const worker = startThread(import.meta.url, 'read-thread', {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: threadMb, maxYoungGenerationSizeMb: 32 },
  })
  const onStop = () => void worker.terminate()
  stopping.addEventListener('abort', onStop, { once: true })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<T>((done, reject) => {
      const late = () =>
        reject(new Unreadable(`stopped: parsing took longer than ${readMinutes} minutes`))
      timer = setTimeout(late, readMinutes * 60_000)
      const ways = { done, reject, more: () => worker.postMessage('more') }
      worker.on('message', (message: ReadMessage) => {
        if ('problem' in message) reject(new Unreadable(message.problem))
        else hear(message, ways)
      })
      worker.once('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new Unreadable(`stopped: parsing needs more than ${threadMb} MB of memory`)
            : error,
        ),
      )
      worker.once('exit', () => reject(new Error('The threat feed reader thread exited')))
    })
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', onStop)
    await worker.terminate()
  }
}
