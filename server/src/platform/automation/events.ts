import { ruleObjectOf } from '@assay/contract'
import { said } from '../../domain/automation/sentences.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { type Event, insertRun } from './new-run.ts'
import { readObjects } from './objects.ts'
import { activeRules, liveRule } from './store.ts'

const maxAttempts = 5
/** Observables with one value that a change of its verdict is about. */
const maxOfValue = 100

/** A verdict is about all observables with its value; everything else is about itself. */
export async function objectsOf(
  db: Db,
  organization: string,
  events: readonly Event[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  const known = new Map<string, string[]>()
  for (const { id, kind, object_id, root_id } of events) {
    if (kind !== 'verdict.changed') {
      found.set(id, [object_id])
      continue
    }
    let ids = known.get(root_id)
    if (!ids) {
      const rows = await db
        .selectFrom('observables')
        .select('id')
        .where('organization', '=', organization)
        .where('value_hash', '=', root_id)
        .orderBy('created_at', 'desc')
        .limit(maxOfValue)
        .execute()
      ids = rows.map((row) => row.id)
      known.set(root_id, ids)
    }
    found.set(id, ids)
  }
  return found
}

/** What fails again and again must not keep the rest waiting. */
export async function putBack(
  deps: PlatformDeps,
  organization: string,
  events: readonly Event[],
): Promise<void> {
  for (const event of events)
    if (event.attempts + 1 >= maxAttempts) await dropEvent(deps, organization, event)
    else
      await deps.db
        .updateTable('rule_events')
        .set({
          due_at: deps.clock.now() + 1_000 * 4 ** event.attempts,
          attempts: event.attempts + 1,
        })
        .where('organization', '=', organization)
        .where('id', '=', event.id)
        .execute()
}

/** The rules that would have been asked show that they were not. */
async function dropEvent(deps: PlatformDeps, organization: string, event: Event): Promise<void> {
  const now = deps.clock.now()
  const entity = ruleObjectOf[event.kind]
  const ids = (await objectsOf(deps.db, organization, [event])).get(event.id) ?? []
  const known = await readObjects(deps.db, organization, entity, ids.slice(0, 1))
  const unread = { objectType: entity, objectId: event.object_id, title: event.kind }
  const object = known.get(ids[0] ?? '') ?? { ...unread, root: unread }
  await deps.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('rule_events')
      .where('organization', '=', organization)
      .where('id', '=', event.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    for (const row of await activeRules(tx, organization, [event.kind])) {
      const isAsked = event.kind !== 'stale' || row.id === event.root_id
      if (row.state === 'stopped' || !isAsked) continue
      await insertRun(
        tx,
        { rule: liveRule(row), event, objects: [object], causeRun: event.cause_run },
        {
          chain: [row.id],
          problem: said('reason.dropped', { count: maxAttempts }),
          isFailed: true,
          now,
          observables: [],
        },
      )
    }
  })
}
