import type { ChangeEvent } from '@assay/contract'
import { endedClock } from '../../domain/clocks/clock.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { firstDue, lockOpenClocks, saveClock } from '../../storage/rows/case-clocks.ts'

const most = 500

type Changed = Pick<ChangeEvent, 'objectType' | 'operation' | 'objectId' | 'rootId'>

/**
 * A person changed something in cases, which they did not just create: from now on these are worked on. Called for
 * each change of a person; cases that are worked on already are neither changed nor locked.
 */
export async function noteWorkOnCases(
  tx: Db,
  dialect: Dialect,
  organization: string,
  changes: readonly Changed[],
  now: number,
): Promise<void> {
  const made = new Set(
    changes
      .filter(({ objectType, operation }) => objectType === 'case' && operation !== 'update')
      .map(({ objectId }) => objectId),
  )
  const ids = [...new Set(changes.map(({ rootId }) => rootId))].filter((id) => !made.has(id)).sort()
  for (let from = 0; from < ids.length; from += most) {
    const begun = await tx
      .updateTable('cases')
      .set({ in_progress_at: now })
      .where('organization', '=', organization)
      .where('id', 'in', ids.slice(from, from + most))
      .where('in_progress_at', 'is', null)
      .where('status', '=', 'Open')
      .returning(['id', 'due_reason'])
      .execute()
    if (begun.length > 0) await endAcknowledge(tx, dialect, organization, begun, now)
  }
}

async function endAcknowledge(
  tx: Db,
  dialect: Dialect,
  organization: string,
  cases: readonly { readonly id: string; readonly due_reason: string | null }[],
  now: number,
): Promise<void> {
  const ids = cases.map(({ id }) => id)
  const clocks = await lockOpenClocks(tx, dialect, organization, ids)
  const waiting = clocks.filter(({ kind }) => kind === 'acknowledge')
  for (const clock of waiting) await saveClock(tx, { ...clock, ...endedClock(clock, now) })
  const others = clocks.filter(({ kind }) => kind !== 'acknowledge')
  for (const { case_id } of waiting) {
    const due_date = firstDue(others.filter((clock) => clock.case_id === case_id))
    await tx
      .updateTable('cases')
      .set({ due_date })
      .where('organization', '=', organization)
      .where('id', '=', case_id)
      .where('due_reason', 'is', null)
      .execute()
  }
}
