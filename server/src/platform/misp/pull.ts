import { randomUUID } from 'node:crypto'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import { type Item, isOverdue, type Outcome, type Work } from '../../background/work.ts'
import { AppError } from '../../domain/errors.ts'
import { lookAgainAt } from '../../domain/mail/pauses.ts'
import type { PlatformDeps } from '../deps.ts'
import { eventOf, PullProblem, publishedSince } from './published.ts'
import {
  addPulls,
  claimPulls,
  knownEvents,
  longestReason,
  organizationsToPull,
  type PullRow,
  pullsDue,
  type Source,
  saveEvent,
  settlePull,
  sourcesIn,
} from './pull-store.ts'
import { takeEvent } from './take-event.ts'

const everyMs = 5_000
const pollMs = 10 * 60_000
const timeoutMs = 9 * 60_000
/** Longer than a look may take. */
const leaseMs = 10 * 60_000
/** Whole events in one look; the next one follows at once, after the turns of others. */
const perLook = 50
const hourMs = 60 * 60_000

interface DuePull extends Item {
  readonly row: PullRow
}

export function mispWork(deps: PlatformDeps): Work<DuePull> {
  const { db } = deps
  return {
    name: 'misp',
    everyMs,
    limits: { atOnce: 2, perOrganization: 1, timeoutMs },
    organizations: (walk) => organizationsToPull(db, walk),
    due: (now) => pullsDue(db, now),
    async claim(organization, { count, now }) {
      const lease = { count, now, until: now + leaseMs, owner: randomUUID }
      return (await claimPulls(db, organization, lease)).map((row) => ({ organization, row }))
    },
    run: ({ row }, signal) => pull(deps, row, signal),
  }
}

/** Only where the settings name a server to read. */
export function startMispPulls(deps: PlatformDeps): Working {
  const sources = sourcesIn(deps.config.platform.misp)
  if (sources.length === 0) return { wake: () => undefined, stop: async () => undefined }
  const pulling = deps.background.start(mispWork(deps))
  const adding = startSweep(deps.background, {
    name: 'misp servers',
    everyMs: hourMs,
    async step() {
      await addPulls(deps.db, sources, deps.clock.now())
      pulling.wake()
      return false
    },
  })
  return {
    wake: pulling.wake,
    async stop() {
      await Promise.all([pulling.stop(), adding.stop()])
    },
  }
}

async function pull(deps: PlatformDeps, row: PullRow, signal: AbortSignal): Promise<Outcome> {
  const { clock, config, db, log } = deps
  const source = sourcesIn(config.platform.misp).find(
    ({ name, import: from }) => name === row.server && from.organization === row.organization,
  )
  if (!source) {
    // Removed from the settings, or not in those of this node.
    await settlePull(db, row, { next_at: clock.now() + pollMs })
    return 'done'
  }
  try {
    const { position, isMore } = await read(deps, source, row, signal)
    const now = clock.now()
    await settlePull(db, row, {
      ...{ position, failures: 0, problem: null, checked_at: now },
      next_at: isMore ? now : now + pollMs,
    })
    return 'done'
  } catch (error) {
    if (signal.aborted && !isOverdue(signal)) {
      await settlePull(db, row, { next_at: clock.now() })
      return 'later'
    }
    const problem = error instanceof PullProblem ? error.message : 'An event could not be stored'
    log.warn(
      { ...(error instanceof PullProblem ? {} : { err: error }), server: row.server },
      problem,
    )
    const failures = row.failures + 1
    const now = clock.now()
    await settlePull(db, row, {
      ...{ failures, problem: problem.slice(0, 500), checked_at: now },
      next_at: lookAgainAt(failures, now),
    })
    return 'failed'
  }
}

async function read(
  deps: PlatformDeps,
  source: Source,
  row: PullRow,
  signal: AbortSignal,
): Promise<{ position: number; isMore: boolean }> {
  const seconds = Math.floor(deps.clock.now() / 1_000)
  const { found, upTo } = await publishedSince(source, row.position, seconds)
  const known = await knownEvents(
    deps.db,
    row,
    found.map(({ event }) => event),
  )
  const news = found.filter(({ event, at }) => {
    const before = known.get(event)
    // What we sent is no news from others.
    return before === undefined || (before.state !== 'sent' && before.published < at)
  })
  const now = news.slice(0, perLook)
  for (const published of now) {
    signal.throwIfAborted()
    const event = await eventOf(source, published)
    await takeEvent(deps, source, published, event).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.type === 'ServiceUnavailable') throw error
      // One that cannot be stored must not stop those behind it.
      deps.log.warn({ event: published.event, reason: error.message }, 'MISP event not imported')
      await saveEvent(deps.db, {
        ...{ organization: row.organization, server: row.server, event: published.event },
        ...{ published: published.at, state: 'failed', failed_at: deps.clock.now() },
        reason: error.message.slice(0, longestReason).toWellFormed(),
      })
    })
  }
  if (news.length > now.length) {
    const last = now.at(-1)
    return { position: Math.max(row.position, last?.at ?? 0), isMore: true }
  }
  const newest = upTo ?? found.at(-1)?.at ?? 0
  return { position: Math.max(row.position, newest), isMore: upTo !== undefined }
}
