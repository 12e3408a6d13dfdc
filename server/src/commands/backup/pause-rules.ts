import type { Db } from '../../storage/database.ts'

/** Effects of rules may be newer than the backup: a superadmin looks first. What was planned is not done again. */
export async function pauseRules(db: Db, now: number): Promise<void> {
  const organizations = await db
    .selectFrom('rules')
    .select('organization')
    .distinct()
    .where('state', '!=', 'off')
    .execute()
  for (const { organization } of organizations)
    await db
      .insertInto('automation_pauses')
      .values({ organization, at: now, login: null, kind: 'restore' })
      .onConflict((conflict) =>
        conflict.column('organization').doUpdateSet({ kind: 'restore', login: null }),
      )
      .execute()
  if (organizations.length > 0)
    await db
      .updateTable('rules')
      .set({ paused: 1 })
      .where(
        'organization',
        'in',
        organizations.map(({ organization }) => organization),
      )
      .execute()
  await db.deleteFrom('rule_events').execute()
  const reason = JSON.stringify({ id: 'reason.paused', parameters: {} })
  await db
    .updateTable('rule_steps')
    .set({ state: 'skipped', reason })
    .where('state', 'in', ['planned', 'running'])
    .execute()
  await db
    .updateTable('rule_runs')
    .set({ state: 'canceled', reason, due_at: null })
    .where('due_at', 'is not', null)
    .execute()
}
