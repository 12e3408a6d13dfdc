import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'budget'
const base = '/api/budget'
const readers = ['analyze', 'orgadmin', 'superadmin'] as const
const writers = ['orgadmin', 'superadmin'] as const
const params = Type.Object({ id: Type.String() })

/** Of an organization, and of the operator. */
export const maxBudgets = 100
export const maxBudgetWindows = 4
/** Of one run, so of one job. */
export const maxBudgetCost = 100

export const budgetUnits = ['minute', 'hour', 'day', 'month'] as const
export const budgetStates = ['open', 'held', 'down', 'refused'] as const
/** What a job without room does that does not have to wait. */
export const whenFullChoices = ['refuse', 'wait'] as const

const windowKeys = {
  count: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Starts allowed' }),
  per: Type.Union([Type.Enum([...budgetUnits]), Type.Integer({ minimum: 1, maximum: 2_678_400 })], {
    description: 'Unit, or a number of seconds; a rolling month has 31 days',
  }),
  calendar: Type.Optional(
    Type.Boolean({
      description:
        'Counts from the start of the minute, hour, day or month (UTC); otherwise the period rolls',
    }),
  ),
}

export const BudgetWindow = object(windowKeys, 'BudgetWindow')
export type BudgetWindow = Static<typeof BudgetWindow>

const BudgetRest = object(
  {
    ...windowKeys,
    used: Type.Integer({ description: 'Starts in this window, including jobs about to start' }),
    left: Type.Integer(),
  },
  'BudgetRest',
)

const BudgetWorker = object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.Enum(['analyzer', 'responder']),
    cost: Type.Integer({ description: 'Starts that one run uses' }),
  },
  'BudgetWorker',
)

const name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
const windows = Type.Array(BudgetWindow, { minItems: 1, maxItems: maxBudgetWindows })
const peopleShare = Type.Integer({
  minimum: 0,
  maximum: 90,
  description: 'Percentage of windows longer than an hour that only people may use',
})
const maxWaitMinutes = Type.Integer({
  minimum: 1,
  maximum: 44_640,
  description: 'A job that waits longer fails',
})
const shared = Type.Boolean({
  description: 'Only of the operator: whether all organizations may use it',
})

/** How often the credential of one or several analyzers may be used. */
export const Budget = object(
  {
    id: Type.String(),
    name,
    source: Type.Enum(['organization', 'server'], {
      description: 'Of your organization, or of the operator',
    }),
    shared: Type.Optional(shared),
    windows: Type.Array(BudgetRest),
    peopleShare,
    maxWaitMinutes,
    state: Type.Enum([...budgetStates], {
      description:
        '`held`: the provider reported its limit; `down`: the provider is failing; `refused`: the provider rejects the credential',
    }),
    until: Type.Optional(
      Type.Integer({ description: 'Epoch milliseconds: end of `held`, next attempt of `down`' }),
    ),
    reason: Type.Optional(Type.String({ description: 'What the provider answered' })),
    waiting: Type.Integer({ description: 'Jobs that wait for this budget' }),
    startsAt: Type.Optional(
      Type.Integer({
        description:
          'Epoch milliseconds: expected start of a job submitted now; missing if it would start at once or cannot be foreseen',
      }),
    ),
    workers: Type.Array(BudgetWorker, {
      description: 'Analyzers and responders of your organization that use it',
    }),
    sameCredential: Type.Optional(
      Type.Array(BudgetWorker, {
        description:
          'Only for organization administrators: others of your organization with the same credential, which should share it',
      }),
    ),
    createdAt: Timestamp,
    createdBy: Type.String(),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
  },
  'Budget',
)
export type Budget = Static<typeof Budget>

export const listBudgets = endpoint({
  method: 'GET',
  path: base,
  roles: readers,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'List the budgets of your organization and those that the operator shares',
  output: Type.Array(Budget),
})

export const createBudget = endpoint({
  method: 'POST',
  path: base,
  roles: writers,
  effect: 'write',
  resource,
  summary: `Create a budget (at most ${maxBudgets}); analyzers use it once they name it`,
  input: object({
    name,
    windows,
    peopleShare: Type.Optional(peopleShare),
    maxWaitMinutes: Type.Optional(maxWaitMinutes),
    source: Type.Optional(
      Type.Enum(['organization', 'server'], {
        description: '`server` is for superadmins, and the only one without the role orgadmin',
      }),
    ),
    shared: Type.Optional(shared),
  }),
  output: Budget,
  status: 201,
})

export const getBudget = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: readers,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'Read a budget, its rest, and when a job submitted now would start',
  params,
  output: Budget,
})

export const updateBudget = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Change a budget; `windows` are replaced as a whole, starts stay counted',
  params,
  input: object({
    name: Type.Optional(name),
    windows: Type.Optional(windows),
    peopleShare: Type.Optional(peopleShare),
    maxWaitMinutes: Type.Optional(maxWaitMinutes),
    shared: Type.Optional(shared),
  }),
  output: Budget,
})

export const deleteBudget = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Delete a budget; its analyzers have none then, and jobs that wait for it start',
  params,
})

export const resumeBudget = endpoint({
  method: 'POST',
  path: `${base}/:id/resume`,
  roles: writers,
  effect: 'write',
  resource,
  summary: 'Try a provider again at once that reported its limit, is failing or refuses',
  params,
  output: Budget,
})
