import { maxRuleTargets, ruleObjectOf, ruleObjectTypes } from '@assay/contract'
import type { Working } from '../../background/background.ts'
import type { Item, Work } from '../../background/work.ts'
import { chainProblem } from '../../domain/automation/plan.ts'
import {
  argumentsOf,
  type LiveRule,
  stepNameOf,
  triggerOf,
  verdictOptions,
} from '../../domain/automation/rule.ts'
import { type Said, said } from '../../domain/automation/sentences.ts'
import { inTurns } from '../../domain/own-turn.ts'
import type { Db } from '../../storage/database.ts'
import { setsByName } from '../../storage/rows/analyzer-sets.ts'
import { dueOrganizations, dueRows } from '../../storage/rows/due.ts'
import { type NoticedPerson, noticeEvent } from '../../storage/rows/notices.ts'
import type { PlatformDeps } from '../deps.ts'
import { objectsOf, putBack } from './events.ts'
import { conditionProblem, matchRules, rulesScope } from './matching.ts'
import { type Event, type Run, runStore, verdictChange } from './new-run.ts'
import { observablesOf, type RuleObject, readObjects } from './objects.ts'
import { runAsProblem } from './rights.ts'
import { stopRule } from './stop.ts'
import { activeRules, liveRule, type RuleRow, runsSince } from './store.ts'

const hour = 3_600_000
/** Of one organization at once. */
const batch = 200
const timeoutMs = 60_000
/**
 * How long a process that is not heard of keeps events; another one then takes them. Longer than one may take: two
 * that took slow events from each other would never be done with them.
 */
const takenMs = timeoutMs + 15_000

const eventsDue = { table: 'rule_events', at: 'due_at' } as const

interface Batch extends Item {
  readonly events: readonly Event[]
  readonly takenUntil: number
}

/** Asks rules about what happened: one batch of an organization at a time, in the order in which it happened. */
export function matchWork(deps: PlatformDeps, acting: () => Working | undefined): Work<Batch> {
  const { db, clock } = deps
  return {
    name: 'rules',
    everyMs: 300,
    limits: { atOnce: 4, perOrganization: 1, timeoutMs },
    organizations: (walk) => dueOrganizations(db, eventsDue, walk),
    due: (now) => dueRows(db, eventsDue, now),
    async claim(organization) {
      const takenUntil = clock.now() + takenMs
      const events = await take(db, organization, clock.now(), takenUntil)
      return events.length === 0 ? [] : [{ organization, events, takenUntil }]
    },
    async run({ organization, events, takenUntil }) {
      try {
        if (await matchBatch(deps, organization, events, takenUntil)) acting()?.wake()
        return 'done'
      } catch (err) {
        if (err instanceof EventsTaken) return 'later'
        deps.log.error({ err, of: organization }, 'failed to ask rules about events')
        if (events.length > 1) await matchOneByOne(deps, { organization, events, takenUntil })
        else await putBack(deps, organization, events)
        acting()?.wake()
        return 'failed'
      }
    },
  }
}

/** One event that cannot be matched does not keep the others of its batch waiting, and costs none of them an attempt. */
async function matchOneByOne(
  deps: PlatformDeps,
  { organization, events, takenUntil }: Batch,
): Promise<void> {
  for (const event of events)
    try {
      await matchBatch(deps, organization, [event], takenUntil)
    } catch (err) {
      if (err instanceof EventsTaken) continue
      deps.log.error({ err, of: organization, event: event.id }, 'failed to ask rules about it')
      await putBack(deps, organization, [event])
    }
}

const take = async (db: Db, organization: string, now: number, takenUntil: number) => {
  const rows: Event[] = await db
    .updateTable('rule_events')
    .set({ due_at: takenUntil })
    .where('organization', '=', organization)
    .where('due_at', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('rule_events as first')
        .select('first.id')
        .where('first.organization', '=', organization)
        .where('first.due_at', '<=', now)
        .orderBy('first.due_at')
        .orderBy('first.id')
        .limit(batch),
    )
    .returning(['id', 'kind', 'object_id', 'root_id', 'cause_run', 'details', 'at', 'attempts'])
    .execute()
  return rows.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

/** Rules were paused, or another process was faster: nothing of this batch counts. */
class EventsTaken extends Error {}

/** Answers whether something is to be done. */
export async function matchBatch(
  deps: PlatformDeps,
  organization: string,
  events: readonly Event[],
  takenUntil: number,
): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  const rows = await activeRules(db, organization, [...new Set(events.map(({ kind }) => kind))])
  const stops = new Map<string, Said>()
  const scope = await rulesScope(deps, organization)
  const live: LiveRule[] = []
  // Most rules act for a few users; each is looked up once.
  const rights = new Map<string, ReturnType<typeof runAsProblem>>()
  const rightsOf = (row: RuleRow) => {
    const key = `${row.run_as} ${row.saver_roles}`
    const known = rights.get(key) ?? runAsProblem(db, row)
    rights.set(key, known)
    return known
  }
  for (const row of rows) {
    const rule = liveRule(row)
    // Compiling it is most of what a batch costs.
    const condition = conditionProblem(scope, ruleObjectOf[rule.trigger], rule.if)
    const problem =
      row.state === 'stopped'
        ? undefined
        : (earlyProblem(rule, condition, now) ?? (await rightsOf(row)))
    if (problem) stops.set(rule.id, problem)
    else if (condition === undefined) live.push(rule)
  }
  const causes = await causesOf(db, organization, events)
  const objectIds = await objectsOf(db, organization, events)
  const objects = new Map<string, RuleObject>()
  const matches = new Map<string, Set<string>>()
  for (const entity of ruleObjectTypes) {
    const ids = new Set(
      events.flatMap((event) =>
        ruleObjectOf[event.kind] === entity ? (objectIds.get(event.id) ?? []) : [],
      ),
    )
    const matched = new Set<string>()
    const { found, failed } = await matchRules(db, scope, live, entity, [...ids])
    for (const [rule, its] of found) {
      matches.set(rule, its)
      for (const id of its) matched.add(id)
    }
    for (const [rule, err] of failed) {
      deps.log.error({ err, of: organization, rule }, 'the condition of a rule cannot be used')
      stops.set(rule, said('stopped.condition', { message: 'the database could not answer it' }))
    }
    for (const [id, object] of await readObjects(db, organization, entity, [...matched]))
      objects.set(id, object)
  }
  const runs = runsOf(live, events, { objectIds, matches, objects, causes })
  return await store(deps, organization, { events, takenUntil, runs, stops, causes, now })
}

function earlyProblem(
  rule: LiveRule,
  condition: string | undefined,
  now: number,
): Said | undefined {
  if (rule.expiresAt !== null && rule.expiresAt <= now)
    return said('stopped.expired', { at: rule.expiresAt })
  return condition === undefined ? undefined : said('stopped.condition', { message: condition })
}

/** The rules that led to each event, by the run that caused it; of a verdict the job knows the run. */
async function causesOf(
  db: Db,
  organization: string,
  events: readonly Event[],
): Promise<Map<string, { run: string; chain: string[] }>> {
  const runOf = new Map<string, string>()
  for (const { id, cause_run } of events) if (cause_run !== null) runOf.set(id, cause_run)
  const jobs = new Map<string, string[]>()
  for (const { id, kind, details } of events) {
    const { job } = kind === 'verdict.changed' ? JSON.parse(details) : { job: null }
    if (typeof job === 'string') jobs.set(job, [...(jobs.get(job) ?? []), id])
  }
  if (jobs.size > 0) {
    const caused = await db
      .selectFrom('jobs')
      .select(['id', 'cause'])
      .where('organization', '=', organization)
      .where('asked_kind', '=', 'rule')
      .where('id', 'in', [...jobs.keys()])
      .execute()
    for (const { id, cause } of caused)
      for (const event of jobs.get(id) ?? []) if (cause !== null) runOf.set(event, cause)
  }
  if (runOf.size === 0) return new Map()
  const rows = await db
    .selectFrom('rule_runs')
    .select(['id', 'chain'])
    .where('organization', '=', organization)
    .where('id', 'in', [...new Set(runOf.values())])
    .execute()
  const chains = new Map(rows.map(({ id, chain }) => [id, JSON.parse(chain) as string[]]))
  return new Map(
    [...runOf].flatMap(([event, run]) => {
      const chain = chains.get(run)
      return chain ? [[event, { run, chain }] as const] : []
    }),
  )
}

interface Known {
  readonly objectIds: ReadonlyMap<string, readonly string[]>
  readonly matches: ReadonlyMap<string, ReadonlySet<string>>
  readonly objects: ReadonlyMap<string, RuleObject>
  readonly causes: ReadonlyMap<string, { run: string; chain: readonly string[] }>
}

/** One run for each rule and each case or alert: a burst of events there is one run. */
function runsOf(rules: readonly LiveRule[], events: readonly Event[], known: Known): Run[] {
  const runs = new Map<string, Run>()
  for (const event of events)
    for (const id of known.objectIds.get(event.id) ?? []) {
      const object = known.objects.get(id)
      if (!object) continue
      for (const rule of rules) {
        if (rule.trigger !== event.kind || !known.matches.get(rule.id)?.has(id)) continue
        if (!wantsVerdict(rule, event)) continue
        // What is stale is so for one rule.
        if (event.kind === 'stale' && event.root_id !== rule.id) continue
        const causeRun = known.causes.get(event.id)?.run ?? null
        const key = `${rule.id} ${object.root.objectId} ${causeRun}`
        const run = runs.get(key)
        if (!run) runs.set(key, { rule, event, objects: [object], causeRun })
        else if (!run.objects.some(({ objectId }) => objectId === object.objectId))
          run.objects.push(object)
        // Of a trial or a stopped rule nothing is stopped.
        if (rule.state === 'on' && rule.do.some((step) => argumentsOf(step, 'stop'))) break
      }
    }
  return [...runs.values()]
}

function wantsVerdict(rule: LiveRule, event: Event): boolean {
  const options = verdictOptions(rule.on)
  if (triggerOf(rule.on) !== 'verdict.changed' || !options) return true
  const { from, to, analyzer } = verdictChange(event)
  return (
    (options.from?.includes(from) ?? true) &&
    (options.to?.includes(to) ?? true) &&
    (options.analyzer === undefined || options.analyzer === analyzer)
  )
}

/** Steps about the observables of a case or an alert. */
const aboutObservables: ReadonlySet<string> = new Set(['analyze', 'analyzeAgain', 'watch'])

interface Matched {
  readonly events: readonly Event[]
  readonly takenUntil: number
  readonly runs: readonly Run[]
  readonly stops: ReadonlyMap<string, Said>
  readonly causes: Known['causes']
  readonly now: number
}

/** Runs with their steps are stored and the events removed in one transaction: each happens once, or not yet. */
async function store(
  { db, dialect, bus }: PlatformDeps,
  organization: string,
  { events, takenUntil, runs, stops, causes, now }: Matched,
): Promise<boolean> {
  const people: NoticedPerson[] = []
  const observables = new Map<string, Awaited<ReturnType<typeof observablesOf>>>()
  for (const { rule, objects } of runs) {
    const root = objects[0]?.root
    const isAbout = objects.some(({ objectType }) => objectType === 'observable')
    if (!root || isAbout || observables.has(root.objectId)) continue
    if (rule.do.some((step) => aboutObservables.has(stepNameOf(step))))
      observables.set(
        root.objectId,
        await observablesOf(db, organization, root, maxRuleTargets + 1),
      )
  }
  const namesSet = ({ rule }: Run) =>
    rule.do.some((step) => argumentsOf(step, 'analyze')?.set !== undefined)
  const sets = runs.some(namesSet) ? await setsByName(db, organization) : undefined
  const isToDo = await db.transaction().execute(async (tx) => {
    people.length = 0
    const removed = await tx
      .deleteFrom('rule_events')
      .where('organization', '=', organization)
      .where('due_at', '=', takenUntil)
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .returning('id')
      .execute()
    // Another process took them, because this one was slow: it does all of it.
    if (removed.length < events.length) throw new EventsTaken()
    const ids = [...new Set([...runs.map(({ rule }) => rule.id), ...stops.keys()])].sort()
    // Locked: who turns a rule off waits, or this sees that it is off.
    const rows =
      ids.length === 0
        ? []
        : await dialect
            .lockContent(
              tx
                .selectFrom('rules')
                .selectAll()
                .where('organization', '=', organization)
                .where('id', 'in', ids)
                .orderBy('id'),
            )
            .execute()
    const current = new Map(rows.map((row) => [row.id, row]))
    const used = await runsSince(tx, ids, now - hour)
    for (const [id, reason] of stops) {
      const row = current.get(id)
      if (row) people.push(...(await stopRule(tx, row, reason, now)))
    }
    const missed = new Map<string, number>()
    const stored = runStore(tx)
    let isToDo = false
    for await (const some of inTurns(runs, 50))
      for (const run of some) {
        const { rule } = run
        const row = current.get(rule.id)
        // Off, paused, deleted or changed since it was read: an old version never acts.
        // guard: server/test/automation/rules-off.test.ts
        if (!row || row.paused === 1 || row.version !== rule.version || row.state === 'off')
          continue
        if (row.state === 'stopped' || rule.state === 'stopped' || missed.has(rule.id)) {
          missed.set(rule.id, (missed.get(rule.id) ?? 0) + 1)
          continue
        }
        const chain = causes.get(run.event.id)?.chain ?? []
        const problem = chainProblem(rule.id, chain)
        const count = used.get(rule.id) ?? 0
        // guard: server/test/automation/rules-loops.test.ts
        if (!problem && count >= rule.runsPerHour) {
          // Its runs of this batch are canceled with the others.
          await stored.flush()
          people.push(
            ...(await stopRule(tx, row, said('stopped.runs', { count: rule.runsPerHour }), now)),
          )
          missed.set(rule.id, 1)
          continue
        }
        if (!problem) used.set(rule.id, count + 1)
        const isActing = await stored.add(run, {
          chain: [...chain, rule.id],
          problem,
          now,
          observables: observables.get(run.objects[0]?.root.objectId ?? '') ?? [],
          ...(sets && { sets }),
        })
        isToDo ||= isActing
      }
    await stored.flush()
    for (const [id, count] of missed)
      await tx
        .updateTable('rules')
        .set((eb) => ({ missed: eb('missed', '+', count) }))
        .where('organization', '=', organization)
        .where('id', '=', id)
        .execute()
    return isToDo
  })
  for (const person of people) bus.publish(noticeEvent(person, now))
  return isToDo
}
