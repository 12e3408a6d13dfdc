import {
  type RuleExplanation,
  type RuleExplanations,
  type RuleObjectType,
  ruleObjectOf,
} from '@assay/contract'
import { conditionsOf, type RuleCondition } from '@assay/contract/rule-conditions'
import { conditionSentence, stepSentence } from '@assay/contract/rule-sentences'
import { type SqlBool, sql } from 'kysely'
import { argumentsOf, objectOf } from '../../domain/automation/rule.ts'
import { type Said, said, say } from '../../domain/automation/sentences.ts'
import { harmless } from '../../domain/automation/texts.ts'
import { AppError, notFound } from '../../domain/errors.ts'
import { entityNamed } from '../../domain/response/relatives.ts'
import { takesDataType, targetDataType } from '../../domain/response/targets.ts'
import { type ChosenSet, setsByName } from '../../storage/rows/analyzer-sets.ts'
import { fieldOf, fieldValue, relationOf } from '../../storage/search/model.ts'
import { contextOf } from '../analyses/analyze.ts'
import type { PlatformDeps } from '../deps.ts'
import { findObservable } from '../observables/store.ts'
import type { QueryScope } from '../query/conditions.ts'
import { findWorker, levelReason, responderTypes } from './jobs.ts'
import { rulesScope } from './matching.ts'
import { modelOf, ownRows, ruleCondition, tableOf } from './models.ts'
import { type RuleObject, readObjects } from './objects.ts'
import { pauseOf } from './pause.ts'
import { runAsProblem } from './rights.ts'
import { jobsSince, liveRule, type RuleRow, rulesOf, runsSince } from './store.ts'

const hour = 3_600_000
const day = 86_400_000

/** Why rules act on an object, and why not: as they and it are now. */
export async function explainRules(
  deps: PlatformDeps,
  organization: string,
  {
    objectType,
    objectId,
    rule,
  }: { objectType: RuleObjectType; objectId: string; rule?: string | undefined },
): Promise<RuleExplanations> {
  const objects = await readObjects(deps.db, organization, objectType, [objectId])
  const object = objects.get(objectId)
  // guard: server/test/automation/rules-tenants.test.ts
  if (!object) throw notFound(objectType, objectId)
  const all = await rulesOf(deps.db, organization)
  const rows = all.filter(({ id, trigger }) =>
    rule === undefined ? ruleObjectOf[trigger] === objectType : id === rule,
  )
  if (rule !== undefined && rows.length === 0) throw notFound('rule', rule)
  const scope = await rulesScope(deps, organization)
  const isPaused = (await pauseOf(deps.db, organization)) !== undefined
  const rules: RuleExplanation[] = []
  for (const row of rows)
    rules.push(await explain(deps, scope, row, { objectType, objectId, object }, isPaused))
  return { objectType, objectId, title: object.title, rules, others: all.length - rows.length }
}

interface AskedObject {
  readonly objectType: RuleObjectType
  readonly objectId: string
  /** Of a response, what it was run on. */
  readonly object: RuleObject
}

async function explain(
  deps: PlatformDeps,
  scope: QueryScope,
  row: RuleRow,
  { object, ...asked }: AskedObject,
  isPaused: boolean,
): Promise<RuleExplanation> {
  const { db, clock } = deps
  const rule = liveRule(row)
  const now = clock.now()
  const isAbout = objectOf(rule.on) === asked.objectType
  const conditions = []
  for (const condition of isAbout ? conditionsOf(rule.if) : [])
    conditions.push({
      ...say(conditionSentence(condition)),
      ...(await judge(deps, scope, asked, condition)),
    })
  const runs = (await runsSince(db, [row.id], now - hour)).get(row.id) ?? 0
  const jobs = await jobsSince(db, row.id, now - day)
  const rights = await runAsProblem(db, row)
  const isExpired = row.expires_at !== null && row.expires_at <= now
  const startsJobs = rule.do.some(
    (step) =>
      argumentsOf(step, 'analyze') ??
      argumentsOf(step, 'respond') ??
      argumentsOf(step, 'analyzeAgain'),
  )
  const checks = [
    {
      ...say(said('check.state', { state: row.state })),
      holds: row.state === 'on' || row.state === 'trial',
    },
    { ...say(said('check.paused')), holds: !isPaused },
    {
      ...say(said('check.expiry', row.expires_at === null ? {} : { at: row.expires_at })),
      holds: !isExpired,
    },
    {
      ...say(said('check.runs', { used: runs, count: row.runs_per_hour })),
      holds: runs < row.runs_per_hour,
    },
    ...(startsJobs
      ? [
          {
            ...say(said('check.jobs', { used: jobs, count: row.jobs_per_day })),
            holds: jobs < row.jobs_per_day,
          },
        ]
      : []),
    { ...(rights ? say(rights) : say(said('check.runAs', { login: row.run_as }))), holds: !rights },
  ]
  const steps = []
  for (const step of rule.do) {
    const reason = isAbout ? await stepProblem(deps, row.organization, object, step) : undefined
    steps.push({
      ...say(stepSentence(step, rule.on)),
      holds: reason === undefined,
      reason: reason ? say(reason) : null,
    })
  }
  const because = reasonOf(row, isPaused, { conditions, checks, steps })
  return {
    ruleId: row.id,
    name: row.name,
    state: row.state,
    trigger: row.trigger,
    acts: because.id === 'would.act',
    because,
    conditions,
    checks,
    steps,
    lastRunId: await lastRun(deps, row, object),
  }
}

function reasonOf(
  row: RuleRow,
  isPaused: boolean,
  { conditions, checks, steps }: Pick<RuleExplanation, 'checks' | 'conditions' | 'steps'>,
) {
  const failed = conditions.find(({ holds }) => !holds)
  if (failed)
    return say(said('not.condition', { condition: failed.text, found: failed.found ?? '' }))
  if (row.state === 'off') return say(said('not.off'))
  if (row.state === 'stopped')
    return say(
      said('not.stopped', {
        reason: row.stopped === null ? '' : say(JSON.parse(row.stopped)).text,
      }),
    )
  if (isPaused) return say(said('not.paused'))
  const check = checks.find(({ holds }) => !holds)
  if (check) return say(said('not.check', { check: check.text }))
  const impossible =
    steps.length > 0 && steps.every(({ holds }) => !holds) ? steps[0]?.reason : null
  if (impossible) return say(said('not.step', { reason: impossible.text }))
  return say(said(row.state === 'trial' ? 'would.trial' : 'would.act'))
}

/** Whether the condition holds, and what is there instead. */
async function judge(
  { db }: PlatformDeps,
  scope: QueryScope,
  { objectType, objectId }: Omit<AskedObject, 'object'>,
  condition: RuleCondition,
): Promise<{ holds: boolean; found: string | null }> {
  const table = tableOf[objectType]
  try {
    const value = foundValue(scope, objectType, condition)
    const row = await db
      .selectFrom(table as 'alerts')
      .select(
        sql<number>`case when ${ruleCondition(scope, objectType, condition.filter)} then 1 else 0 end`.as(
          'holds',
        ),
      )
      .select((value ?? sql<null>`null`).as('found'))
      .where(sql<SqlBool>`${sql.ref(`${table}.id`)} = ${objectId}`)
      .where(ownRows(scope.organization, objectType))
      .executeTakeFirst()
    const found = row?.found
    return {
      holds: Number(row?.holds ?? 0) === 1,
      found: found === null || found === undefined ? null : harmless(String(found)),
    }
  } catch (error) {
    // A field that is gone: nothing is found.
    if (error instanceof AppError) return { holds: false, found: error.message.slice(0, 200) }
    throw error
  }
}

/** The value that a condition compares, of the object or of the case or alert around it. */
function foundValue(scope: QueryScope, entity: RuleObjectType, { field: name, of }: RuleCondition) {
  const model = modelOf(scope, entity)
  if (name === undefined) return undefined
  if (of === undefined) {
    const field = fieldOf(model, name)
    return field && sql<unknown>`${fieldValue(scope.dialect, model.table, field)}`
  }
  const type = entityNamed(of)
  const relation = Object.entries(model.parents ?? {}).find(
    ([key]) => key === of || entityNamed(key) === type,
  )
  const parent = relation && relationOf(model.parents, relation[0])
  if (!parent) return undefined
  const around = parent.model()
  const field = fieldOf(around, name)
  if (!field) return undefined
  const joined = sql.join(
    parent.join.map(
      ([own, theirs]) => sql`${sql.ref(`around.${theirs}`)} = ${sql.ref(`${model.table}.${own}`)}`,
    ),
    sql` and `,
  )
  return sql<unknown>`(select ${fieldValue(scope.dialect, 'around', field)} from ${sql.table(around.table)} as around
    where ${joined})`
}

/** Why a step could not be done with this object, if so. */
async function stepProblem(
  deps: PlatformDeps,
  organization: string,
  object: RuleObject,
  step: Parameters<typeof stepSentence>[0],
): Promise<Said | undefined> {
  const { db } = deps
  const analyze = argumentsOf(step, 'analyze')
  const respond = argumentsOf(step, 'respond')
  try {
    if (analyze && object.objectType === 'observable') {
      const observable = await findObservable(db, organization, object.objectId)
      if (!observable) return said('reason.gone')
      const { pap } = await contextOf(deps, observable)
      let problem: Said | undefined
      const { set } = analyze
      const chosen: ChosenSet | undefined =
        set === undefined
          ? { analyzers: analyze.analyzers, dataTypes: [] }
          : (await setsByName(db, organization)).get(set)
      if (!chosen) return said('reason.set', { set: set ?? '' })
      const isFor = (types: readonly string[]) =>
        types.length === 0 || takesDataType(types, observable.data_type)
      if (!isFor(chosen.dataTypes))
        return said('reason.setType', { set: set ?? '', dataType: observable.data_type })
      for (const name of chosen.analyzers) {
        const worker = await findWorker(deps, organization, 'analyzer', name)
        const reason = !worker
          ? said('reason.worker', { worker: name })
          : !takesDataType(worker.dataTypeList, observable.data_type)
            ? said('reason.type', { worker: name, dataType: observable.data_type })
            : levelReason(worker, name, { tlp: observable.tlp, pap })
        if (!reason) return undefined
        problem ??= reason
      }
      return problem
    }
    if (respond) {
      const worker = await findWorker(deps, organization, 'responder', respond.responder)
      if (!worker) return said('reason.worker', { worker: respond.responder })
      const target = respond.on === 'root' ? object.root : object
      const type = responderTypes[target.objectType]
      const dataType = type && targetDataType(deps.config.platform.name, type)
      if (dataType && !takesDataType(worker.dataTypeList, dataType))
        return said('reason.type', { worker: respond.responder, dataType })
    }
  } catch (error) {
    if (error instanceof AppError) return said('reason.refused', { message: error.message })
    throw error
  }
  return undefined
}

async function lastRun({ db }: PlatformDeps, row: RuleRow, object: RuleObject) {
  const found = await db
    .selectFrom('rule_runs')
    .select('rule_runs.id')
    .where('rule_runs.organization', '=', row.organization)
    .where('rule_runs.rule_id', '=', row.id)
    .where('rule_runs.root_id', '=', object.root.objectId)
    .orderBy('rule_runs.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}
