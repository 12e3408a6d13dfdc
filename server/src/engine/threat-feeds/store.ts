import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Entry } from '../../domain/threat-feeds/entry.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, type OrganizationWalk } from '../../storage/rows/due.ts'
import type { ThreatFeedTable } from '../../storage/tables/threat-feeds.ts'

export type FeedRow = Selectable<ThreatFeedTable>

/** Each is searched for every observable. */
export const maxFeeds = 20

export const newFeedId = () => randomBytes(9).toString('base64url')

/** What an organization sees: its own, and those of the operator. */
export const visibleFeeds = (db: Db, organization: string): Promise<FeedRow[]> =>
  db
    .selectFrom('threat_feeds')
    .selectAll()
    .where((eb) => eb.or([eb('organization', '=', organization), eb('organization', 'is', null)]))
    .orderBy('name')
    .orderBy('id')
    .execute()

export const ownFeeds = (db: Db, organization: string): Promise<FeedRow[]> =>
  db
    .selectFrom('threat_feeds')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()

export const findFeed = (
  db: Db,
  organization: string,
  name: string,
): Promise<FeedRow | undefined> =>
  db
    .selectFrom('threat_feeds')
    .selectAll()
    .where('organization', '=', organization)
    .where('name', '=', name)
    .executeTakeFirst()

type Saved = Pick<
  FeedRow,
  | 'id'
  | 'organization'
  | 'name'
  | 'resource'
  | 'address_sealed'
  | 'format'
  | 'level'
  | 'refresh_minutes'
>

/** A new one, or new content, is processed as soon as possible. */
export async function saveFeed(tx: Db, feed: Saved, by: string, now: number): Promise<void> {
  const { id, organization, name, ...rest } = feed
  const changed = {
    ...rest,
    content_stamp: null,
    // It was that of the previous address.
    problem: null,
    next_at: now,
    // A process loading the previous one learns from this that it is obsolete.
    locked_by: null,
    locked_until: null,
    updated_at: now,
    updated_by: by,
  }
  await tx
    .insertInto('threat_feeds')
    .values({
      ...feed,
      ...changed,
      entries: 0,
      bad_lines: 0,
      skipped: 0,
      prefixes: '[]',
      created_at: now,
      created_by: by,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute()
}

/** Its entries are removed in the background. */
export async function removeFeed(tx: Db, id: string): Promise<void> {
  await tx.updateTable('threat_loads').set({ state: 'old' }).where('feed_id', '=', id).execute()
  await tx.deleteFrom('threat_feeds').where('id', '=', id).execute()
}

export const dueNow = (tx: Db, id: string, now: number): Promise<unknown> =>
  tx.updateTable('threat_feeds').set({ next_at: now }).where('id', '=', id).execute()

const feedsDue = { table: 'threat_feeds', at: 'next_at' } as const

/** Whose feeds are due; `operator` is the operator, before all others. */
export async function organizationsToLoad(
  db: Db,
  operator: string,
  walk: OrganizationWalk,
): Promise<string[]> {
  const isOperatorsTurn = walk.after === undefined && !walk.without.includes(operator)
  const ofOperator =
    isOperatorsTurn && (await dueFeeds(db, null, walk.now)).length > 0 ? [operator] : []
  return [...ofOperator, ...(await dueOrganizations(db, feedsDue, walk))].slice(0, walk.limit)
}

/** Those that no process is loading, the first due first. */
export const dueFeeds = (
  db: Db,
  organization: string | null,
  now: number,
): Promise<Pick<FeedRow, 'id' | 'problem'>[]> =>
  db
    .selectFrom('threat_feeds')
    .select(['id', 'problem'])
    .where((eb) =>
      organization === null
        ? eb('organization', 'is', null)
        : eb('organization', '=', organization),
    )
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
    .orderBy('next_at')
    .limit(100)
    .execute()

/** Without those that are being loaded. */
export async function loadsDue(db: Db, now: number) {
  const row = await db
    .selectFrom('threat_feeds')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('next_at').as('oldest')])
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
    .executeTakeFirstOrThrow()
  const oldest: number | null = row.oldest
  return { count: Number(row.count), oldest: oldest === null ? undefined : Number(oldest) }
}

/** One that is due, for this process alone until `until`; undefined when another one was faster. */
export const claimFeed = (
  db: Db,
  id: string,
  claim: { owner: string; now: number; until: number },
): Promise<FeedRow | undefined> =>
  db
    .updateTable('threat_feeds')
    .set({ locked_by: claim.owner, locked_until: claim.until })
    .where('id', '=', id)
    .where('next_at', '<=', claim.now)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', claim.now)]))
    .returningAll()
    .executeTakeFirst()

/** False when it was removed, changed or taken over since: what was begun is then obsolete. */
export async function keepClaim(db: Db, feed: FeedRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('threat_feeds')
    .set({ locked_until: until })
    .where('id', '=', feed.id)
    .where('locked_by', '=', feed.locked_by)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Outcome = Pick<FeedRow, 'problem' | 'next_at'> &
  Partial<
    Pick<
      FeedRow,
      | 'load_id'
      | 'entries'
      | 'bad_lines'
      | 'skipped'
      | 'prefixes'
      | 'content_stamp'
      | 'loaded_at'
      | 'checked_at'
    >
  >

/** Ends a claim; false when it was lost. With a load the previous entries no longer count from here on. */
export const finishFeed = (db: Db, feed: FeedRow, outcome: Outcome): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('threat_feeds')
      .set({ ...outcome, locked_by: null, locked_until: null })
      .where('id', '=', feed.id)
      .where('locked_by', '=', feed.locked_by)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (outcome.load_id === undefined || outcome.load_id === null) return true
    await tx
      .updateTable('threat_loads')
      .set({ state: 'old' })
      .where('feed_id', '=', feed.id)
      .where('state', '=', 'current')
      .execute()
    await tx
      .updateTable('threat_loads')
      .set({ state: 'current' })
      .where('id', '=', outcome.load_id)
      .execute()
    return true
  })

export async function beginLoad(db: Db, feedId: string, now: number): Promise<string> {
  const id = newFeedId()
  await db
    .insertInto('threat_loads')
    .values({ id, feed_id: feedId, state: 'loading', started_at: now })
    .execute()
  return id
}

export const dropLoad = (db: Db, id: string): Promise<unknown> =>
  db.updateTable('threat_loads').set({ state: 'old' }).where('id', '=', id).execute()

/** The first entry of a key stays. Answers how many were new. */
export async function addEntries(
  db: Db,
  loadId: string,
  entries: readonly Entry[],
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('threat_entries')
    .values(
      entries.map(({ key, kind, value, details }) => ({
        load_id: loadId,
        key,
        kind,
        value,
        details: JSON.stringify(details),
      })),
    )
    .onConflict((conflict) => conflict.columns(['load_id', 'key']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** Entries that an organization has apart from those of one feed. */
export async function entriesOfOthers(db: Db, feed: FeedRow): Promise<number> {
  const row = await db
    .selectFrom('threat_feeds')
    .select((eb) => eb.fn.sum<number | null>('entries').as('entries'))
    .where((eb) =>
      feed.organization === null
        ? eb('organization', 'is', null)
        : eb('organization', '=', feed.organization),
    )
    .where('id', '!=', feed.id)
    .executeTakeFirst()
  return Number(row?.entries ?? 0)
}

const purgeStep = 2_000

/** Removes some entries that no longer count; false when there is nothing more to remove. */
export async function purgeSome(db: Db, abandonedBefore: number): Promise<boolean> {
  const load = await db
    .selectFrom('threat_loads')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'old'),
        // Of a process that was killed in the middle.
        eb.and([eb('state', '=', 'loading'), eb('started_at', '<', abandonedBefore)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!load) return false
  const { numDeletedRows } = await db
    .deleteFrom('threat_entries')
    .where('load_id', '=', load.id)
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('threat_entries')
        .select('key')
        .where('load_id', '=', load.id)
        .orderBy('key')
        .limit(purgeStep),
    )
    .executeTakeFirst()
  if (numDeletedRows < BigInt(purgeStep))
    await db.deleteFrom('threat_loads').where('id', '=', load.id).execute()
  return true
}
