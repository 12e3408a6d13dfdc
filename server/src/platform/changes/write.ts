import { randomInt } from 'node:crypto'
import type { ChangeEvent, ObjectType } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { entityId } from '../../domain/response/entity-id.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { queueDeliveries } from '../webhooks/deliver.ts'

/** Who writes: a caller, or the person on whose behalf a responder does. */
export interface Actor extends Origin {
  readonly login: string
  readonly organization: string
}

export const actorOf = ({ login, organization }: Caller, origin: Origin): Actor => ({
  ...origin,
  login,
  organization,
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
  readonly actor: Actor
  readonly organization: string
  readonly now: number
  newId(): string
  /** Said for every row that is made, changed or removed. */
  tell(change: Change): void
}

/**
 * The one way to change something of the platform: the rows, the audit entries and the messages to
 * webhooks are committed together, then the open streams hear of it.
 */
export async function write<T>(
  deps: PlatformDeps,
  actor: Actor,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  const now = deps.clock.now()
  const changes: ChangeEvent[] = []
  const result = await deps.db.transaction().execute(async (tx) => {
    // The transaction may be tried again; what an earlier try has told did not happen.
    changes.length = 0
    const written = await work({
      tx,
      actor,
      organization: actor.organization,
      now,
      newId: () => newId(now),
      tell: (change) => void changes.push(asEvent(change, actor, now)),
    })
    for (const change of changes) await keep(tx, actor, now, change)
    await queueDeliveries(tx, actor.organization, now, changes)
    return written
  })
  for (const change of changes) deps.bus.announce(change)
  return result
}

export const newId = (now: number) => entityId(now, randomInt(2 ** 26))

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

const keep = (tx: Db, actor: Actor, now: number, change: ChangeEvent) =>
  audit(tx, actor, now, {
    action: `${change.objectType}.${change.operation}`,
    objectType: change.objectType,
    objectId: change.objectId,
    organization: change.organization,
    details: change.details,
  })
