import { AppError } from '../../domain/errors.ts'

export interface LaneLimits {
  /** Works at the same time; of one member never more than one. */
  readonly limit: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

export interface FairLane {
  /** `origin` says whose turn it is: members from one place share it. */
  run<T>(member: string, work: () => Promise<T>, origin?: string): Promise<T>
  isIdle(): boolean
}

interface Waiting {
  readonly origin: string
  start(): void
  refuse(): void
}

/**
 * A queue in which members take turns: a member who sends a hundred at once waits behind their own,
 * and not in front of others. A new place goes before returning ones: a dozen places that never
 * stop cannot keep a new one waiting. When it is full, the member who waits most often gives way.
 */
export function makeFairLane({ limit, maxWaiting, maxWaitMs }: LaneLimits): FairLane {
  /** In the order of their turns. */
  const queues = new Map<string, Waiting[]>()
  const running = new Set<string>()
  const served = new Set<string>()
  let waiting = 0

  const remove = (member: string, one: Waiting) => {
    const queue = queues.get(member) ?? []
    const at = queue.indexOf(one)
    if (at < 0) return
    queue.splice(at, 1)
    waiting -= 1
    if (queue.length === 0) queues.delete(member)
  }

  const makeRoom = (newcomer: string) => {
    let [longest, most] = [newcomer, (queues.get(newcomer)?.length ?? 0) + 1]
    for (const [member, { length }] of queues) if (length > most) [longest, most] = [member, length]
    // guard: fair-lane.test.ts
    if (longest === newcomer) throw tooManyAtOnce()
    queues.get(longest)?.at(-1)?.refuse()
  }

  const nextMember = () => {
    let next: string | undefined
    for (const [member, [first]] of queues) {
      if (running.has(member)) continue
      if (first && !served.has(first.origin)) return member
      next ??= member
    }
    return next
  }

  const startNext = () => {
    while (running.size < limit) {
      const member = nextMember()
      const queue = member === undefined ? undefined : queues.get(member)
      const first = queue?.shift()
      if (member === undefined || queue === undefined || first === undefined) return
      // Its next turn comes after all others.
      queues.delete(member)
      if (queue.length > 0) queues.set(member, queue)
      waiting -= 1
      running.add(member)
      if (served.size >= maxServed) served.clear()
      served.add(first.origin)
      first.start()
    }
  }

  const turnOf = (member: string, origin: string) =>
    new Promise<void>((resolve, reject) => {
      // guard: fair-lane.test.ts
      if (waiting >= maxWaiting) makeRoom(member)
      const one: Waiting = {
        origin,
        start() {
          clearTimeout(timer)
          resolve()
        },
        refuse() {
          clearTimeout(timer)
          remove(member, one)
          reject(tooManyAtOnce())
        },
      }
      const timer = setTimeout(one.refuse, maxWaitMs)
      const queue = queues.get(member) ?? []
      queue.push(one)
      queues.set(member, queue)
      waiting += 1
      startNext()
    })

  return {
    async run(member, work, origin = member) {
      await turnOf(member, origin)
      try {
        return await work()
      } finally {
        running.delete(member)
        startNext()
      }
    },
    isIdle: () => waiting === 0 && running.size === 0,
  }
}

/** Remembered while the lane is busy; after that all are new again. */
const maxServed = 10_000

const tooManyAtOnce = () =>
  new AppError('RateLimitExceeded', 'Too many concurrent attempts. Try again in a few seconds', {
    retryAfterSeconds: 5,
  })
