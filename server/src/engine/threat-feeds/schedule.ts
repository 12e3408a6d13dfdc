import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { actors } from '../../domain/actors.ts'
import { serverReference } from '../../domain/resource.ts'
import { repeat } from '../../repeat.ts'
import type { EngineDeps } from '../deps.ts'
import { claimMs, operatorFeeds, refreshFeed } from './load.ts'
import { claimFeed, newFeedId, purgeSome, removeFeed, saveFeed } from './store.ts'

const everyMs = 15_000
/** Of several organizations: a source that is slow on purpose holds up those of its own only. */
const atOnce = 3
/** In the rows that the settings made. */
const operator = actors.settings

export interface FeedSchedule {
  /** After a change: looks at what is due, until nothing is. */
  runNow(): Promise<void>
  stop(): Promise<void>
}

/** Keeps threat feeds up to date: of all processes that see one is due, one claims it. */
export function startThreatFeeds(deps: EngineDeps): FeedSchedule {
  const owner = newFeedId()
  const busy: string[] = []
  let turn: Promise<unknown> = Promise.resolve()
  /** One after the other: each must see what the one before has taken. */
  const claimed = async () => {
    const claim = turn.then(async () => {
      const now = deps.clock.now()
      const order = { owner, now, until: now + claimMs, besides: [...busy] }
      const feed = await claimFeed(deps.db, deps.dialect, order)
      if (typeof feed?.organization === 'string') busy.push(feed.organization)
      return feed
    })
    turn = claim.catch(() => undefined)
    return claim
  }
  const work = async () => {
    while (!deps.stopping.aborted) {
      const feed = await claimed()
      if (!feed) break
      try {
        await refreshFeed(deps, feed)
      } finally {
        if (feed.organization !== null) busy.splice(busy.indexOf(feed.organization), 1)
      }
    }
  }
  let prepared: Promise<void> | undefined
  const prepare = async () => {
    await takeSettings(deps)
    await sweepFolders(deps)
  }
  const onError = (err: unknown) => {
    prepared = undefined
    if (!deps.stopping.aborted) deps.log.error({ err }, 'threat feeds were not looked at')
  }
  const ways = Array.from({ length: atOnce }, (_, index) =>
    repeat(
      everyMs,
      async () => {
        prepared ??= prepare()
        await prepared
        await work()
        if (index === 0) await purge(deps)
      },
      onError,
    ),
  )
  return {
    async runNow() {
      // One that is under way may have looked before the change.
      const twice = async (run: () => Promise<void>) => {
        await run()
        await run()
      }
      await Promise.all(ways.map((way) => twice(way.runNow)))
    },
    async stop() {
      await Promise.all(ways.map((way) => way.stop()))
    },
  }
}

/** What was killed in the middle left its files. */
async function sweepFolders({ config, clock }: EngineDeps): Promise<void> {
  const folder = join(resolve(config.data.dir), 'feeds')
  for (const name of await readdir(folder).catch(() => [])) {
    const info = await stat(join(folder, name)).catch(() => undefined)
    if (info && info.mtimeMs < clock.now() - 2 * claimMs)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** In small steps: removing a million rows at once would hold up every writer. */
async function purge({ db, clock, stopping }: EngineDeps): Promise<void> {
  while (!stopping.aborted && (await purgeSome(db, clock.now() - 2 * claimMs))) await sleep(5)
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
