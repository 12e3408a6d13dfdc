import type { Deps } from '../../deps.ts'
import { homeOrganization } from '../../domain/caller.ts'
import { auditSinks, sinkId } from '../../settings/audit-sinks.ts'
import { waitingAfter } from '../../storage/rows/audit-order.ts'
import { administratorsOf, noticeEvent, notify } from '../../storage/rows/notices.ts'
import { cursorsOf, noteTold, positionOf } from './store.ts'

/** What has not been sent for so long needs someone. */
export const standstillMs = 10 * 60_000

const heldReason = 'an open database transaction holds back newer entries'

export interface SinkState {
  readonly sink: string
  /** For how long the oldest entry waits that was not sent. */
  readonly waitingMs: number
  /** Since it moved last, or since the oldest entry waits, whichever is later. */
  readonly stillMs: number
  readonly reason?: string
}

/** How the configured sinks are; those of other processes are theirs to watch. */
export async function sinkStates({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<SinkState[]> {
  const now = clock.now()
  const states: SinkState[] = []
  for (const cursor of await cursorsOf(db, auditSinks(config).map(sinkId))) {
    const waiting = await waitingAfter(db, positionOf(cursor))
    const reason = cursor.error ?? (waiting?.isHeld ? heldReason : undefined)
    states.push({
      sink: cursor.sink,
      waitingMs: waiting ? Math.max(0, now - waiting.since) : 0,
      stillMs: waiting ? Math.max(0, now - Math.max(waiting.since, cursor.moved_at)) : 0,
      ...(waiting && reason !== undefined ? { reason } : {}),
    })
  }
  return states
}

/** Once for each standstill; the first batch that is sent again takes the notice back. */
export async function tellOfTrouble(deps: Deps, startedAt: number): Promise<void> {
  const { bus, clock, db, log } = deps
  const now = clock.now()
  for (const { sink, stillMs, reason = 'no process sends' } of await sinkStates(deps)) {
    // While no process ran, nobody could send.
    // guard: server/test/audit/stream.test.ts
    if (Math.min(stillMs, now - startedAt) < standstillMs) continue
    const told = await db.transaction().execute(async (tx) => {
      // guard: server/test/audit/stream.test.ts
      if (!(await noteTold(tx, sink, now))) return undefined
      return notify(
        tx,
        homeOrganization,
        await administratorsOf(tx, homeOrganization),
        {
          ...{ kind: 'auditTrouble', objectType: 'auditSink', objectId: sink },
          parameters: { name: sink, reason },
        },
        now,
      )
    })
    if (!told) continue
    log.error({ sink, reason, minutes: Math.round(stillMs / 60_000) }, 'audit sink stands still')
    for (const one of told) bus.publish(noticeEvent(one, now))
  }
}
