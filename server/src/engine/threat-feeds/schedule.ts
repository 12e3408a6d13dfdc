import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSweep } from '../../background/sweep.ts'
import { type Item, operatorsTurn, type Work } from '../../background/work.ts'
import { actors } from '../../domain/actors.ts'
import { serverReference } from '../../domain/resource.ts'
import { makeFairSlots } from '../../storage/common/fair-slots.ts'
import type { EngineDeps } from '../deps.ts'
import { abandonedMs, claimMs, hasFailed, operatorFeeds, refreshFeed } from './load.ts'
import {
  claimFeed,
  dueFeeds,
  type FeedRow,
  loadsDue,
  newFeedId,
  organizationsToLoad,
  purgeSome,
  removeFeed,
  saveFeed,
} from './store.ts'

/** For feeds changed by other processes, and for those that are due. */
const everyMs = 5_000
const purgeMs = 15_000
/** Waiting for a slow sender costs little; reading is limited apart. */
const atOnce = 8
const perOrganization = 2
/** Fetching and storing together. */
const timeoutMs = 60 * 60_000
/** In the rows that the settings made. */
const operator = actors.settings

export interface FeedSchedule {
  /** After a change: looks at what is due. */
  wake(): void
  stop(): Promise<void>
}

/** Keeps threat feeds up to date: of all processes that see one is due, one claims it. */
export function startThreatFeeds(deps: EngineDeps): FeedSchedule {
  const { background, clock, db } = deps
  const purging = startSweep(background, {
    name: 'threat feeds',
    everyMs: purgeMs,
    async step() {
      // A pause: removing a million rows at once would hold up every writer.
      await sleep(5)
      return purgeSome(db, clock.now() - abandonedMs)
    },
  })
  const loading = background.start(feedWork(deps, purging.wake))
  return {
    wake: loading.wake,
    async stop() {
      await Promise.all([loading.stop(), purging.stop()])
    },
  }
}

interface DueFeed extends Item {
  readonly feed: FeedRow
}

export function feedWork(deps: EngineDeps, onLoaded: () => void): Work<DueFeed> {
  const { db } = deps
  const reading = makeFairSlots({ slots: 2, perOrganization: 1, waitMs: timeoutMs })
  let isPrepared = false
  const prepare = async () => {
    if (isPrepared) return
    await takeSettings(deps)
    await sweepFolders(deps)
    isPrepared = true
  }
  return {
    name: 'feeds',
    everyMs,
    limits: { atOnce, perOrganization, timeoutMs },
    async organizations(walk) {
      await prepare()
      return organizationsToLoad(db, operatorsTurn, walk)
    },
    due: (now) => loadsDue(db, now),
    async claim(organization, { count, now, hasRoom }) {
      const due = await dueFeeds(db, organization === operatorsTurn ? null : organization, now)
      const claimed: DueFeed[] = []
      for (const { id, problem } of due) {
        if (claimed.length === count) break
        const shares = hasFailed({ problem }) ? [failedOnes(organization)] : []
        const isTaken = claimed.some((other) => other.shares?.length === 1)
        if (!hasRoom(shares) || (shares.length === 1 && isTaken)) continue
        // A new name each time: work on a previous content of the feed must not end it.
        const claim = { owner: newFeedId(), now, until: now + claimMs }
        const feed = await claimFeed(db, id, claim)
        if (feed) claimed.push({ organization, shares, feed })
      }
      return claimed
    },
    async run({ feed }, signal) {
      try {
        return await refreshFeed(deps, feed, { signal, reading })
      } finally {
        if (!signal.aborted) onLoaded()
      }
    },
  }
}

/** One at a time, so feeds that can be fetched are not delayed by those that cannot. */
const failedOnes = (organization: string) => ({
  of: `failed ones of ${organization}`,
  limit: perOrganization - 1,
})

/** What was killed in the middle left its files. */
async function sweepFolders({ config, clock }: EngineDeps): Promise<void> {
  const folder = join(resolve(config.data.dir), 'feeds')
  for (const name of await readdir(folder).catch(() => [])) {
    const info = await stat(join(folder, name)).catch(() => undefined)
    if (info && info.mtimeMs < clock.now() - abandonedMs)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Rows for the feeds that the settings name, none for those that they named before. */
async function takeSettings(deps: EngineDeps): Promise<void> {
  const { db, clock } = deps
  const wanted = operatorFeeds(deps).map((feed) => ({
    id: `server:${feed.name}`,
    organization: null,
    name: feed.name,
    resource: feed.file === undefined ? null : serverReference(feed.file),
    address_sealed: null,
    format: feed.format ?? ('auto' as const),
    level: feed.level ?? ('malicious' as const),
    refresh_minutes: feed.refreshMinutes ?? 60,
  }))
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('threat_feeds')
      .select(['id', 'resource', 'format', 'level', 'refresh_minutes'])
      .where('organization', 'is', null)
      .execute()
    for (const feed of wanted) {
      const former = known.find(({ id }) => id === feed.id)
      const isSame =
        former !== undefined &&
        former.resource === feed.resource &&
        former.format === feed.format &&
        former.level === feed.level &&
        former.refresh_minutes === feed.refresh_minutes
      // A restart is no reason to fetch everything again.
      if (!isSame) await saveFeed(tx, feed, operator, clock.now())
    }
    for (const { id } of known) if (!wanted.some((feed) => feed.id === id)) await removeFeed(tx, id)
  })
}
