import type { FastifyBaseLogger } from 'fastify'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import type { Run } from '../queue/queue.ts'
import { serverStops } from '../runners/runner.ts'

export interface LoopOptions {
  /** Jobs that may run at once. */
  slots: number
  pollMs: number
  claim(count: number): Promise<ClaimedJob[]>
  /** The next job of any other organization than this one. */
  claimOther?(organization: string): Promise<ClaimedJob[]>
  /** Whether several organizations may want to run jobs; otherwise no slot is kept free. */
  isShared?(): Promise<boolean>
  /** Whether a job may wait that no claim brings before another one has ended. */
  hasLimits?(): boolean
  /**
   * Runs one job to its end and stores it; it never rejects for what the program did. `ran` says
   * that the program has ended: while its end is stored, the next one may run.
   */
  execute(job: ClaimedJob, signal: AbortSignal, ran: () => void): Promise<void>
  log: FastifyBaseLogger
}

export interface Loop {
  /** Returns whether there is a slot for one more job than promised since the last claim. */
  wake(): boolean
  /** A slot for a job that is claimed as it is submitted; none while waiting ones are being claimed. */
  reserve(): Reservation | undefined
  /** Ends one running job: it was deleted, or its lease is lost. */
  cancel(jobId: string, reason?: unknown): void
  running(type?: ClaimedJob['type']): string[]
  runs(): Run[]
  /** No new jobs; resolves when the running ones have ended. */
  drain(): Promise<void>
  /** Ends the running ones too, and starts none that a claim still brings. */
  abort(): void
}

export interface Reservation {
  start(job: ClaimedJob): void
  cancel(): void
}

interface Active {
  readonly job: ClaimedJob
  readonly done: Promise<void>
  readonly controller: AbortController
}

/**
 * Slots that one organization cannot take from the others, whatever it runs and however long: jobs
 * that run, or wait for a thread, hold theirs.
 */
export const reservedSlots = (slots: number) => (slots > 1 ? Math.max(1, Math.floor(slots / 8)) : 0)

/** Claims while slots are free, then waits for a nudge or for the fallback poll. */
export function startLoop({ slots, pollMs, execute, log, ...options }: LoopOptions): Loop {
  const { claim, claimOther, isShared, hasLimits } = options
  const runningOf = new Map<string, number>()
  const active = new Map<string, Active>()
  /** Programs that run. Ends that are being stored are few: each claim waits for the same disk. */
  let busy = 0
  const reservations = new Set<Promise<void>>()
  const free = () => Math.min(slots - busy, 2 * slots - active.size) - reservations.size
  let isStopped = false
  let isAborted = false
  let claiming: Promise<void> | undefined
  let isNudged = false
  /** Whether the end of a job is a reason to claim: not when the last claim left nothing. */
  let mayWait = true
  /** Jobs that were promised to start here, and are not claimed yet. */
  let promised = 0

  const run = (job: ClaimedJob) => {
    const controller = new AbortController()
    // Lost during a long pause and claimed again by ourselves: the old run ends first.
    const before = active.get(job.id)
    before?.controller.abort()
    const started = before ? before.done.then(begin) : begin()
    const done = started
      .catch((err: unknown) => log.error({ err, job: job.id }, 'failed to finish a job'))
      .finally(() => {
        if (active.get(job.id) === own) active.delete(job.id)
        if (mayWait) fill()
      })
    const own = { job, done, controller }
    active.set(job.id, own)

    async function begin() {
      let isRunning = true
      count(job.organization, 1)
      const ran = () => {
        if (!isRunning) return
        isRunning = false
        count(job.organization, -1)
        if (mayWait) fill()
      }
      await execute(job, controller.signal, ran).finally(ran)
    }
  }

  const count = (organization: string, change: 1 | -1) => {
    busy += change
    const running = (runningOf.get(organization) ?? 0) + change
    if (running > 0) runningOf.set(organization, running)
    else runningOf.delete(organization)
  }
  /** With a slot free there is at most one: the reserve is never more than half of all. */
  const fullOrganization = (reserved: number) =>
    [...runningOf].find(([, running]) => running >= slots - reserved)?.[0]

  /** One at a time: a nudge during a claim is remembered, not answered with a second claim. */
  const fill = () => {
    isNudged = true
    claiming ??= claimWhileFree().finally(() => {
      claiming = undefined
      // A nudge may have come between the last look and here.
      if (isNudged && !isStopped && free() > 0) fill()
    })
  }

  /** Answers how many, and whether any may be left. */
  const claimUpTo = async (wanted: number) => {
    const reserved = claimOther && (await isShared?.()) ? reservedSlots(slots) : 0
    const open = wanted - reserved
    let claimed = 0
    const start = (jobs: readonly ClaimedJob[]) => {
      for (const job of jobs) if (!isAborted) run(job)
      claimed += jobs.length
      return jobs.length
    }
    // How far an organization may exceed its share.
    if (open > 0 && start(await claim(open)) < open) return { claimed, isEmpty: true }
    while (claimed < wanted && !isStopped) {
      const full = fullOrganization(reserved)
      if (start(await (full === undefined ? claim(1) : otherThan(full))) === 0) break
    }
    return { claimed, isEmpty: false }
  }
  const otherThan = async (organization: string) => (await claimOther?.(organization)) ?? []

  const claimWhileFree = async () => {
    try {
      while (isNudged && !isStopped && free() > 0) {
        isNudged = false
        mayWait = false
        const wanted = free()
        promised = 0
        const { claimed, isEmpty } = await claimUpTo(wanted)
        if (claimed === wanted) isNudged = true
        if (!isEmpty || hasLimits?.()) mayWait = true
      }
    } catch (err) {
      mayWait = true
      log.error({ err }, 'failed to claim jobs')
    }
  }

  const look = () => {
    mayWait = true
    fill()
  }
  const poll = setInterval(look, pollMs)
  look()
  return {
    wake() {
      const isTaken = !isStopped && free() > promised
      if (isTaken) promised += 1
      look()
      return isTaken
    },
    reserve() {
      // The last ones are left to claims, which know whose turn it is.
      const open = free() - promised - (claimOther ? reservedSlots(slots) : 0)
      if (isStopped || claiming || open <= 0) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      reservations.add(promise)
      const end = () => {
        reservations.delete(promise)
        resolve()
      }
      return {
        start(job) {
          end()
          if (!isAborted) run(job)
        },
        cancel: end,
      }
    },
    cancel: (jobId, reason) => active.get(jobId)?.controller.abort(reason),
    running: (type) =>
      [...active].flatMap(([id, { job }]) => (type === undefined || job.type === type ? [id] : [])),
    runs: () => [...active.values()].map(({ job: { id, run } }) => ({ id, run })),
    async drain() {
      isStopped = true
      clearInterval(poll)
      await claiming
      await Promise.all(reservations)
      await Promise.all([...active.values()].map(({ done }) => done))
    },
    abort: () => {
      isAborted = true
      for (const { controller } of active.values()) controller.abort(serverStops)
    },
  }
}
