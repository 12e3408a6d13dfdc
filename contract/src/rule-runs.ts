import { type Static, Type } from 'typebox'
import { endpoint, list } from './endpoint.ts'
import {
  ruleObjectTypes,
  ruleRunStates,
  ruleStepStates,
  ruleSteps,
  ruleTriggers,
} from './rule-parts.ts'
import { RuleObject, RuleSentence } from './rules.ts'
import { object, orNull, Timestamp } from './values.ts'

const resource = 'rule run'
const base = '/api/ruleRun'
const params = Type.Object({ id: Type.String({ maxLength: 128 }) })

/** Objects of a run that are shown. */
export const maxRunObjects = 20

const runKeys = {
  id: Type.String(),
  ruleId: Type.String(),
  ruleName: Type.String(),
  version: Type.Integer(),
  mode: Type.Enum(['trial', 'on'], { description: '`trial` only records what it would do' }),
  state: Type.Enum([...ruleRunStates]),
  trigger: Type.Enum([...ruleTriggers]),
  because: RuleSentence,
  reason: orNull(RuleSentence),
  root: RuleObject,
  objects: Type.Array(RuleObject, { description: `The first ${maxRunObjects}` }),
  objectCount: Type.Integer(),
  cause: orNull(
    object(
      { runId: Type.String(), ruleId: Type.String(), ruleName: Type.String() },
      'RuleRunCause',
    ),
  ),
  depth: Type.Integer({ description: 'Rules that caused each other before this one' }),
  runAs: Type.String({ description: 'Login' }),
  at: Timestamp,
  endedAt: orNull(Timestamp),
  tally: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of steps in each state',
  }),
}

export const RuleRun = object(runKeys, 'RuleRun')
export type RuleRun = Static<typeof RuleRun>

export const RuleRunStep = object(
  {
    seq: Type.Integer(),
    position: Type.Integer({ description: 'Step of the rule, from 1' }),
    kind: Type.Enum([...ruleSteps]),
    state: Type.Enum([...ruleStepStates], {
      description:
        '`would`: only a trial; `unknown`: a responder was started and its outcome is not known',
    }),
    ...RuleSentence.properties,
    target: RuleObject,
    reason: orNull(RuleSentence),
    resultType: orNull(Type.Enum(['job', 'case', 'task', 'comment'])),
    resultId: orNull(Type.String()),
    at: orNull(Timestamp),
  },
  'RuleRunStep',
)
export type RuleRunStep = Static<typeof RuleRunStep>

export const RuleRunDetail = object({ ...runKeys, steps: Type.Array(RuleRunStep) }, 'RuleRunDetail')
export type RuleRunDetail = Static<typeof RuleRunDetail>

export const listRuleRuns = list({
  method: 'GET',
  path: base,
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: 'List the runs of rules, newest first; they are kept for 30 days',
  row: RuleRun,
  input: {
    rule: Type.Optional(Type.String({ maxLength: 128, description: 'Id of a rule' })),
    objectType: Type.Optional(Type.Enum([...ruleObjectTypes])),
    objectId: Type.Optional(
      Type.String({ maxLength: 128, description: 'Object, or the case or alert around it' }),
    ),
    state: Type.Optional(Type.Enum([...ruleRunStates])),
    mode: Type.Optional(Type.Enum(['trial', 'on'])),
  },
})

export const getRuleRun = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: 'Get a run with its steps',
  params,
  output: RuleRunDetail,
})

export const cancelRuleRun = endpoint({
  method: 'POST',
  path: `${base}/:id/cancel`,
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Cancel the planned steps and held jobs of a run; what was done stays done',
  params,
  output: RuleRunDetail,
})
