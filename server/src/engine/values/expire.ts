import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import { audit } from '../../identity/audit/store.ts'
import { givenMoment, momentOf } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import {
  knowLevel,
  levelWithout,
  lockWatches,
  tellPeople,
} from '../../storage/rows/decision-news.ts'
import { type DecisionRow, shownDecision, takeAnswer } from '../../storage/rows/decisions.ts'
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
    .select(['id', 'organization', 'value_hash'])
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(step)
    .execute()
  for (const { id, ...key } of due) {
    const at = clock.now()
    const notified = await db.transaction().execute(async (tx): Promise<Notified[]> => {
      await lockWatches(tx, dialect, key)
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
      const told = await tellAuthor(tx, row, at)
      return [...told, ...(await takeAnswer(tx, deps, row, at))]
    })
    for (const one of notified) bus.publish(newsEvent(one, at))
  }
  return due.length === step
}

/** Others who watch it are told that the verdict changed. */
async function tellAuthor(tx: Db, row: DecisionRow, at: number): Promise<Notified[]> {
  const level = await levelWithout(tx, row)
  const news = { kind: 'expired', at, from_level: row.level, to_level: level } as const
  const told = await tellPeople(tx, row, [row.login], news)
  if (row.case_id === null) await knowLevel(tx, row, told, level)
  return told
}
