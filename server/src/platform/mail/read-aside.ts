import type { Worker } from 'node:worker_threads'
import { AppError } from '../../domain/errors.ts'
import { mailLimits } from '../../domain/mail/limits.ts'
import type { Requester } from '../../domain/requester.ts'
import { startThread } from '../../process/thread.ts'
import { makeFairSlots } from '../../storage/common/fair-slots.ts'
import type { ReadAnswer, ReadOrder, ReadReport } from './mail-thread.ts'

/** Why a mail was not read, for who sent it. */
export class UnreadableMail extends Error {}

export interface MailReader {
  /** Waits for a thread; organizations take turns. */
  read(requester: Requester, order: MailOrder): Promise<ReadReport>
  stop(): Promise<void>
}

export interface MailOrder extends Pick<ReadOrder, 'take'> {
  /** Asked when it is its turn: fifty that wait would fill the memory. */
  readonly content: () => Promise<Uint8Array>
}

const slots = 2
/** Threads that read nothing for this long end. */
const idleMs = 30_000
const { threadMb, threadSeconds } = mailLimits

/** In separate threads: a mail of 20,000 parts takes seconds, and what ends a thread harms nothing else. */
export function makeMailReader(): MailReader {
  const fair = makeFairSlots({
    slots,
    perOrganization: 1,
    waitMs: 5 * threadSeconds * 1_000,
    maxWaiting: 50,
    busy: () =>
      new AppError('ServiceUnavailable', 'Too many emails are being read. Retry in a minute', {
        retryAfterSeconds: 60,
      }),
  })
  const threads = new Map<number, Worker>()
  const timers = new Map<number, NodeJS.Timeout>()
  let isStopped = false

  const end = async (slot: number) => {
    clearTimeout(timers.get(slot))
    const worker = threads.get(slot)
    threads.delete(slot)
    await worker?.terminate()
  }
  const inSlot = async (slot: number, { content, take }: MailOrder): Promise<ReadReport> => {
    const bytes = await content()
    if (isStopped) throw new UnreadableMail('The server is stopping')
    clearTimeout(timers.get(slot))
    const worker = threads.get(slot) ?? startReader()
    threads.set(slot, worker)
    worker.ref()
    const answer = await ask(worker, { bytes, take }).catch(async (error: unknown) => {
      await end(slot)
      throw error
    })
    worker.unref()
    timers.set(slot, setTimeout(() => void end(slot), idleMs).unref())
    if ('problem' in answer) throw new UnreadableMail(answer.problem)
    return answer.report
  }
  return {
    read: (requester, order) => fair.run(requester, (slot) => inSlot(slot, order)),
    async stop() {
      isStopped = true
      fair.stop(new UnreadableMail('The server is stopping'))
      await Promise.all([...threads.keys()].map(end))
    },
  }
}

const startReader = () =>
  startThread(import.meta.url, 'mail-thread', {
    resourceLimits: { maxOldGenerationSizeMb: threadMb, maxYoungGenerationSizeMb: 32 },
  })

/** A thread that fails is not used again: the caller ends it. */
function ask(worker: Worker, order: ReadOrder): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>()
  const onError = (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new UnreadableMail(`Reading the email needs more than ${threadMb} MB of memory`)
        : error.code === undefined
          ? new UnreadableMail('The email cannot be read')
          : error,
    )
  const onExit = () => reject(new UnreadableMail('Reading the email was interrupted'))
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  const timer = setTimeout(
    () => reject(new UnreadableMail(`Reading the email took longer than ${threadSeconds} s`)),
    threadSeconds * 1_000,
  )
  // A copy of its own memory goes over; ours stays for the file.
  worker.postMessage(order)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  })
}
