import type { FastifyBaseLogger } from 'fastify'
import type { ClaimedJob } from './queue.ts'

export interface LoopOptions {
  /** Jobs that may run at once. */
  slots: number
  pollMs: number
  claim(count: number): Promise<ClaimedJob[]>
  /**
   * Runs one job to its end and stores it; it never rejects for what the program did. `ran` says
   * that the program has ended: while its end is stored, the next one may run.
   */
  execute(job: ClaimedJob, signal: AbortSignal, ran: () => void): Promise<void>
  log: FastifyBaseLogger
}

export interface Loop {
  wake(): void
  /** Ends one running job: it was deleted, or its lease is lost. */
  cancel(jobId: string): void
  running(): string[]
  /** No new jobs; resolves when the running ones have ended. */
  drain(): Promise<void>
  /** Ends the running ones too, and starts none that a claim still brings. */
  abort(): void
}

interface Run {
  readonly done: Promise<void>
  readonly controller: AbortController
}

/** Claims while slots are free, then waits for a nudge or for the poll behind it. */
export function startLoop({ slots, pollMs, claim, execute, log }: LoopOptions): Loop {
  const active = new Map<string, Run>()
  /** Programs that run. Ends that are being stored are few: each claim waits for the same disk. */
  let busy = 0
  const free = () => Math.min(slots - busy, 2 * slots - active.size)
  let isStopped = false
  let isAborted = false
  let claiming: Promise<void> | undefined
  let isNudged = false

  const run = (job: ClaimedJob) => {
    const controller = new AbortController()
    // Lost during a long pause and claimed once more by ourselves: the old run ends first.
    const before = active.get(job.id)
    before?.controller.abort()
    const started = before ? before.done.then(begin) : begin()
    const done = started
      .catch((err: unknown) => log.error({ err, job: job.id }, 'a job could not be ended'))
      .finally(() => {
        if (active.get(job.id) === own) active.delete(job.id)
        fill()
      })
    const own = { done, controller }
    active.set(job.id, own)

    async function begin() {
      let isRunning = true
      busy += 1
      const ran = () => {
        if (!isRunning) return
        isRunning = false
        busy -= 1
        fill()
      }
      await execute(job, controller.signal, ran).finally(ran)
    }
  }

  /** One at a time: a nudge during a claim is remembered, not answered with a second claim. */
  const fill = () => {
    isNudged = true
    claiming ??= claimWhileFree().finally(() => {
      claiming = undefined
      // A nudge may have come between the last look and here.
      if (isNudged && !isStopped && free() > 0) fill()
    })
  }

  const claimWhileFree = async () => {
    try {
      while (isNudged && !isStopped && free() > 0) {
        isNudged = false
        const wanted = free()
        const jobs = await claim(wanted)
        for (const job of jobs) if (!isAborted) run(job)
        if (jobs.length === wanted) isNudged = true
      }
    } catch (err) {
      log.error({ err }, 'jobs could not be claimed')
    }
  }

  const poll = setInterval(fill, pollMs)
  fill()
  return {
    wake: fill,
    cancel: (jobId) => active.get(jobId)?.controller.abort(),
    running: () => [...active.keys()],
    async drain() {
      isStopped = true
      clearInterval(poll)
      await claiming
      await Promise.all([...active.values()].map(({ done }) => done))
    },
    abort: () => {
      isAborted = true
      for (const { controller } of active.values()) controller.abort()
    },
  }
}
