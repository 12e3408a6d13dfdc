import type { Automation } from '@assay/contract'
import { said } from '../../domain/automation/sentences.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { notAllowed } from '../../domain/errors.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { cancelPlanned } from './stop.ts'
import { lockRules } from './store.ts'

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}

export const pauseOf = (db: Db, organization: string) =>
  db
    .selectFrom('automation_pauses')
    .selectAll()
    .where('organization', '=', organization)
    .executeTakeFirst()

export async function automationOf(db: Db, organization: string): Promise<Automation> {
  const pause = await pauseOf(db, organization)
  const rows = await db
    .selectFrom('rules')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('organization', '=', organization)
    .groupBy('state')
    .execute()
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return {
    isPaused: pause !== undefined,
    pausedAt: pause?.at ?? null,
    pausedBy: pause?.login ?? null,
    needsSuperadmin: pause?.kind === 'restore',
    active: count('on'),
    trial: count('trial'),
    stopped: count('stopped'),
  }
}

/** Nothing is begun from here on: what was planned, what waits, and what rules were still to be asked about. */
export async function pauseAll(deps: PlatformDeps, call: Call): Promise<void> {
  const { db, clock } = deps
  const { organization, login } = call.caller
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('automation_pauses')
      .values({ organization, at: now, login, kind: 'person' })
      .onConflict((conflict) => conflict.column('organization').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    await setPaused(deps, tx, organization, 1)
    await cancelPlanned(tx, { organization }, said('reason.paused'), now)
    await auditNamed(clock, 'automation')(tx, call, 'pause', organization)
  })
}

/**
 * Events first, then rules, as they are matched: neither then waits for the other one. Locked, so a rule that is
 * saved at this moment is among them, or is saved after this.
 */
async function setPaused(deps: PlatformDeps, tx: Db, organization: string, paused: 0 | 1) {
  await tx.deleteFrom('rule_events').where('organization', '=', organization).execute()
  await lockRules(deps, tx, organization)
  await tx.updateTable('rules').set({ paused }).where('organization', '=', organization).execute()
}

export async function resumeAll(deps: PlatformDeps, call: Call): Promise<void> {
  const { db, clock } = deps
  const { organization } = call.caller
  await db.transaction().execute(async (tx) => {
    const pause = await pauseOf(tx, organization)
    if (!pause) return
    // guard: server/test/automation/rules-off.test.ts
    if (pause.kind === 'restore')
      throw notAllowed(
        'A backup was restored, and effects of rules may be newer than it. A superadmin resumes them',
      )
    await resume(deps, tx, organization)
    await auditNamed(clock, 'automation')(tx, call, 'resume', organization)
  })
}

/** What happened meanwhile is not acted on: it was not noted. */
async function resume(deps: PlatformDeps, tx: Db, organization: string): Promise<void> {
  await setPaused(deps, tx, organization, 0)
  await tx.deleteFrom('automation_pauses').where('organization', '=', organization).execute()
}

/** A superadmin has looked what rules did after the backup was made. */
export async function confirmRestored(deps: PlatformDeps, call: Call): Promise<number> {
  const { db, clock } = deps
  return await db.transaction().execute(async (tx) => {
    const paused = await tx
      .selectFrom('automation_pauses')
      .select('organization')
      .where('kind', '=', 'restore')
      .orderBy('organization')
      .execute()
    for (const { organization } of paused) {
      await resume(deps, tx, organization)
      await audit(tx, { ...call.origin, login: call.caller.login }, clock.now(), {
        action: 'automation.resume',
        objectType: 'automation',
        objectId: organization,
        organization,
        details: {},
      })
    }
    return paused.length
  })
}
