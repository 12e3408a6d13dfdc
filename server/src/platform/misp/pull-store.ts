import type { Insertable, Selectable, Updateable } from 'kysely'
import type { MispImport, MispSetting } from '../../settings/misp-servers.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows, type OrganizationWalk } from '../../storage/rows/due.ts'
import type { MispEventTable, MispPullTable } from '../../storage/tables/mail.ts'

export type PullRow = Selectable<MispPullTable>
export type EventRow = Selectable<MispEventTable>

/** A server whose events become alerts. */
export type Source = MispSetting & { readonly import: MispImport }

export const sourcesIn = (configured: unknown): readonly Source[] =>
  ((configured ?? []) as readonly MispSetting[]).filter((one): one is Source => !!one.import)

const secondsOf = (moment: number) => Math.floor(moment / 1_000)

/** Those that are new; an organization that does not exist yet gets its own later. */
export async function addPulls(db: Db, sources: readonly Source[], now: number): Promise<void> {
  for (const { name, import: from } of sources) {
    const exists = await db
      .selectFrom('organizations')
      .select('name')
      .where('name', '=', from.organization)
      .executeTakeFirst()
    if (!exists) continue
    const position = secondsOf(from.since === undefined ? now : Date.parse(from.since))
    await db
      .insertInto('misp_pulls')
      .values({
        organization: from.organization,
        server: name,
        position,
        next_at: now,
        failures: 0,
      })
      .onConflict((conflict) => conflict.columns(['organization', 'server']).doNothing())
      .execute()
  }
}

const due = { table: 'misp_pulls', at: 'next_at' } as const

export const organizationsToPull = (db: Db, walk: OrganizationWalk) =>
  dueOrganizations(db, due, walk)

export const pullsDue = (db: Db, now: number) => dueRows(db, due, now)

export const pullsOf = (db: Db, organization: string): Promise<PullRow[]> =>
  db
    .selectFrom('misp_pulls')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('server')
    .execute()

/** For this process alone until the lease ends. */
export async function claimPulls(
  db: Db,
  organization: string,
  lease: { count: number; now: number; until: number; owner: () => string },
): Promise<PullRow[]> {
  const found = (await pullsOf(db, organization))
    .filter(({ next_at }) => next_at !== null && next_at <= lease.now)
    .slice(0, lease.count)
  const claimed: PullRow[] = []
  for (const { server, next_at } of found) {
    const row = await db
      .updateTable('misp_pulls')
      .set({ locked_by: lease.owner(), locked_until: lease.until, next_at: lease.until })
      .where('organization', '=', organization)
      .where('server', '=', server)
      // Another process may have been faster.
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(row)
  }
  return claimed
}

/** Nothing when another process has taken over. */
export const settlePull = (db: Db, row: PullRow, change: Updateable<MispPullTable>) =>
  db
    .updateTable('misp_pulls')
    .set({ ...change, locked_by: null, locked_until: null })
    .where('organization', '=', row.organization)
    .where('server', '=', row.server)
    .where('locked_by', '=', row.locked_by)
    .execute()

/** Now, unless one is under way. */
export async function pullNow(
  db: Db,
  organization: string,
  servers: readonly string[],
  now: number,
) {
  await db
    .updateTable('misp_pulls')
    .set({ next_at: now })
    .where('organization', '=', organization)
    .where('server', 'in', servers)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
    .execute()
}

export const findEvent = (
  db: Db,
  organization: string,
  server: string,
  event: string,
): Promise<EventRow | undefined> =>
  db
    .selectFrom('misp_events')
    .selectAll()
    .where('organization', '=', organization)
    .where('server', '=', server)
    .where('event', '=', event)
    .executeTakeFirst()

/** Of these, what is known of each. */
export async function knownEvents(
  db: Db,
  { organization, server }: Pick<EventRow, 'organization' | 'server'>,
  events: readonly string[],
): Promise<Map<string, EventRow>> {
  if (events.length === 0) return new Map()
  const rows = await db
    .selectFrom('misp_events')
    .selectAll()
    .where('organization', '=', organization)
    .where('server', '=', server)
    .where('event', 'in', events)
    .execute()
  return new Map(rows.map((row) => [row.event, row]))
}

interface Failures {
  readonly server: string
  readonly events: number
  /** The last one. */
  readonly event: string
  readonly at: number | null
  readonly reason: string | null
}

/** By server: events that could not be stored, and have not been since. */
export async function failuresOf(db: Db, organization: string): Promise<Map<string, Failures>> {
  const failed = () =>
    db
      .selectFrom('misp_events')
      .where('organization', '=', organization)
      .where('state', '=', 'failed')
  const counts = await failed()
    .select(['server', (eb) => eb.fn.countAll<number>().as('events')])
    .groupBy('server')
    .execute()
  const found = new Map<string, Failures>()
  for (const { server, events } of counts) {
    const last = await failed()
      .select(['event', 'failed_at as at', 'reason'])
      .where('server', '=', server)
      // Those of an earlier version have no time.
      .orderBy((eb) => eb.fn.coalesce('failed_at', eb.lit(0)), 'desc')
      .orderBy('published', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last) found.set(server, { server, events: Number(events), ...last })
  }
  return found
}

export const longestReason = 300

export const saveEvent = (
  db: Db,
  row: Insertable<MispEventTable> & { organization: string },
): Promise<unknown> =>
  db
    .insertInto('misp_events')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization', 'server', 'event']).doUpdateSet({
        published: row.published,
        alert_id: row.alert_id ?? null,
        content_hash: row.content_hash ?? null,
        state: row.state,
        // Stored now: what was wrong with it is over.
        failed_at: row.failed_at ?? null,
        reason: row.reason ?? null,
      }),
    )
    .execute()
