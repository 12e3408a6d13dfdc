import { randomBytes } from 'node:crypto'
import { maxRuleTargets, ruleLevels, ruleObjectOf } from '@assay/contract'
import type { Working } from '../../background/background.ts'
import type { Item, Work } from '../../background/work.ts'
import { chainProblem, planSteps } from '../../domain/automation/plan.ts'
import {
  argumentsOf,
  type LiveRule,
  triggerOf,
  verdictOptions,
} from '../../domain/automation/rule.ts'
import { type Said, said } from '../../domain/automation/sentences.ts'
import { inTurns } from '../../domain/own-turn.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows } from '../../storage/rows/due.ts'
import { type NoticedPerson, noticeEvent } from '../../storage/rows/notices.ts'
import type { PlatformDeps } from '../deps.ts'
import { conditionProblem, matchRules, rulesScope } from './matching.ts'
import { observablesOf, type RuleObject, readObjects } from './objects.ts'
import { runAsProblem } from './rights.ts'
import { stopRule } from './stop.ts'
import { activeRules, liveRule, type RuleRow, runsSince } from './store.ts'

const hour = 3_600_000
/** Of one organization at once. */
const batch = 200
/** How long a process that is not heard of keeps events; another one then takes them. */
const takenMs = 15_000
const maxAttempts = 5
/** Observables with one value that a change of its verdict is about. */
const maxOfValue = 100

const eventsDue = { table: 'rule_events', at: 'due_at' } as const

interface Event {
  readonly id: string
  readonly kind: LiveRule['trigger']
  readonly object_id: string
  readonly root_id: string
  readonly cause_run: string | null
  readonly details: string
  readonly at: number
  readonly attempts: number
}

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
    limits: { atOnce: 4, perOrganization: 1, timeoutMs: 60_000 },
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
        await putBack(db, organization, events, clock.now())
        return 'failed'
      }
    },
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

/** What fails again and again must not keep the rest waiting. */
async function putBack(db: Db, organization: string, events: readonly Event[], now: number) {
  for (const { id, attempts } of events)
    if (attempts + 1 >= maxAttempts)
      await db
        .deleteFrom('rule_events')
        .where('organization', '=', organization)
        .where('id', '=', id)
        .execute()
    else
      await db
        .updateTable('rule_events')
        .set({ due_at: now + 1_000 * 4 ** attempts, attempts: attempts + 1 })
        .where('organization', '=', organization)
        .where('id', '=', id)
        .execute()
}

/** What one rule is to do at one case or alert, because of one chain of events. */
interface Run {
  readonly rule: LiveRule
  readonly event: Event
  readonly objects: RuleObject[]
  readonly causeRun: string | null
}

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
  for (const row of rows) {
    const rule = liveRule(row)
    const problem =
      row.state === 'stopped' ? undefined : await problemOf(deps, row, rule, scope, now)
    if (problem) stops.set(rule.id, problem)
    else if (!conditionProblem(scope, ruleObjectOf[rule.trigger], rule.if)) live.push(rule)
  }
  const causes = await causesOf(db, organization, events)
  const objectIds = await objectsOf(db, organization, events)
  const objects = new Map<string, RuleObject>()
  const matches = new Map<string, Set<string>>()
  for (const entity of ['alert', 'case', 'observable', 'task'] as const) {
    const ids = new Set(
      events.flatMap((event) =>
        ruleObjectOf[event.kind] === entity ? (objectIds.get(event.id) ?? []) : [],
      ),
    )
    const matched = new Set<string>()
    for (const [rule, found] of await matchRules(db, scope, live, entity, [...ids])) {
      matches.set(rule, found)
      for (const id of found) matched.add(id)
    }
    for (const [id, object] of await readObjects(db, organization, entity, [...matched]))
      objects.set(id, object)
  }
  const runs = runsOf(live, events, { objectIds, matches, objects, causes })
  return await store(deps, organization, { events, takenUntil, runs, stops, causes, now })
}

async function problemOf(
  { db }: PlatformDeps,
  row: RuleRow,
  rule: LiveRule,
  scope: Awaited<ReturnType<typeof rulesScope>>,
  now: number,
): Promise<Said | undefined> {
  if (rule.expiresAt !== null && rule.expiresAt <= now)
    return said('stopped.expired', { at: rule.expiresAt })
  const condition = conditionProblem(scope, ruleObjectOf[rule.trigger], rule.if)
  if (condition !== undefined) return said('stopped.condition', { message: condition })
  return await runAsProblem(db, row)
}

/** A verdict is about all observables with its value; everything else is about itself. */
async function objectsOf(
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
        else if (!run.objects.some(({ objectId }) => objectId === id)) run.objects.push(object)
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

export function verdictChange({ details }: Pick<Event, 'details'>) {
  const { from, to, analyzer } = JSON.parse(details) as Record<string, unknown>
  const level = (rank: unknown) =>
    ruleLevels.find((one) => one === verdictOf(Number(rank ?? 0))) ?? 'none'
  return { from: level(from), to: level(to), analyzer: String(analyzer ?? '') }
}

function becauseOf(event: Event, rule: LiveRule, object: RuleObject): Said {
  switch (event.kind) {
    case 'verdict.changed':
      return said('because.verdict', { value: object.title, ...verdictChange(event) })
    case 'case.closed':
      return said('because.closed')
    case 'stale': {
      const { on } = rule
      const olderThan = typeof on === 'object' && 'stale' in on ? on.stale.olderThan : ''
      return said('because.stale', { olderThan })
    }
    default: {
      const [type = '', what = ''] = event.kind.split('.')
      return said(`because.${what}`, { object: type })
    }
  }
}

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
    if (!root || ruleObjectOf[rule.trigger] === 'observable' || observables.has(root.objectId))
      continue
    if (rule.do.some((step) => argumentsOf(step, 'analyze') || argumentsOf(step, 'analyzeAgain')))
      observables.set(
        root.objectId,
        await observablesOf(db, organization, root, maxRuleTargets + 1),
      )
  }
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
            .lockRow(
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
          people.push(
            ...(await stopRule(tx, row, said('stopped.runs', { count: rule.runsPerHour }), now)),
          )
          missed.set(rule.id, 1)
          continue
        }
        if (!problem) used.set(rule.id, count + 1)
        const isActing = await insertRun(tx, run, {
          chain: [...chain, rule.id],
          problem,
          now,
          observables: observables.get(run.objects[0]?.root.objectId ?? '') ?? [],
        })
        isToDo ||= isActing
      }
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

interface NewRun {
  readonly chain: readonly string[]
  readonly problem: Said | undefined
  readonly now: number
  readonly observables: Awaited<ReturnType<typeof observablesOf>>
}

/** Time first, so runs of one moment are adjacent. */
export function newRunId(now: number): string {
  const bytes = randomBytes(15)
  bytes.writeUIntBE(now, 0, 6)
  return bytes.toString('base64url')
}

export const shownObjects = 20

async function insertRun(
  tx: Db,
  { rule, event, objects, causeRun }: Run,
  { chain, problem, now, observables }: NewRun,
): Promise<boolean> {
  const [first] = objects
  if (!first) return false
  const { root } = first
  const id = newRunId(now)
  const steps = problem ? [] : planSteps({ rule, root, objects, observables })
  const isActing = steps.some(({ state }) => state === 'planned')
  await tx
    .insertInto('rule_runs')
    .values({
      id,
      organization: rule.organization,
      rule_id: rule.id,
      rule_name: rule.name,
      version: rule.version,
      mode: rule.state === 'trial' ? 'trial' : 'on',
      trigger: event.kind,
      // Two chains of one event are two runs.
      first_event_id: event.id,
      root_type: root.objectType,
      root_id: root.objectId,
      root_title: root.title,
      objects: JSON.stringify(
        objects
          .slice(0, shownObjects)
          .map(({ objectType, objectId, title }) => ({ objectType, objectId, title })),
      ),
      object_count: objects.length,
      because: JSON.stringify(becauseOf(event, rule, first)),
      reason: problem ? JSON.stringify(problem) : null,
      run_as: rule.runAs,
      state: problem ? 'canceled' : isActing ? 'running' : 'done',
      cause_run: causeRun,
      chain: JSON.stringify(chain),
      at: now,
      ended_at: isActing ? null : now,
      due_at: isActing ? now : null,
      attempts: 0,
    })
    .execute()
  for (let from = 0; from < steps.length; from += 500)
    await tx
      .insertInto('rule_steps')
      .values(
        steps.slice(from, from + 500).map((step) => ({
          run_id: id,
          seq: step.seq,
          organization: rule.organization,
          position: step.position,
          kind: step.kind,
          target_type: step.target.objectType,
          target_id: step.target.objectId,
          target_title: step.target.title,
          arguments: JSON.stringify(step.arguments),
          state: step.state,
          reason: step.reason ? JSON.stringify(step.reason) : null,
          result_type: null,
          result_id: null,
          at: step.state === 'planned' ? null : now,
        })),
      )
      .execute()
  return isActing
}
