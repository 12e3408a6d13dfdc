import type { Db } from '../../storage/database.ts'

/**
 * Effects of rules may be newer than the backup: a superadmin looks first. What was planned is not done again. The same
 * holds for clocks: the server that was backed up may still tell people of cases that are overdue.
 */
export async function pauseRules(db: Db, now: number, hasClocks: boolean): Promise<void> {
  const withRules = await db
    .selectFrom('rules')
    .select('organization')
    .distinct()
    .where('state', '!=', 'off')
    .execute()
  const withClocks = hasClocks
    ? await db
        .selectFrom('case_clocks')
        .select('organization')
        .distinct()
        .where('next_at', 'is not', null)
        .execute()
    : []
  const organizations = new Set(
    [...withRules, ...withClocks].map(({ organization }) => organization),
  )
  for (const organization of organizations)
    await db
      .insertInto('automation_pauses')
      .values({ organization, at: now, login: null, kind: 'restore' })
      .onConflict((conflict) =>
        conflict.column('organization').doUpdateSet({ kind: 'restore', login: null }),
      )
      .execute()
  if (organizations.size > 0)
    await db
      .updateTable('rules')
      .set({ paused: 1 })
      .where('organization', 'in', [...organizations])
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
