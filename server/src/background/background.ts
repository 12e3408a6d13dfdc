import type { FastifyBaseLogger } from 'fastify'
import { runFor } from '../domain/requester.ts'
import { makeShares, type Share } from '../domain/shares.ts'
import { backgroundEnded, backgroundSeconds } from '../process/metrics.ts'
import type { Item, Outcome, Room, Walk, Work, WorkName } from './work.ts'

export interface Working {
  /** A nudge, not a hand-over: what is due is in the database. */
  wake(): void
  /** Nothing new is begun, running work is asked to end; resolves when nothing runs. */
  stop(): Promise<void>
}

/** The one loop of a process for everything that no request waits for. */
export interface Background {
  start<T extends Item>(work: Work<T>): Working
  /** How many items of each kind run here. */
  running(): readonly { readonly work: WorkName; readonly count: number }[]
  /** What is due, of the kinds of work that this process does. */
  due(now: number): Promise<readonly WorkDue[]>
}

export interface WorkDue {
  readonly work: WorkName
  readonly count: number
  readonly oldestSeconds: number
}

export interface BackgroundOptions {
  readonly clock: { now(): number }
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly stopping: AbortSignal
  /** Calls back when the time of an item is over; answers how to cancel that. Tests decide it themselves. */
  readonly deadline?: (work: WorkName, ms: number, over: () => void, item: Item) => () => void
}

interface Lane {
  readonly work: WorkName
  /** By the monotonic clock. */
  nextLook: number
  look(): void
  running(): number
  due(now: number): Promise<WorkDue | undefined>
}

export function makeBackground(options: BackgroundOptions): Background {
  const lanes = new Set<Lane>()
  let timer: NodeJS.Timeout | undefined

  const schedule = () => {
    clearTimeout(timer)
    if (lanes.size === 0) return
    const next = Math.min(...[...lanes].map(({ nextLook }) => nextLook))
    timer = setTimeout(tick, Math.max(0, next - performance.now()))
  }
  const tick = () => {
    const now = performance.now()
    for (const lane of lanes) if (lane.nextLook <= now) lane.look()
    schedule()
  }

  return {
    start(work) {
      const lane = makeLane(options, work)
      lanes.add(lane)
      lane.look()
      schedule()
      return {
        wake: lane.wake,
        async stop() {
          lanes.delete(lane)
          schedule()
          await lane.stop()
        },
      }
    },
    running: () =>
      Object.entries(Object.groupBy(lanes, ({ work }) => work)).map(([work, same]) => ({
        work: work as WorkName,
        count: same.reduce((sum, lane) => sum + lane.running(), 0),
      })),
    due: async (now) =>
      (await Promise.all([...lanes].map((lane) => lane.due(now)))).filter(
        (due) => due !== undefined,
      ),
  }
}

const realDeadline: NonNullable<BackgroundOptions['deadline']> = (_work, ms, over) => {
  const timer = setTimeout(over, ms)
  return () => clearTimeout(timer)
}

function makeLane<T extends Item>(
  { clock, log, stopping, deadline = realDeadline }: BackgroundOptions,
  work: Work<T>,
): Lane & Working {
  const { name, limits } = work
  const shares = makeShares(limits.atOnce)
  const underWay = new Set<Promise<void>>()
  const stopped = new AbortController()
  const ending = AbortSignal.any([stopping, stopped.signal])
  let leftOfLook = limits.perLook ?? Number.POSITIVE_INFINITY
  /** Whose turn it was last; the next one is behind it, so each gets a turn before any gets a second. */
  let cursor: string | undefined
  let isNudged = false
  let filling: Promise<void> | undefined

  const ownShare = (organization: string): Share => ({
    of: `organization ${organization}`,
    limit: limits.perOrganization,
  })
  const roomOf = (organization: string) =>
    limits.perOrganization - shares.held(ownShare(organization).of)
  const free = () => Math.min(shares.free(), leftOfLook)

  /** Once round all organizations; true when one of them had more than its turn. */
  const round = async (): Promise<boolean> => {
    const begin = cursor
    const visited = new Set<string>()
    let isMore = false
    const visit = async (bounds: Pick<Walk, 'after' | 'upTo'>) => {
      let after = bounds.after
      while (free() > 0 && !ending.aborted) {
        const without = fullOrganizations()
        const limit = free()
        const walk = { now: clock.now(), after, upTo: bounds.upTo, without, limit }
        const found = await work.organizations(walk)
        for (const organization of found) {
          if (free() <= 0 || ending.aborted) return
          after = organization
          if (visited.has(organization)) continue
          visited.add(organization)
          cursor = organization
          const turn = Math.max(1, Math.floor(limit / found.length))
          const count = Math.min(turn, free(), roomOf(organization))
          if (count <= 0) continue
          const items = await work.claim(organization, room(count))
          for (const item of items) start(item)
          if (items.length === count && roomOf(organization) > 0) isMore = true
        }
        if (found.length < limit) return
      }
    }
    await visit({ after: begin, upTo: undefined })
    if (begin !== undefined) await visit({ after: undefined, upTo: begin })
    return isMore
  }

  const room = (count: number): Room => ({
    count,
    now: clock.now(),
    hasRoom: shares.hasRoom,
    held: shares.held,
  })

  const organizationsHere = new Map<string, number>()
  const fullOrganizations = () =>
    [...organizationsHere.keys()].filter((organization) => roomOf(organization) <= 0)
  const countHere = (organization: string, by: 1 | -1) => {
    const count = (organizationsHere.get(organization) ?? 0) + by
    if (count > 0) organizationsHere.set(organization, count)
    else organizationsHere.delete(organization)
  }

  const fill = async () => {
    while (isNudged && !ending.aborted) {
      isNudged = false
      while (free() > 0 && !ending.aborted && (await round()));
    }
  }

  /** One at a time: a nudge during a claim is remembered, not answered with a second one. */
  const wake = () => {
    if (ending.aborted) return
    isNudged = true
    // Whose request the nudge comes from does not matter, nor whether that caller is gone.
    filling ??= runFor({ organization: '', signal: undefined }, fill)
      .catch((err: unknown) => {
        if (!ending.aborted)
          log.error({ err, work: name }, 'failed to look up due background tasks')
      })
      .finally(() => {
        filling = undefined
        // A nudge may have come between the last look and here; after a failure the next look is soon enough.
        if (isNudged && free() > 0) wake()
      })
  }

  const start = (item: T) => {
    const giveBack = shares.take([ownShare(item.organization), ...(item.shares ?? [])])
    countHere(item.organization, 1)
    leftOfLook -= 1
    const startedAt = performance.now()
    const time = new AbortController()
    const over = () => time.abort(new DOMException('Timed out', 'TimeoutError'))
    const cancel = deadline(name, limits.timeoutMs, over, item)
    const signal = AbortSignal.any([ending, time.signal])
    const running = runFor({ organization: item.organization, signal }, () => runOne(item, signal))
      .then((outcome) => {
        backgroundEnded.add([name, time.signal.aborted ? 'timed out' : outcome])
        backgroundSeconds.observe([name], (performance.now() - startedAt) / 1000)
      })
      .finally(() => {
        cancel()
        giveBack()
        countHere(item.organization, -1)
        underWay.delete(running)
        wake()
      })
    underWay.add(running)
  }

  const runOne = async (item: T, signal: AbortSignal): Promise<Outcome> => {
    try {
      return await work.run(item, signal)
    } catch (err) {
      if (!ending.aborted)
        log.error({ err, work: name, of: item.organization }, 'background task failed')
      return 'failed'
    }
  }

  const lane: Lane & Working = {
    work: name,
    nextLook: 0,
    look() {
      lane.nextLook = performance.now() + work.everyMs
      leftOfLook = limits.perLook ?? Number.POSITIVE_INFINITY
      wake()
    },
    wake,
    running: () => underWay.size,
    async due(now) {
      const due = await work.due?.(now)
      if (!due) return undefined
      const oldestSeconds = due.oldest === undefined ? 0 : Math.max(0, (now - due.oldest) / 1000)
      return { work: name, count: due.count, oldestSeconds }
    },
    async stop() {
      stopped.abort()
      await filling
      await Promise.all(underWay)
    },
  }
  return lane
}
