import type {
  Rule,
  RuleRun,
  RuleRunDetail,
  RuleSentence,
  RuleStep,
  RuleVersion,
} from '@assay/contract'
import { stepSentence } from '@assay/contract/rule-sentences'
import { argumentsOf, type RuleBody } from '../../domain/automation/rule.ts'
import { ruleSentences, type Said, said, say } from '../../domain/automation/sentences.ts'
import type { Caller } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import { bodyOf, type RuleRow, type RunRow, type StepRow } from './store.ts'

const week = 7 * 86_400_000

/** Parameters of responders can hold passwords: only who may change the rule sees them. */
const shownSteps = (steps: readonly RuleStep[], mayChange: boolean): RuleStep[] =>
  steps.map((step) => {
    const respond = argumentsOf(step, 'respond')
    if (mayChange || respond?.parameters === undefined) return step
    const { parameters: _, ...shown } = respond
    return { respond: shown }
  })

export async function ruleViews(
  db: Db,
  { organization, roles }: Pick<Caller, 'organization' | 'roles'>,
  rows: readonly RuleRow[],
  now: number,
): Promise<Rule[]> {
  const mayChange = roles.includes('orgadmin')
  const ids = rows.map(({ id }) => id)
  const runs =
    ids.length === 0
      ? []
      : await db
          .selectFrom('rule_runs')
          .select(['rule_id', (eb) => eb.fn.countAll<number>().as('count')])
          .select((eb) => eb.fn.max('at').as('last'))
          .where('organization', '=', organization)
          .where('rule_id', 'in', ids)
          .where('at', '>', now - week)
          .groupBy('rule_id')
          .execute()
  const known = new Map(runs.map((run) => [run.rule_id, run]))
  return rows.map((row) => ruleView(row, known.get(row.id), mayChange))
}

function ruleView(
  row: RuleRow,
  runs: { count: number; last: number | null } | undefined,
  mayChange: boolean,
): Rule {
  const body = bodyOf(row)
  const limits = {
    runAs: row.run_as,
    runsPerHour: row.runs_per_hour,
    jobsPerDay: row.jobs_per_day,
    expiresAt: row.expires_at,
  }
  return {
    id: row.id,
    name: row.name,
    position: row.position,
    state: row.state,
    stopped: row.stopped === null ? null : say(JSON.parse(row.stopped)),
    stoppedAt: row.stopped_at,
    missed: Number(row.missed),
    version: row.version,
    trigger: row.trigger,
    on: body.on,
    if: body.if,
    do: shownSteps(body.do, mayChange),
    runAs: row.run_as,
    budget: { runsPerHour: row.runs_per_hour, jobsPerDay: row.jobs_per_day },
    expires: row.expires_at,
    reads: ruleSentences(body, limits),
    lastRunAt: runs?.last == null ? null : Number(runs.last),
    runs: Number(runs?.count ?? 0),
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.updated_at !== null && { updatedAt: row.updated_at }),
    ...(row.updated_by !== null && { updatedBy: row.updated_by }),
  }
}

export async function versionsOf(
  db: Db,
  { organization, roles }: Pick<Caller, 'organization' | 'roles'>,
  ruleId: string,
): Promise<RuleVersion[]> {
  const mayChange = roles.includes('orgadmin')
  const rows = await db
    .selectFrom('rule_versions')
    .selectAll()
    .where('organization', '=', organization)
    .where('rule_id', '=', ruleId)
    .orderBy('version', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ version, name, body: text, changed_at, changed_by }) => {
    const { runAs, budget, expires, ...body } = JSON.parse(text) as RuleBody & {
      runAs: string
      budget: { runsPerHour: number; jobsPerDay: number }
      expires: number | null
    }
    return {
      version,
      name,
      on: body.on,
      if: body.if,
      do: shownSteps(body.do, mayChange),
      runAs,
      budget,
      expires,
      reads: ruleSentences(body, { runAs, ...budget, expiresAt: expires }),
      changedAt: changed_at,
      changedBy: changed_by,
    }
  })
}

const sentence = (text: string | null): RuleSentence | null =>
  text === null ? null : say(JSON.parse(text) as Said)

export async function runViews(
  db: Db,
  organization: string,
  rows: readonly RunRow[],
): Promise<RuleRun[]> {
  if (rows.length === 0) return []
  const tallies = await db
    .selectFrom('rule_steps')
    .select(['run_id', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('organization', '=', organization)
    .where(
      'run_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy(['run_id', 'state'])
    .execute()
  const causes = rows.flatMap(({ cause_run }) => cause_run ?? [])
  const caused =
    causes.length === 0
      ? []
      : await db
          .selectFrom('rule_runs')
          .select(['id', 'rule_id', 'rule_name'])
          .where('organization', '=', organization)
          .where('id', 'in', causes)
          .execute()
  return rows.map((row) => {
    const cause = caused.find(({ id }) => id === row.cause_run)
    return {
      id: row.id,
      ruleId: row.rule_id,
      ruleName: row.rule_name,
      version: row.version,
      mode: row.mode,
      state: row.state,
      trigger: row.trigger,
      because: say(JSON.parse(row.because)),
      reason: sentence(row.reason),
      root: { objectType: row.root_type, objectId: row.root_id, title: row.root_title },
      objects: JSON.parse(row.objects),
      objectCount: row.object_count,
      cause: cause ? { runId: cause.id, ruleId: cause.rule_id, ruleName: cause.rule_name } : null,
      depth: (JSON.parse(row.chain) as unknown[]).length - 1,
      runAs: row.run_as,
      at: row.at,
      endedAt: row.ended_at,
      tally: Object.fromEntries(
        tallies
          .filter(({ run_id }) => run_id === row.id)
          .map(({ state, count }) => [state, Number(count)]),
      ),
    }
  })
}

export async function runDetail(
  db: Db,
  organization: string,
  row: RunRow,
  steps: readonly StepRow[],
): Promise<RuleRunDetail> {
  const [run] = await runViews(db, organization, [row])
  if (!run) throw new Error(`the run ${row.id} has no view`)
  return {
    ...run,
    steps: steps.map((step) => ({
      seq: step.seq,
      position: step.position,
      kind: step.kind,
      state: step.state,
      ...say(stepSaid(step, row)),
      target: { objectType: step.target_type, objectId: step.target_id, title: step.target_title },
      reason: sentence(step.reason),
      resultType: step.result_type,
      resultId: step.result_id,
      at: step.at,
    })),
  }
}

function stepSaid({ kind, arguments: text }: StepRow, { trigger }: RunRow): Said {
  const given = JSON.parse(text) as Record<string, unknown>
  if (kind === 'analyze') return said('do.analyze', { analyzers: [String(given.analyzer)] })
  return stepSentence({ [kind]: given } as unknown as RuleStep, trigger)
}
