import type { FeedMatches } from '@assay/analyzers'
import type { EntryDetails } from '../../domain/threat-feeds/entry.ts'
import { type Sought, soughtKeys } from '../../domain/threat-feeds/keys.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { visibleFeeds } from './store.ts'

/** Shown at most; a feed that lists a host a thousand times says it once. */
const maxMatches = 100

type Deps = Pick<EngineDeps, 'db' | 'clock'>

/**
 * What the feeds of an organization say about an observable: two reads by index, however many entries there
 * are. Only the threads of built-ins that ask for it get it.
 */
export async function findInFeeds(
  { db, clock }: Deps,
  organization: string,
  sought: Sought,
): Promise<FeedMatches> {
  const feeds = await visibleFeeds(db, organization)
  const loaded = feeds.filter(({ load_id }) => load_id !== null)
  const prefixes = [...new Set(loaded.flatMap((feed) => JSON.parse(feed.prefixes) as string[]))]
  const keys = [...new Set(soughtKeys(sought, prefixes))]
  const rows =
    loaded.length === 0 || keys.length === 0
      ? []
      : await db
          .selectFrom('threat_entries')
          .select(['load_id', 'key', 'kind', 'value', 'details'])
          .where(
            'load_id',
            'in',
            loaded.map((feed) => feed.load_id as string),
          )
          .where('key', 'in', keys)
          .limit(maxMatches)
          .execute()
  const order = new Map(keys.map((key, index) => [key, index]))
  return {
    now: clock.now(),
    feeds: feeds.map((feed) => ({
      name: feed.name,
      source: feed.organization === null ? ('server' as const) : ('organization' as const),
      entries: feed.entries,
      loadedAt: feed.loaded_at,
      checkedAt: feed.checked_at,
      refreshMinutes: feed.refresh_minutes,
    })),
    matches: rows
      .toSorted((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0))
      .flatMap(({ load_id, kind, value, details }) => {
        const feed = loaded.find((one) => one.load_id === load_id)
        if (!feed) return []
        return {
          feed: feed.name,
          source: feed.organization === null ? ('server' as const) : ('organization' as const),
          level: feed.level,
          kind,
          entry: value,
          ...(JSON.parse(details) as EntryDetails),
          loadedAt: feed.loaded_at,
          checkedAt: feed.checked_at,
        }
      }),
  }
}

/** The observable of a job; of a file its hashes. */
export async function soughtOf({ db }: Pick<Deps, 'db'>, job: ClaimedJob): Promise<Sought> {
  if (job.attachment_id === null) return { dataType: job.data_type, data: job.data ?? '' }
  const row = await db
    .selectFrom('jobs')
    .select(['attachment_sha1', 'attachment_md5'])
    .where(ownedRow(job.organization, job.id))
    .executeTakeFirst()
  const hashes = [job.attachment_id, row?.attachment_sha1, row?.attachment_md5]
  return { dataType: 'file', hashes: hashes.filter((hash) => typeof hash === 'string') }
}
