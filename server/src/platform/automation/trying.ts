import { maxTriedObjects, type RuleTrial, ruleLevels, ruleObjectOf } from '@assay/contract'
import { type SqlBool, sql } from 'kysely'
import {
  argumentsOf,
  durationMs,
  type RuleBody,
  staleOptions,
  triggerOf,
  verdictOptions,
} from '../../domain/automation/rule.ts'
import { said, say } from '../../domain/automation/sentences.ts'
import { AppError } from '../../domain/errors.ts'
import { rankOf } from '../../domain/values/verdict.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import { type ChosenSet, setsByName } from '../../storage/rows/analyzer-sets.ts'
import { fewRows, sizeOf } from '../../storage/search/totals.ts'
import type { PlatformDeps } from '../deps.ts'
import { rulesScope } from './matching.ts'
import { namesValues, ruleCondition, tableOf } from './models.ts'
import { readObjects } from './objects.ts'

const day = 86_400_000
/** Then the answer is "at least". */
const patienceMs = 10_000

/**
 * What a rule would have acted on. Objects are judged as they are today, day by day from the newest, so an answer that
 * takes too long is still one.
 */
export async function tryRule(
  deps: PlatformDeps,
  organization: string,
  body: RuleBody,
  days: number,
  limitMs = patienceMs,
): Promise<RuleTrial> {
  const { db, clock } = deps
  const trigger = triggerOf(body.on)
  const entity = ruleObjectOf[trigger]
  const table = tableOf[entity]
  const scope = await rulesScope(deps, organization)
  const matches = sql<SqlBool>`${ruleCondition(scope, entity, body.if)} and ${aboutTrigger(body, clock.now())}`
  const isRare = namesValues(scope, entity, body.if)
  const moment = momentOf(trigger)
  const now = clock.now()
  const today = now - (now % day)
  const isSlow = (await sizeOf(db, deps.dialect, table)) > fewRows
  const startedAt = performance.now()
  const perDay: { day: number; count: number }[] = []
  const found: { id: string; at: number }[] = []
  let isComplete = true
  let index = 0
  let span = 1
  /** Of the statement before; what it says of the next one keeps that from being begun in vain. */
  let msPerDay = 0
  // Each statement asks about twice as many days as the one before: thirty of them cost more than what they read.
  for (; index < days; index += span, span *= 2) {
    // What is stale is so now; of verdicts the day is in another table.
    if (isAboutNow(trigger) && index > 0) break
    const left = limitMs - (performance.now() - startedAt)
    const affordable = msPerDay > 0 ? Math.max(1, Math.floor(left / 2 / msPerDay)) : span
    span =
      isAboutNow(trigger) || trigger === 'verdict.changed'
        ? 1
        : Math.min(span, days - index, affordable)
    const begunAt = performance.now()
    const from = today - (index + span - 1) * day
    const within = withinDays(body, organization, {
      from,
      until: today - (index - 1) * day,
      isRare,
    })
    // A bare number would be the place of a column.
    const dayOf =
      span === 1
        ? sql<number>`${sql.lit(from)} + 0`
        : sql<number>`${moment} - ${moment} % ${sql.lit(day)}`
    const missing = maxTriedObjects - found.length
    const answer = await inTime(left, async () => {
      const counts = await db
        // Kysely cannot say "one of these".
        .selectFrom(table as 'alerts')
        .$if(isSlow, (query) => query.modifyFront(slowly))
        .select([dayOf.as('day'), sql<number>`count(*)`.as('count')])
        .where(within)
        .where(matches)
        .groupBy(dayOf)
        .execute()
      if (missing <= 0 || counts.length === 0) return { counts, newest: [] }
      const newest = await db
        .selectFrom(table as 'alerts')
        .$if(isSlow, (query) => query.modifyFront(slowly))
        .select([`${table}.id` as 'alerts.id', sql<number>`${moment}`.as('at')])
        .where(within)
        .where(matches)
        .orderBy(isRare ? sql`+${moment}` : moment, 'desc')
        .limit(missing)
        .execute()
      return { counts, newest }
    })
    if (!answer) {
      isComplete = false
      break
    }
    msPerDay = (performance.now() - begunAt) / span
    const countOf = new Map(answer.counts.map((row) => [Number(row.day), Number(row.count)]))
    for (let at = today - index * day; at >= from; at -= day)
      perDay.unshift({ day: at, count: countOf.get(at) ?? 0 })
    found.push(...answer.newest)
  }
  const matched = perDay.reduce((sum, { count }) => sum + count, 0)
  const objects = await readObjects(
    db,
    organization,
    entity,
    found.map(({ id }) => id),
  )
  const namesSet = body.do.some((step) => argumentsOf(step, 'analyze')?.set !== undefined)
  const sets = namesSet ? await setsByName(db, organization) : undefined
  return {
    days,
    matched,
    isComplete,
    perDay,
    objects: found.flatMap(({ id, at }) => {
      const object = objects.get(id)
      if (!object) return []
      const { root, ...own } = object
      return {
        ...own,
        rootType: root.objectType,
        rootId: root.objectId,
        rootTitle: root.title,
        at: Number(at),
      }
    }),
    needs: needsOf(body, matched, sets),
    unknown: [
      ...(isComplete
        ? []
        : [
            said('unknown.unexamined', {
              count: perDay.length,
              days,
              seconds: Math.round(limitMs / 1_000),
            }),
          ]),
      said('unknown.today'),
      ...(trigger.endsWith('.updated') || trigger === 'verdict.changed'
        ? [said('unknown.changes')]
        : []),
      ...(trigger === 'stale' ? [said('unknown.stale')] : []),
      ...(ruleObjectOf[trigger] === 'budget' ? [said('unknown.budgets')] : []),
      said('unknown.order'),
    ].map(say),
  }
}

/** Undefined if it takes longer, or the database gives up: what is counted so far is then "at least". */
async function inTime<T>(ms: number, work: () => Promise<T>): Promise<T | undefined> {
  // guard: server/test/automation/rules-trial.test.ts
  if (ms <= 0) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  const answer = work().catch((error: unknown) => {
    // A search that took too long, or found all places for searches taken.
    if (error instanceof AppError && error.type === 'ServiceUnavailable') return undefined
    throw error
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    // Left behind, it ends by its own limit, and says nothing.
    answer.catch(() => undefined)
  }
}

/** When it happened to the object; the trigger of a verdict, when its verdict last changed. */
function momentOf(trigger: ReturnType<typeof triggerOf>) {
  switch (trigger) {
    case 'case.closed':
      return sql<number>`cases.end_date`
    case 'alert.updated':
      return sql<number>`coalesce(alerts.updated_at, alerts.created_at)`
    case 'case.updated':
      return sql<number>`coalesce(cases.updated_at, cases.created_at)`
    case 'task.updated':
      return sql<number>`coalesce(tasks.updated_at, tasks.created_at)`
    case 'response.failed':
      return sql<number>`actions.end_date`
    case 'budget.low':
      return sql<number>`coalesce(budgets.low_at, budgets.created_at)`
    case 'provider.down':
      return sql<number>`coalesce(budgets.failing_since, budgets.updated_at, budgets.created_at)`
    case 'verdict.changed':
    case 'stale':
      return sql<number>`observables.created_at`
    default:
      return sql<number>`${sql.ref(`${tableOf[ruleObjectOf[trigger]]}.created_at`)}`
  }
}

interface Days {
  readonly from: number
  readonly until: number
  /** What the condition names is found by an index of its own. */
  readonly isRare: boolean
}

/** A verdict changed in these days, by the answers that are known; of others, when it happened to the object. */
function withinDays(body: RuleBody, organization: string, { from, until, isRare }: Days) {
  const trigger = triggerOf(body.on)
  const moment = momentOf(trigger)
  if (isAboutNow(trigger)) return sql<SqlBool>`1 = 1`
  if (trigger !== 'verdict.changed')
    // With a sign before it, no index of moments fits: SQLite would rather read all of these days.
    return isRare
      ? sql<SqlBool>`+${moment} >= ${from} and +${moment} < ${until}`
      : sql<SqlBool>`${moment} >= ${from} and ${moment} < ${until}`
  const levels = (verdictOptions(body.on)?.to ?? ruleLevels).map((one) => rankOf(one))
  return sql<SqlBool>`observables.value_hash in (select a.text_hash from value_answers a
    where a.organization = ${organization} and a.level in (${sql.join(levels.flatMap((rank) => [rank, rank + 10]))})
      and a.level_since >= ${from} and a.level_since < ${until})`
}

/** What has no history: counted is what is so now. */
const isAboutNow = (trigger: ReturnType<typeof triggerOf>) =>
  trigger === 'stale' || ruleObjectOf[trigger] === 'budget'

const aboutOthers: Partial<Record<ReturnType<typeof triggerOf>, string>> = {
  'case.closed': "cases.status = 'Resolved'",
  'response.failed': "actions.status = 'Failure'",
  'budget.low': 'budgets.low_at is not null',
  'provider.down': "budgets.state in ('down', 'refused')",
}

function aboutTrigger(body: RuleBody, now: number) {
  const stale = staleOptions(body.on)
  const { [triggerOf(body.on)]: other } = aboutOthers
  if (other) return sql.raw<SqlBool>(other)
  if (!stale) return sql<SqlBool>`1 = 1`
  const levels = stale.levels?.map((one) => rankOf(one))
  return sql<SqlBool>`exists (select 1 from cases c where c.id = observables.case_id and c.status = 'Open')
    and exists (select 1 from value_answers a
      where a.organization = observables.organization and a.text_hash = observables.value_hash
      group by a.text_hash
      having coalesce(max(a.answered_at), 0) < ${now - (durationMs(stale.olderThan) ?? 0)}
        ${levels ? sql`and coalesce(max(a.level), 0) % 10 in (${sql.join(levels)})` : sql``})`
}

function needsOf(
  body: RuleBody,
  matched: number,
  sets: ReadonlyMap<string, ChosenSet> | undefined,
): RuleTrial['needs'] {
  const needs = new Map<string, RuleTrial['needs'][number]>()
  const add = (kind: 'analyzer' | 'responder', name: string) => {
    const key = `${kind} ${name}`
    const known = needs.get(key)
    needs.set(key, { kind, name, runs: (known?.runs ?? 0) + matched })
  }
  for (const step of body.do) {
    const analyze = argumentsOf(step, 'analyze')
    const analyzers = analyze?.analyzers ?? sets?.get(analyze?.set ?? '')?.analyzers
    for (const name of new Set(analyzers)) add('analyzer', name)
    const respond = argumentsOf(step, 'respond')
    if (respond) add('responder', respond.responder)
  }
  return [...needs.values()]
}
