import { type SqlBool, sql } from 'kysely'
import type { BlockListOrder } from '../../domain/block-list.ts'
import type { Page } from '../../domain/page.ts'
import type { Rows } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import { built, type Steps } from '../../storage/rows/prepared.ts'

/** About 10 MB of text; more belongs into several lists. */
export const maxPublished = 100_000
const day = 86_400_000

/**
 * A part of the transaction that ends the job. Also sweeps what has expired: a list does not grow
 * beyond what is in force and a little.
 */
export function* addEntry(
  job: { id: string; organization: string; created_by: string },
  { feed, dataType, value, days }: BlockListOrder,
  now: number,
): Steps<void> {
  yield* built((db) =>
    db
      .deleteFrom('feed_entries')
      .where('organization', '=', job.organization)
      .where('feed', '=', feed)
      .where('expires_at', '<=', now),
  )
  const fresh = {
    added_at: now,
    expires_at: days === 0 ? null : now + days * day,
    job_id: job.id,
    added_by: job.created_by,
  }
  const key = { organization: job.organization, feed, data_type: dataType, value }
  yield* built((db) =>
    db
      .insertInto('feed_entries')
      .values({ ...key, ...fresh })
      .onConflict((conflict) =>
        conflict.columns(['organization', 'feed', 'data_type', 'value']).doUpdateSet(fresh),
      ),
  )
}

const inForce = (db: Db, organization: string, now: number) =>
  db
    .selectFrom('feed_entries')
    .where('organization', '=', organization)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

export async function listFeeds(db: Db, organization: string, now: number) {
  const counts = await inForce(db, organization, now)
    .select((eb) => ['feed', eb.fn.countAll<number>().as('entries')])
    .groupBy('feed')
    .execute()
  const published = await db
    .selectFrom('feeds')
    .select('name')
    .where('organization', '=', organization)
    .execute()
  const names = new Set([...counts.map(({ feed }) => feed), ...published.map(({ name }) => name)])
  return [...names].toSorted().map((name) => ({
    name,
    entries: Number(counts.find(({ feed }) => feed === name)?.entries ?? 0),
    isPublished: published.some((feed) => feed.name === name),
  }))
}

/** Read and written without a pause. */
const entriesAtOnce = 500

/** Newest first, some at a time; those that arrive since are left out. */
export async function entriesOf(
  db: Db,
  organization: string,
  feed: string,
  { offset, limit }: Page,
  now: number,
): Promise<Rows<FeedEntry>> {
  const rows = inForce(db, organization, now).where('feed', '=', feed)
  const { total } = await rows
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const read = async (after: FeedEntry | undefined, count: number) => {
    const found = await rows
      .select(['data_type', 'value', 'added_at', 'expires_at', 'added_by', 'job_id'])
      .$if(after !== undefined, (query) => query.where(comesAfter(after as FeedEntry)))
      .orderBy('added_at', 'desc')
      .orderBy('data_type')
      .orderBy('value')
      .offset(after ? 0 : offset)
      .limit(count)
      .execute()
    return found.map(entryOf)
  }
  return { total: Number(total), batches: inTurn(read, limit) }
}

async function* inTurn(
  read: (after: FeedEntry | undefined, count: number) => Promise<FeedEntry[]>,
  limit: number,
): AsyncGenerator<readonly FeedEntry[]> {
  let last: FeedEntry | undefined
  for (let left = limit; left > 0; ) {
    const count = Math.min(left, entriesAtOnce)
    const entries = await read(last, count)
    if (entries.length > 0) yield entries
    if (entries.length < count) return
    left -= entries.length
    last = entries.at(-1)
  }
}

const comesAfter = ({ addedAt, dataType, value }: FeedEntry) =>
  sql<SqlBool>`(added_at < ${addedAt} or (added_at = ${addedAt}
    and (data_type > ${dataType} or (data_type = ${dataType} and value > ${value}))))`

export interface FeedEntry {
  readonly dataType: string
  readonly value: string
  readonly addedAt: number
  readonly expiresAt: number | null
  readonly addedBy: string
  readonly jobId: string
}

const entryOf = (row: {
  data_type: string
  value: string
  added_at: number
  expires_at: number | null
  added_by: string
  job_id: string
}): FeedEntry => ({
  dataType: row.data_type,
  value: row.value,
  addedAt: row.added_at,
  expiresAt: row.expires_at,
  addedBy: row.added_by,
  jobId: row.job_id,
})

export async function removeEntry(
  tx: Db,
  organization: string,
  feed: string,
  { dataType, value }: { dataType: string; value: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('feed_entries')
    .where('organization', '=', organization)
    .where('feed', '=', feed)
    .where('data_type', '=', dataType)
    .where('value', '=', value)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function saveToken(
  tx: Db,
  feed: { organization: string; name: string; token_hash: string; created_by: string },
  now: number,
): Promise<void> {
  const { token_hash, created_by } = feed
  await tx
    .insertInto('feeds')
    .values({ ...feed, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization', 'name'])
        .doUpdateSet({ token_hash, created_by, created_at: now }),
    )
    .execute()
}

export async function removeToken(tx: Db, organization: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('feeds')
    .where('organization', '=', organization)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The token identifies the caller; a locked organization publishes nothing. */
export const findPublished = (db: Db, tokenHash: string, name: string) =>
  db
    .selectFrom('feeds')
    .innerJoin('organizations', 'organizations.name', 'feeds.organization')
    .select('feeds.organization')
    .where('feeds.token_hash', '=', tokenHash)
    .where('feeds.name', '=', name)
    .where('organizations.status', '=', 'Active')
    .executeTakeFirst()
