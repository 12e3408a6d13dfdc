import type { ChangeEvent } from '@assay/contract'
import type { Db } from '../../storage/database.ts'

const most = 500

/**
 * A person changed something in cases, which they did not just create: from now on these are worked on. Called for
 * each change of a person; cases that are worked on already are neither changed nor locked.
 */
export async function noteWorkOnCases(
  tx: Db,
  organization: string,
  changes: readonly Pick<ChangeEvent, 'objectType' | 'operation' | 'objectId' | 'rootId'>[],
  now: number,
): Promise<void> {
  const made = new Set(
    changes
      .filter(({ objectType, operation }) => objectType === 'case' && operation !== 'update')
      .map(({ objectId }) => objectId),
  )
  const ids = [...new Set(changes.map(({ rootId }) => rootId))].filter((id) => !made.has(id)).sort()
  for (let from = 0; from < ids.length; from += most)
    await tx
      .updateTable('cases')
      .set({ in_progress_at: now })
      .where('organization', '=', organization)
      .where('id', 'in', ids.slice(from, from + most))
      .where('in_progress_at', 'is', null)
      .where('status', '=', 'Open')
      .execute()
}
