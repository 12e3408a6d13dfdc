import { AppError } from '../../domain/errors.ts'
import type { Requester } from '../../domain/requester.ts'
import { makeShares } from '../../domain/shares.ts'

export interface FairSlotsOptions {
  /** What runs at the same time. */
  readonly slots: number
  /** What one organization may run at the same time: fewer than all, so others find one free. */
  readonly perOrganization: number
  readonly waitMs: number
  /** Waiting ones of one organization, and of all of them. */
  readonly maxWaiting?: number
  readonly maxWaitingInAll?: number
  /** What who waited too long is told; otherwise that searches are running. */
  readonly busy?: () => AppError
}

export interface FairSlots {
  /** Waits for a slot; organizations take turns, however many calls each of them has waiting. */
  run<T>(requester: Requester, work: (slot: number) => Promise<T>): Promise<T>
  /** Refuses all waiting and new callers. */
  stop(error: Error): void
}

interface Waiting {
  start(turn: Turn): void
  refuse(error: Error): void
}

interface Turn {
  readonly slot: number
  release(): void
}

export function makeFairSlots({
  slots,
  perOrganization,
  waitMs,
  maxWaiting = 20,
  maxWaitingInAll = 200,
  busy = tooManyWaiting,
}: FairSlotsOptions): FairSlots {
  const free = Array.from({ length: slots }, (_, slot) => slot)
  const shares = makeShares(slots)
  const shareOf = (organization: string) => [{ of: organization, limit: perOrganization }]
  /** In the order of their turns: an organization that was served goes to the end. */
  const waiting = new Map<string, Waiting[]>()
  let waitingInAll = 0
  let stopped: Error | undefined

  function next(): void {
    for (;;) {
      const organization = nextOrganization()
      if (organization === undefined) return
      const line = waiting.get(organization) ?? []
      const first = line[0]
      if (!first) return
      remove(organization, first)
      if (line.length > 0) {
        waiting.delete(organization)
        waiting.set(organization, line)
      }
      first.start(takenBy(organization))
    }
  }

  function takenBy(organization: string): Turn {
    const giveBack = shares.take(shareOf(organization))
    const slot = free.shift() as number
    return {
      slot,
      release() {
        giveBack()
        free.push(slot)
        next()
      },
    }
  }

  function nextOrganization(): string | undefined {
    for (const organization of waiting.keys())
      if (shares.hasRoom(shareOf(organization))) return organization
    return undefined
  }

  function remove(organization: string, one: Waiting): void {
    const line = waiting.get(organization)
    const at = line?.indexOf(one) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    waitingInAll -= 1
    if (line.length === 0) waiting.delete(organization)
  }

  function turn({ organization, signal }: Requester): Promise<Turn> {
    if (stopped) return Promise.reject(stopped)
    if (signal?.aborted) return Promise.reject(callerGone())
    const line = waiting.get(organization) ?? []
    // guard: server/test/storage/fair-slots.test.ts
    if (line.length >= maxWaiting || waitingInAll >= maxWaitingInAll) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const one: Waiting = {
        start: (taken) => {
          settle()
          resolve(taken)
        },
        refuse: (error) => {
          settle()
          remove(organization, one)
          reject(error)
        },
      }
      const leave = () => one.refuse(callerGone())
      const timer = setTimeout(() => one.refuse(busy()), waitMs)
      signal?.addEventListener('abort', leave, { once: true })
      line.push(one)
      waiting.set(organization, line)
      waitingInAll += 1
      next()
    })
  }

  return {
    async run(requester, work) {
      const { slot, release } = await turn(requester)
      try {
        return await work(slot)
      } finally {
        release()
      }
    },
    stop(error) {
      stopped = error
      for (const line of [...waiting.values()]) for (const one of [...line]) one.refuse(error)
    },
  }
}

const tooManyWaiting = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many searches are running. Retry in a few seconds, ' +
      'or search by whole values and dates, which need not wait',
    { retryAfterSeconds: 5 },
  )

export const tookTooLong = (limitMs: number) =>
  new AppError(
    'ServiceUnavailable',
    `The search took longer than ${limitMs / 1000} s. Narrow it, for example by a date or by whole ` +
      'values instead of patterns, or try again when the server has less to do',
    { retryAfterSeconds: Math.max(1, Math.ceil(limitMs / 1000)) },
  )

/** Never shown; it only has to end the work without looking like a bug. */
export const callerGone = () =>
  new AppError('ServiceUnavailable', 'The client closed the connection before the search finished')
