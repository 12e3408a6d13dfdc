import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import {
  maxRules,
  maxTriedObjects,
  maxTryDays,
  type RuleOn,
  type RuleStep,
  ruleObjectTypes,
  ruleStates,
  ruleSteps,
  ruleTriggers,
  shownRuleStates,
} from './rule-parts.ts'
import { object, orNull, Timestamp } from './values.ts'

const resource = 'rule'
const base = '/api/rule'
const readers = ['analyze'] as const
const writers = ['orgadmin'] as const
const params = Type.Object({ id: Type.String({ maxLength: 128 }) })

/** A text in parts, so that each language can say it. */
export const RuleSentence = object(
  {
    id: Type.String({ description: 'Which sentence, such as `step.comment`' }),
    parameters: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]),
    ),
    text: Type.String({ description: 'The sentence in English' }),
  },
  'RuleSentence',
)
export type RuleSentence = Static<typeof RuleSentence>

const name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const on = Type.Unsafe<RuleOn>({
  description: `One of ${ruleTriggers.join(', ')}; or an object such as {"verdict.changed": {"to": ["malicious"]}} or {"stale": {"olderThan": "7d"}}`,
})
const conditions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description:
    'A search as in `/api/alert/_search`, about what the trigger names; {} holds for everything',
})
const steps = Type.Unsafe<RuleStep[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  description: `In this order, each an object with one key: ${ruleSteps.join(', ')}`,
})
const runAs = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Login of a user of your organization: the rule has the rights of this user',
})
const state = Type.Enum([...ruleStates], {
  description: '`trial` records what the rule would do and does nothing',
})
const budgetKeys = {
  runsPerHour: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description: 'With one run more the rule is stopped',
  }),
  jobsPerDay: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Jobs beyond it are skipped',
  }),
}
const budget = object(
  {
    runsPerHour: Type.Optional(budgetKeys.runsPerHour),
    jobsPerDay: Type.Optional(budgetKeys.jobsPerDay),
  },
  'RuleBudgetInput',
)
const expires = orNull(
  Type.Union([
    Type.Integer({ minimum: 0, maximum: 8.64e15 }),
    Type.String({ maxLength: 40, description: 'Such as 2027-03-31; the rule ends with that day' }),
  ]),
)

const bodyKeys = { on, if: conditions, do: steps }

const shownBody = {
  ...bodyKeys,
  runAs,
  budget: object(budgetKeys, 'RuleBudget'),
  expires: orNull(Timestamp),
}

export const Rule = object(
  {
    id: Type.String(),
    name,
    position: Type.Integer({ description: 'Rules are asked in this order, from 1' }),
    state: Type.Enum([...shownRuleStates], {
      description:
        '`stopped` by the server, for the reason in `stopped`; save a state to resume it',
    }),
    stopped: orNull(RuleSentence),
    stoppedAt: orNull(Timestamp),
    missed: Type.Integer({ description: 'What the rule would have acted on since it was stopped' }),
    version: Type.Integer(),
    trigger: Type.Enum([...ruleTriggers]),
    ...shownBody,
    reads: Type.Array(RuleSentence, { description: 'Trigger, conditions, steps and limits' }),
    lastRunAt: orNull(Timestamp),
    runs: Type.Integer({ description: 'Runs in the last 7 days, trial included' }),
    createdAt: Timestamp,
    createdBy: Type.String(),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
  },
  'Rule',
)
export type Rule = Static<typeof Rule>

export const RuleVersion = object(
  {
    version: Type.Integer(),
    name,
    ...shownBody,
    reads: Type.Array(RuleSentence),
    changedAt: Timestamp,
    changedBy: Type.String(),
  },
  'RuleVersion',
)
export type RuleVersion = Static<typeof RuleVersion>

export const RulePreset = object(
  {
    id: Type.String(),
    name,
    trigger: Type.Enum([...ruleTriggers]),
    ...bodyKeys,
    budget: object(budgetKeys, 'RuleBudget'),
    reads: Type.Array(RuleSentence),
    missing: Type.Array(Type.String(), {
      description: 'Steps that need a choice, such as the responder',
    }),
  },
  'RulePreset',
)
export type RulePreset = Static<typeof RulePreset>

export const listRules = endpoint({
  method: 'GET',
  path: base,
  roles: readers,
  effect: 'read',
  resource,
  summary: 'List the rules of your organization in their order',
  output: Type.Array(Rule),
})

export const listRulePresets = endpoint({
  method: 'GET',
  path: `${base}/_presets`,
  roles: readers,
  effect: 'read',
  resource,
  summary: 'List the rules that Assay suggests; none is active until you create it',
  output: Type.Array(RulePreset),
})

export const createRule = endpoint({
  method: 'POST',
  path: base,
  roles: writers,
  effect: 'write',
  resource,
  summary: `Create a rule (at most ${maxRules}), last in the order; its first state is off unless set`,
  input: object({
    name,
    state: Type.Optional(state),
    on,
    if: Type.Optional(conditions),
    do: steps,
    runAs,
    budget: Type.Optional(budget),
    expires: Type.Optional(expires),
    position: Type.Optional(Type.Integer({ minimum: 1, maximum: maxRules })),
  }),
  output: Rule,
  status: 201,
})

export const getRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: readers,
  effect: 'read',
  resource,
  summary: 'Get a rule',
  params,
  output: Rule,
})

export const updateRule = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles: writers,
  effect: 'write',
  resource,
  summary:
    'Change a rule; what it does becomes a new version. Off cancels its planned steps and held jobs at once',
  params,
  input: object({
    name: Type.Optional(name),
    state: Type.Optional(state),
    on: Type.Optional(on),
    if: Type.Optional(conditions),
    do: Type.Optional(steps),
    runAs: Type.Optional(runAs),
    budget: Type.Optional(budget),
    expires: Type.Optional(expires),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'The version that you changed: refused with 409 if there is a newer one',
      }),
    ),
  }),
  output: Rule,
})

export const deleteRule = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Delete a rule; its planned steps and held jobs are canceled, its runs are kept',
  params,
})

export const listRuleVersions = endpoint({
  method: 'GET',
  path: `${base}/:id/versions`,
  roles: readers,
  effect: 'read',
  resource,
  summary: 'List the versions of a rule, newest first',
  params,
  output: Type.Array(RuleVersion),
})

export const orderRules = endpoint({
  method: 'POST',
  path: `${base}/_order`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Set the order of all rules',
  input: object({
    ids: Type.Array(Type.String({ maxLength: 128 }), {
      maxItems: maxRules,
      description: 'Ids of all rules of your organization',
    }),
  }),
  output: Type.Array(Rule),
})

const shownObject = {
  objectType: Type.Enum([...ruleObjectTypes]),
  objectId: Type.String(),
  title: Type.String({ description: 'Title, or the observable, defanged' }),
}

export const RuleTrial = object(
  {
    days: Type.Integer(),
    matched: Type.Integer({ description: 'Times that the rule would have acted' }),
    isComplete: Type.Boolean({
      description:
        'False after ten seconds: `matched` is then "at least", `perDay` has the days that were examined',
    }),
    perDay: Type.Array(object({ day: Timestamp, count: Type.Integer() }), {
      description: 'Newest last; days begin at midnight UTC',
    }),
    objects: Type.Array(
      object({
        ...shownObject,
        rootType: Type.Enum([...ruleObjectTypes]),
        rootId: Type.String(),
        rootTitle: Type.String(),
        at: Timestamp,
      }),
      { description: `The newest ${maxTriedObjects}` },
    ),
    needs: Type.Array(
      object({
        kind: Type.Enum(['analyzer', 'responder']),
        name: Type.String(),
        runs: Type.Integer(),
      }),
      { description: 'Jobs that it would have started' },
    ),
    unknown: Type.Array(RuleSentence, { description: 'What this trial cannot know' }),
  },
  'RuleTrial',
)
export type RuleTrial = Static<typeof RuleTrial>

export const tryRule = endpoint({
  method: 'POST',
  path: `${base}/_try`,
  roles: writers,
  effect: 'read',
  resource,
  summary: 'What a rule would have acted on in the last days; nothing is done',
  input: object({
    id: Type.Optional(
      Type.String({ maxLength: 128, description: 'A stored rule, instead of `on` and `do`' }),
    ),
    on: Type.Optional(on),
    if: Type.Optional(conditions),
    do: Type.Optional(steps),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTryDays, default: 7 })),
  }),
  output: RuleTrial,
})

export const RuleExplanation = object(
  {
    ruleId: Type.String(),
    name,
    state: Type.Enum([...shownRuleStates]),
    trigger: Type.Enum([...ruleTriggers]),
    acts: Type.Boolean({ description: 'Whether the rule would act on the object now' }),
    because: RuleSentence,
    conditions: Type.Array(
      object({
        ...RuleSentence.properties,
        holds: Type.Boolean(),
        found: orNull(Type.String({ description: 'Value found; null if there is none' })),
      }),
    ),
    checks: Type.Array(object({ ...RuleSentence.properties, holds: Type.Boolean() }), {
      description: 'State, expiry, chain, budget and rights',
    }),
    steps: Type.Array(
      object({
        ...RuleSentence.properties,
        holds: Type.Boolean({ description: 'Whether the step could be done' }),
        reason: orNull(RuleSentence),
      }),
    ),
    lastRunId: orNull(Type.String({ description: 'Last run of the rule on the object' })),
  },
  'RuleExplanation',
)
export type RuleExplanation = Static<typeof RuleExplanation>

export const RuleExplanations = object(
  {
    ...shownObject,
    rules: Type.Array(RuleExplanation, { description: 'Rules about objects of this type' }),
    others: Type.Integer({ description: 'Rules about objects of other types' }),
  },
  'RuleExplanations',
)
export type RuleExplanations = Static<typeof RuleExplanations>

export const explainRules = endpoint({
  method: 'POST',
  path: `${base}/_explain`,
  roles: readers,
  effect: 'read',
  resource,
  summary: 'Why rules act on an object, and why not: each condition with the value found',
  input: object({
    objectType: Type.Enum([...ruleObjectTypes]),
    objectId: Type.String({ maxLength: 128 }),
    rule: Type.Optional(Type.String({ maxLength: 128, description: 'Only this rule' })),
  }),
  output: RuleExplanations,
})

/** What a rule is about, as lists show it. */
export const RuleObject = object(shownObject, 'RuleObject')
