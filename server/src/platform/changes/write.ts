import type { ChangeEvent, ObjectType } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { ruleEventsOf } from '../../domain/automation/events.ts'
import { askerOf, type Caller, type Origin } from '../../domain/caller.ts'
import { inTurns } from '../../domain/own-turn.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { type ChannelMessage, queueForChannels } from '../../storage/rows/channels.ts'
import {
  type NewNotice,
  noticeEvent,
  notify,
  type Withdrawn,
  withdrawUnread,
} from '../../storage/rows/notices.ts'
import { recordRuleEvents } from '../../storage/rows/rule-events.ts'
import { type Notified, newsEvent } from '../../storage/rows/watch-news.ts'
import { queueDeliveries } from '../deliveries/queue.ts'
import { eventsForGuests, type Guests, rememberGuests } from './guests.ts'
import { idMaker } from './ids.ts'
import { noteWorkOnCases } from './worked-on.ts'

/** Who writes: a caller, or the person on whose behalf a responder does. */
export interface Actor extends Origin {
  readonly login: string
  readonly organization: string
  /** The run of a rule that does it. */
  readonly causeRun?: string
  /** Its rule; the audit trail names it when the run has long been removed. */
  readonly causeRule?: string
  /** Signed in on the page; programs use keys and passwords. */
  readonly isPerson?: boolean
}

/** Who calls, and from where. */
export interface Call {
  readonly caller: Caller
  readonly origin: Origin
}
/** A call about one entity. */
export interface CallOfOne extends Call {
  readonly params: { readonly id: string }
}

export const actorOf = ({ caller, origin }: Call): Actor => ({
  ...origin,
  login: caller.login,
  organization: caller.organization,
  isPerson: askerOf(caller).kind === 'person',
})

export interface Change {
  readonly operation: ChangeEvent['operation']
  readonly objectType: ObjectType
  readonly objectId: string
  /** The case or alert that it belongs to; itself when left out. */
  readonly rootId?: string
  /** Changed attributes by their names on the wire. */
  readonly details?: Record<string, unknown>
}

/** One transaction with the moment, the person and the record of what changed. */
export interface Writing {
  readonly tx: Db
  readonly dialect: Dialect
  readonly blobs: Blobs
  readonly actor: Actor
  readonly organization: string
  readonly now: number
  newId(): string
  /** Called for every row that is made, changed or removed. */
  record(change: Change): void
  /**
   * Before a case, task, log or observable is deleted: other organizations that see it are notified.
   * Without this call they are not.
   */
  leaving(objectType: ObjectType, ids: readonly string[]): Promise<void>
  /** What another organization sees comes or goes for it alone. */
  notifyGuest(organization: string, change: Omit<Change, 'details'>): void
  /** A watched value has an update; only its watcher is notified. */
  notifyWatchers(news: readonly Notified[]): void
  /** A user is mentioned in a comment, or no longer; only these users are notified. */
  notifyMentioned(logins: readonly string[], comment: CommentOfCase): void
  /** Tells people of this organization, except the actor; see `storage/rows/notices.ts`. */
  notify(logins: readonly (string | null)[], notice: NewNotice): Promise<void>
  /** Takes back what is no longer true, where it was not read yet. */
  withdraw(notices: Withdrawn): Promise<void>
  /** Tells the chat channels of an organization; where people are told, `notify` does it. */
  announce(organization: string, message: ChannelMessage): Promise<void>
  /**
   * Files of deleted rows; those that no other row holds are removed some time after the commit.
   */
  release(files: Iterable<string>): void
}

interface CommentOfCase {
  readonly id: string
  readonly case_id: string | null
}

/** As sent on the streams; only the mentioned person gets it. */
export const mentionEvent = (
  organization: string,
  login: string,
  { id, case_id }: CommentOfCase,
  now: number,
): ChangeEvent => ({
  organization,
  operation: 'create',
  objectType: 'mention',
  objectId: id,
  rootId: case_id ?? id,
  user: login,
  date: now,
  details: {},
})

/** Each once, in one order everywhere, so two bulk changes cannot deadlock. */
export const inLockOrder = (ids: Iterable<string>): string[] => [...new Set(ids)].sort()

/** A file that came with the request: stored before the rows that name it, or not at all. */
export interface NewFile {
  readonly sha256: string
  keep(): Promise<void>
}

/**
 * The one way to change something of the platform: the rows, the audit entries and the messages to
 * webhooks are committed together, then published to the open streams.
 */
export async function write<T>(
  deps: Deps,
  actor: Actor,
  work: (writing: Writing) => Promise<T>,
  files: readonly NewFile[] = [],
): Promise<T> {
  const now = deps.clock.now()
  const newId = idMaker(now)
  const changes: ChangeEvent[] = []
  const orphaned = new Set<string>()
  const guests: Guests = new Map()
  let forOthers: ChangeEvent[] = []
  const inTransaction = async (tx: Db) => {
    // The transaction may be tried again; what an earlier try has recorded did not happen.
    changes.length = 0
    orphaned.clear()
    guests.clear()
    forOthers = []
    const written = await work({
      tx,
      dialect: deps.dialect,
      blobs: deps.blobs,
      actor,
      organization: actor.organization,
      now,
      newId,
      record: (change) => void changes.push(asEvent(change, actor, now)),
      leaving: (objectType, ids) => rememberGuests(tx, guests, objectType, ids),
      notifyGuest: (organization, change) =>
        void forOthers.push({ ...asEvent(change, actor, now), organization }),
      notifyWatchers: (news) => void forOthers.push(...news.map((one) => newsEvent(one, now))),
      notifyMentioned: (logins, comment) =>
        void forOthers.push(
          ...logins.map((login) => mentionEvent(actor.organization, login, comment, now)),
        ),
      async notify(logins, notice) {
        const parameters = { ...notice.parameters, by: actor.login }
        const told = await notify(tx, actor.organization, logins, { ...notice, parameters }, now)
        forOthers.push(...told.map((one) => noticeEvent(one, now)))
      },
      async withdraw(notices) {
        const told = await withdrawUnread(tx, actor.organization, notices)
        forOthers.push(...told.map((one) => noticeEvent(one, now)))
      },
      announce: (organization, message) => queueForChannels(tx, organization, message, now),
      release: (hashes) => {
        for (const hash of hashes) orphaned.add(hash)
      },
    })
    await markOrphaned(tx, orphaned)
    if (actor.isPerson) await noteWorkOnCases(tx, deps.dialect, actor.organization, changes, now)
    for await (const some of inTurns(changes))
      await audit(
        tx,
        actor,
        now,
        some.map((change) => asEntry(change, actor)),
      )
    await queueDeliveries(tx, actor.organization, now, changes)
    const causeRun = actor.causeRun ?? null
    await recordRuleEvents(tx, actor.organization, ruleEventsOf(changes), { now, causeRun })
    forOthers.push(...(await eventsForGuests(tx, changes, guests)))
    return written
  }
  try {
    // Kept before the rows exist: what was acknowledged must find its file.
    for (const file of files) await file.keep()
    const result = await deps.db.transaction().execute(inTransaction)
    for await (const some of inTurns([...changes, ...forOthers]))
      for (const change of some) deps.bus.publish(change)
    return result
  } catch (error) {
    await markOrphaned(
      deps.db,
      files.map(({ sha256 }) => sha256),
    )
    throw error
  }
}

const asEvent = (change: Change, actor: Actor, now: number): ChangeEvent => ({
  organization: actor.organization,
  operation: change.operation,
  objectType: change.objectType,
  objectId: change.objectId,
  rootId: change.rootId ?? change.objectId,
  user: actor.login,
  date: now,
  details: change.details ?? {},
})

const asEntry = (change: ChangeEvent, { causeRun, causeRule: rule }: Actor) => ({
  action: `${change.objectType}.${change.operation}`,
  objectType: change.objectType,
  objectId: change.objectId,
  organization: change.organization,
  details:
    causeRun === undefined
      ? change.details
      : { ...change.details, ruleRun: causeRun, ...(rule !== undefined && { rule }) },
})
