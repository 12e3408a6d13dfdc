import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import { AppError } from '../../domain/errors.ts'
import { expiredMessage } from '../../domain/protection/plan.ts'
import type { EngineDeps } from '../deps.ts'
import { noteEnds } from '../gates/ends.ts'
import { gateActor } from '../gates/store.ts'
import { forgetSecretInputs } from '../job-rows/secret-inputs.ts'
import { endResponse } from './decide.ts'
import { noteUndone, undoDue } from './undo.ts'

const step = 100
const minute = 60_000
const keptMs = 400 * 24 * 60 * minute

/** Ends what no one approved, and notes what became of what was started. */
export function startResponses(deps: EngineDeps, everyMs: number): Working {
  return startSweep(deps.background, {
    name: 'responses',
    everyMs,
    async step() {
      const expired = await expireResponses(deps)
      const ended = await noteEnds(deps)
      const undone = await noteUndone(deps)
      const isMore = await undoDue(deps)
      await forgetResponses(deps)
      await forgetSecretInputs(deps.db, deps.clock.now())
      return expired || ended || undone || isMore
    },
  })
}

export async function expireResponses(
  deps: Pick<EngineDeps, 'db' | 'clock' | 'events' | 'bus'>,
): Promise<boolean> {
  const due = await deps.db
    .selectFrom('guarded_responses')
    .selectAll()
    .where('state', '=', 'asked')
    .where('expires_at', '<=', deps.clock.now())
    .limit(step)
    .execute()
  for (const row of due) {
    const message = expiredMessage(row.created_at, row.expires_at ?? 0)
    try {
      await endResponse(deps, row, 'expired', message, gateActor, row.requested_by)
    } catch (error) {
      // Decided at this moment.
      if (!(error instanceof AppError)) throw error
    }
  }
  return due.length === step
}

/** What is over for more than a year, and needs no one. */
async function forgetResponses({ db, clock }: EngineDeps): Promise<void> {
  await db
    .deleteFrom('guarded_responses')
    .where('ended_at', '<=', clock.now() - keptMs)
    .where((eb) =>
      eb.and([
        eb.or([
          eb('undo_state', 'is', null),
          eb('undo_state', '=', 'done'),
          eb('resolved_at', 'is not', null),
        ]),
        eb.or([eb('state', '!=', 'unknown'), eb('resolved_at', 'is not', null)]),
      ]),
    )
    .execute()
}
