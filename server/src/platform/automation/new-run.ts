import { randomBytes } from 'node:crypto'
import { budgetLowPercent, ruleLevels } from '@assay/contract'
import type { Insertable } from 'kysely'
import { planSteps } from '../../domain/automation/plan.ts'
import type { LiveRule } from '../../domain/automation/rule.ts'
import { type Said, said } from '../../domain/automation/sentences.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import type { ChosenSet } from '../../storage/rows/analyzer-sets.ts'
import type { RuleRunTable, RuleStepTable } from '../../storage/tables/rules.ts'
import type { observablesOf, RuleObject } from './objects.ts'

export interface Event {
  readonly id: string
  readonly kind: LiveRule['trigger']
  readonly object_id: string
  readonly root_id: string
  readonly cause_run: string | null
  readonly details: string
  readonly at: number
  readonly attempts: number
}

/** What one rule is to do at one case or alert, because of one chain of events. */
export interface Run {
  readonly rule: LiveRule
  readonly event: Event
  readonly objects: RuleObject[]
  readonly causeRun: string | null
}

export function verdictChange({ details }: Pick<Event, 'details'>) {
  const { from, to, analyzer } = detailsOf(details)
  const level = (rank: unknown) =>
    ruleLevels.find((one) => one === verdictOf(Number(rank ?? 0))) ?? 'none'
  return { from: level(from), to: level(to), analyzer: String(analyzer ?? '') }
}

/** What cannot be read says nothing: the run that tells of an event that failed must not fail with it. */
function detailsOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

function becauseOf(event: Event, rule: LiveRule, object: RuleObject): Said {
  const [type = '', what = ''] = event.kind.split('.')
  switch (event.kind) {
    case 'verdict.changed':
      return said('because.verdict', { value: object.title, ...verdictChange(event) })
    case 'case.closed':
      return said('because.closed')
    case 'response.failed': {
      const { responder } = detailsOf(event.details)
      return said('because.failed', { responder: String(responder ?? ''), value: object.title })
    }
    case 'budget.low':
      return said('because.low', { budget: object.title, percent: budgetLowPercent })
    case 'provider.down': {
      const { state, reason } = detailsOf(event.details)
      const is = state === 'refused' ? 'because.refused' : 'because.down'
      return said(is, { budget: object.title, reason: String(reason ?? '') })
    }
    case 'stale': {
      const { on } = rule
      const olderThan = typeof on === 'object' && 'stale' in on ? on.stale.olderThan : ''
      return said('because.stale', { olderThan })
    }
    default:
      return said(what === 'created' ? 'because.created' : 'because.updated', { object: type })
  }
}

export interface NewRun {
  readonly chain: readonly string[]
  readonly problem: Said | undefined
  /** Not kept from running, but could not be asked. */
  readonly isFailed?: boolean
  readonly now: number
  readonly observables: Awaited<ReturnType<typeof observablesOf>>
  readonly sets?: ReadonlyMap<string, ChosenSet>
}

/** Time first, so runs of one moment are adjacent. */
export function newRunId(now: number): string {
  const bytes = randomBytes(15)
  bytes.writeUIntBE(now, 0, 6)
  return bytes.toString('base64url')
}

export const shownObjects = 20

interface Planned {
  readonly run: Insertable<RuleRunTable>
  readonly steps: Insertable<RuleStepTable>[]
}

const runsAtOnce = 100
/** Rows of fifteen columns: far below the number of values that one statement may bind. */
const stepsAtOnce = 500

/** Runs are stored many in one statement. What reads or changes runs in the same transaction flushes first. */
export function runStore(tx: Db) {
  let runs: Planned['run'][] = []
  let steps: Planned['steps'] = []
  const flush = async () => {
    const [storedRuns, storedSteps] = [runs, steps]
    runs = []
    steps = []
    if (storedRuns.length > 0) await tx.insertInto('rule_runs').values(storedRuns).execute()
    for (let from = 0; from < storedSteps.length; from += stepsAtOnce)
      await tx
        .insertInto('rule_steps')
        .values(storedSteps.slice(from, from + stepsAtOnce))
        .execute()
  }
  return {
    flush,
    /** Answers whether it has something to do. */
    async add(run: Run, how: NewRun): Promise<boolean> {
      const planned = planRun(run, how)
      if (!planned) return false
      runs.push(planned.run)
      steps.push(...planned.steps)
      if (runs.length >= runsAtOnce || steps.length >= stepsAtOnce) await flush()
      return planned.run.due_at !== null
    },
  }
}

export async function insertRun(tx: Db, run: Run, how: NewRun): Promise<void> {
  const store = runStore(tx)
  await store.add(run, how)
  await store.flush()
}

function planRun(
  { rule, event, objects, causeRun }: Run,
  { chain, problem, isFailed = false, now, observables, sets }: NewRun,
): Planned | undefined {
  const [first] = objects
  if (!first) return undefined
  const { root } = first
  const id = newRunId(now)
  const steps = problem
    ? []
    : planSteps({ rule, root, objects, observables, ...(sets && { sets }) })
  const isActing = steps.some(({ state }) => state === 'planned')
  return {
    run: {
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
      state: problem ? (isFailed ? 'failed' : 'canceled') : isActing ? 'running' : 'done',
      cause_run: causeRun,
      chain: JSON.stringify(chain),
      at: now,
      ended_at: isActing ? null : now,
      due_at: isActing ? now : null,
      attempts: 0,
    },
    steps: steps.map((step) => ({
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
      reserved: null,
      at: step.state === 'planned' ? null : now,
    })),
  }
}
