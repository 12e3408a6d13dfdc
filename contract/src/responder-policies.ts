import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { AnyObject, object, orNull, Timestamp } from './values.ts'

export const responderEffects = ['inform', 'change', 'contain'] as const
export const approvalRules = ['never', 'automated', 'always'] as const

const rules = {
  effect: Type.Enum([...responderEffects], {
    description:
      'What it does: tell someone, change something, or contain a threat. The last two are refused on protected observables',
  }),
  approval: Type.Enum([...approvalRules], {
    description:
      'When another user must approve it: never, if started by a rule or agent, or always',
  }),
  approvers: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    maxItems: 50,
    description: 'Logins; empty means all other users who may run responders',
  }),
  approvalHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description: 'Without an approval by then, it is refused',
  }),
  perHour: orNull(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Most runs an hour' })),
  maxTargets: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Most observables of one run',
  }),
  inverse: orNull(
    object({
      responder: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Id of the responder that undoes it, of the same organization',
      }),
      parameters: AnyObject,
    }),
  ),
  undoAfterMinutes: orNull(
    Type.Integer({
      minimum: 1,
      maximum: 525_600,
      description: 'Undone automatically after that time; needs `inverse`',
    }),
  ),
  dryRun: orNull(
    object({
      parameter: Type.String({ minLength: 1, maxLength: 128 }),
      value: Type.Unknown({ description: 'Value of the parameter with which nothing is changed' }),
    }),
  ),
}

/** What holds for each run of a responder. */
export const ResponderPolicy = object(
  {
    responderId: Type.String(),
    responderName: Type.Optional(Type.String({ description: 'In a list' })),
    isSet: Type.Boolean({
      description: 'False if no policy was set: the responder then runs without these checks',
    }),
    ...rules,
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String({ description: 'Login' })),
  },
  'ResponderPolicy',
)
export type ResponderPolicy = Static<typeof ResponderPolicy>

const resource = 'responder policy'
const path = '/api/responder/:id/policy'
const params = Type.Object({ id: Type.String() })

export const listResponderPolicies = list({
  method: 'GET',
  path: '/api/responderPolicy',
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: 'List the policies of responders, newest first; those without one are left out',
  row: ResponderPolicy,
})

export const getResponderPolicy = endpoint({
  method: 'GET',
  path,
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: 'Get the policy of a responder, or the initial values if none was set',
  params,
  output: ResponderPolicy,
})

export const setResponderPolicy = endpoint({
  method: 'PUT',
  path,
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Set the policy of a responder; omitted attributes get their initial values',
  params,
  input: object({
    effect: rules.effect,
    approval: Type.Optional(rules.approval),
    approvers: Type.Optional(rules.approvers),
    approvalHours: Type.Optional(rules.approvalHours),
    perHour: Type.Optional(rules.perHour),
    maxTargets: Type.Optional(rules.maxTargets),
    inverse: Type.Optional(rules.inverse),
    undoAfterMinutes: Type.Optional(rules.undoAfterMinutes),
    dryRun: Type.Optional(rules.dryRun),
  }),
  output: ResponderPolicy,
})

export const removeResponderPolicy = empty({
  method: 'DELETE',
  path,
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Remove the policy of a responder: it runs without these checks again',
  params,
})
