import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import { audit } from '../../identity/audit/store.ts'
import { givenMoment, momentOf } from '../../storage/common/moment.ts'
import { shownDecision, takeAnswer } from '../../storage/rows/decisions.ts'
import { type Notified, newsEvent } from '../../storage/rows/watch-news.ts'
import type { EngineDeps } from '../deps.ts'

const everyMs = 30_000
/** Small steps: writers wait for them. */
const step = 50

/** In the audit trail; no user can be called so. */
const expiryActor = { login: actors.expiry, address: 'server', requestId: 'expiry' }

/** Ends what analysts decided until a moment that is over. */
export const startExpiry = (deps: EngineDeps): Working =>
  startSweep(deps.background, {
    name: 'verdicts of analysts',
    everyMs,
    step: () => endDueVerdicts(deps),
  })

/** Each by one process, whichever is first, by the clock of the database. Answers whether there may be more. */
export async function endDueVerdicts(
  deps: Pick<Deps, 'db' | 'dialect' | 'clock' | 'bus'>,
): Promise<boolean> {
  const { db, dialect, clock, bus } = deps
  const now = momentOf(dialect, givenMoment(deps))
  const due = await db
    .selectFrom('analyst_verdicts')
    .select('id')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(step)
    .execute()
  for (const { id } of due) {
    const at = clock.now()
    const notified = await db.transaction().execute(async (tx): Promise<Notified[]> => {
      const row = await tx
        .updateTable('analyst_verdicts')
        .set({ ended_at: now })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      // Another process was faster, or a person ended it.
      if (!row) return []
      await audit(tx, expiryActor, at, {
        action: 'verdict.expire',
        objectType: 'verdict',
        objectId: id,
        organization: row.organization,
        details: shownDecision(row),
      })
      return takeAnswer(tx, deps, row, at)
    })
    for (const one of notified) bus.publish(newsEvent(one, at))
  }
  return due.length === step
}
