import { randomBytes } from 'node:crypto'
import { ruleRunsKeptDays } from '@assay/contract'
import { defaultPerDay } from '@assay/contract/rule-sentences'
import { type SqlBool, sql } from 'kysely'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import { durationMs, staleOptions } from '../../domain/automation/rule.ts'
import { said } from '../../domain/automation/sentences.ts'
import { rankOf } from '../../domain/values/verdict.ts'
import { noticeEvent } from '../../storage/rows/notices.ts'
import type { PlatformDeps } from '../deps.ts'
import { conditionProblem, rulesScope } from './matching.ts'
import { ruleCondition } from './models.ts'
import { runAsProblem } from './rights.ts'
import { stopRule } from './stop.ts'
import { liveRule, type RuleRow } from './store.ts'

const day = 86_400_000
/** Small steps: writers wait for them. */
const batch = 500

/** Runs are kept for 30 days, with their steps. */
export const startRunRetention = (deps: PlatformDeps): Working =>
  startSweep(deps.background, {
    name: 'runs of rules',
    everyMs: 3_600_000,
    step: () => removeOldRuns(deps),
  })

export async function removeOldRuns({ db, clock }: PlatformDeps): Promise<boolean> {
  const old = await db
    .selectFrom('rule_runs')
    .select('id')
    .where('at', '<', clock.now() - ruleRunsKeptDays * day)
    .where('due_at', 'is', null)
    .orderBy('at')
    .limit(batch)
    .execute()
  if (old.length > 0)
    await db
      .deleteFrom('rule_runs')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
  return old.length === batch
}

/** A rule that has expired is stopped without waiting for something to happen. */
export const startRuleExpiry = (deps: PlatformDeps): Working =>
  startSweep(deps.background, {
    name: 'expired rules',
    everyMs: 60_000,
    async step() {
      const { db, clock, bus } = deps
      const now = clock.now()
      const rows = await db
        .selectFrom('rules')
        .selectAll()
        .where('state', 'in', ['on', 'trial'])
        .where('expires_at', '<=', now)
        .limit(50)
        .execute()
      for (const row of rows) {
        const people = await db
          .transaction()
          .execute((tx) =>
            stopRule(tx, row, said('stopped.expired', { at: row.expires_at ?? now }), now),
          )
        for (const person of people) bus.publish(noticeEvent(person, now))
      }
      await stopWithoutUser(deps)
      return rows.length === 50
    },
  })

/** Jobs of a rule may wait for hours, and must not start for a user who was locked meanwhile. */
export async function stopWithoutUser({ db, clock, bus }: PlatformDeps): Promise<void> {
  const rows = await db
    .selectFrom('rules')
    .select(['id', 'name', 'organization', 'run_as', 'saver_roles'])
    .where('state', 'in', ['on', 'trial'])
    .where('paused', '=', 0)
    .execute()
  for (const row of rows) {
    const problem = await runAsProblem(db, row)
    if (!problem) continue
    const now = clock.now()
    const people = await db.transaction().execute((tx) => stopRule(tx, row, problem, now))
    for (const person of people) bus.publish(noticeEvent(person, now))
  }
}

/** Between two looks: a day has 96 of them. */
const lookMs = 15 * 60_000

/** What was not analyzed for long is spread over the day, so providers and the queue have room for people. */
export const startStale = (deps: PlatformDeps): Working =>
  startSweep(deps.background, {
    name: 'stale observables',
    everyMs: lookMs,
    async step() {
      await noteStale(deps)
      return false
    },
  })

export async function noteStale(deps: PlatformDeps): Promise<number> {
  const rows = await deps.db
    .selectFrom('rules')
    .selectAll()
    .where('trigger', '=', 'stale')
    .where('state', 'in', ['on', 'trial'])
    .where('paused', '=', 0)
    .orderBy('id')
    .execute()
  let count = 0
  // A rule that fails keeps no other from being looked at, nor another organization.
  for (const row of rows)
    try {
      count += await noteStaleOf(deps, row)
    } catch (err) {
      deps.log.error(
        { err, of: row.organization, rule: row.id },
        'failed to look for what is stale',
      )
    }
  return count
}

async function noteStaleOf(deps: PlatformDeps, row: RuleRow): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  const rule = liveRule(row)
  const options = staleOptions(rule.on)
  const olderThan = durationMs(options?.olderThan)
  if (!options || olderThan === undefined) return 0
  const scope = await rulesScope(deps, row.organization)
  if (conditionProblem(scope, 'observable', rule.if) !== undefined) return 0
  const perDay = options.perDay ?? defaultPerDay
  const { used } = await db
    .selectFrom('rule_runs')
    .select((eb) => eb.fn.sum<number>('object_count').as('used'))
    .where('rule_id', '=', row.id)
    .where('at', '>', now - day)
    .executeTakeFirstOrThrow()
  const { waiting } = await db
    .selectFrom('rule_events')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('organization', '=', row.organization)
    .where('kind', '=', 'stale')
    .where('root_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const rest = perDay - Number(used ?? 0) - Number(waiting)
  const limit = Math.min(rest, Math.ceil(perDay / (day / lookMs)))
  if (limit <= 0) return 0
  const levels = options.levels?.map((level) => rankOf(level))
  const around =
    options.in === 'watches'
      ? sql<SqlBool>`exists (select 1 from value_watches w join value_answers wa
          on wa.organization = w.organization and wa.value_hash = w.value_hash
          where w.organization = observables.organization and wa.text_hash = observables.value_hash)`
      : sql<SqlBool>`exists (select 1 from cases c where c.id = observables.case_id
          and c.organization = observables.organization and c.status = 'Open')`
  const found = await db
    .selectFrom('observables')
    .select((eb) => eb.fn.min('observables.id').as('id'))
    .where('observables.organization', '=', row.organization)
    .where(around)
    .where(ruleCondition(scope, 'observable', rule.if))
    .where(sql<SqlBool>`exists (select 1 from value_answers a
      where a.organization = observables.organization and a.text_hash = observables.value_hash
      group by a.text_hash having coalesce(max(a.answered_at), 0) < ${now - olderThan}
        ${levels ? sql`and coalesce(max(a.level), 0) % 10 in (${sql.join(levels)})` : sql``})`)
    // Asked about lately, whatever came of it.
    .where(sql<SqlBool>`not exists (select 1 from rule_steps s join rule_runs r on r.id = s.run_id
      where s.organization = observables.organization and s.target_id = observables.id
        and r.rule_id = ${row.id} and r.at > ${now - olderThan})`)
    .where(sql<SqlBool>`not exists (select 1 from rule_events e
      where e.organization = observables.organization and e.kind = 'stale'
        and e.object_id = observables.id and e.root_id = ${row.id})`)
    .groupBy('observables.value_hash')
    .limit(limit)
    .execute()
  if (found.length === 0) return 0
  await db
    .insertInto('rule_events')
    .values(
      found.map(({ id }) => ({
        id: randomBytes(12).toString('base64url'),
        organization: row.organization,
        kind: 'stale' as const,
        object_id: id,
        // Only this rule is asked.
        root_id: row.id,
        cause_run: null,
        at: now,
        due_at: now,
        attempts: 0,
        details: '{}',
      })),
    )
    .execute()
  return found.length
}
