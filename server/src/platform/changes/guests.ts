import type { ChangeEvent, ObjectType } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import { guestsOf, type SharedEntity } from '../../storage/rows/shared-rows.ts'

const shared: Partial<Record<ObjectType, SharedEntity>> = {
  case: 'case',
  case_task: 'task',
  case_task_log: 'log',
  case_artifact: 'observable',
}

/** Organizations by the id of what they see of others. */
export type Guests = Map<string, readonly string[]>

/** Asked before a row is deleted: afterwards its readers are unknown. */
export async function rememberGuests(
  tx: Db,
  guests: Guests,
  objectType: ObjectType,
  ids: readonly string[],
): Promise<void> {
  const kind = shared[objectType]
  if (!kind) return
  for (const [id, names] of await guestsOf(tx, kind, ids)) guests.set(id, names)
}

/**
 * The same changes for the organizations that see what was changed, as they see it after the change.
 * What has changed is not sent: they read it, as far as they may.
 */
export async function eventsForGuests(
  tx: Db,
  changes: readonly ChangeEvent[],
  remembered: Guests,
): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  // Alerts are many, with observables that are not shared: not asked for.
  const alerts = new Set(
    changes.filter(({ objectType }) => objectType === 'alert').map(({ objectId }) => objectId),
  )
  for (const [objectType, kind] of Object.entries(shared)) {
    const ofType = changes.filter(
      (change) => change.objectType === objectType && !alerts.has(change.rootId),
    )
    if (ofType.length === 0) continue
    const present = ofType.filter(({ operation }) => operation !== 'delete')
    const guests = await guestsOf(
      tx,
      kind,
      present.map(({ objectId }) => objectId),
    )
    for (const change of ofType) {
      const { operation, objectId } = change
      const names = (operation === 'delete' ? remembered : guests).get(objectId) ?? []
      for (const organization of names) events.push({ ...change, organization, details: {} })
    }
  }
  return events
}
