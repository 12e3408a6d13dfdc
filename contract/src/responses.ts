import { type Static, Type } from 'typebox'
import { endpoint, list } from './endpoint.ts'
import { protectedKinds } from './protection.ts'
import { RuleCredit } from './rule-credit.ts'
import { AnyObject, object, orNull, Timestamp } from './values.ts'

export const responseStates = [
  'asked',
  'approved',
  'running',
  'done',
  'failed',
  'unknown',
  'undone',
  'rejected',
  'withdrawn',
  'expired',
  'void',
] as const
export type ResponseState = (typeof responseStates)[number]

export const undoStates = ['planned', 'running', 'done', 'failed', 'unknown', 'paused'] as const
export type UndoState = (typeof undoStates)[number]

/** Shown of a response; its number of targets says how many there are. */
export const maxShownTargets = 50

export const minResponseReason = 3
export const maxResponseReason = 500

const reason = Type.String({ minLength: minResponseReason, maxLength: maxResponseReason })

/** One run of a responder that has a policy: what was asked, who decided, what became of it. */
export const GuardedResponse = object(
  {
    id: Type.String(),
    state: Type.Enum([...responseStates], {
      description:
        '`approved` may start, `unknown` was started and its outcome is not known, `void` was approved for something that has changed since',
    }),
    jobId: Type.String(),
    responderId: Type.String(),
    responderName: Type.String(),
    dataType: Type.String({ description: 'Such as `thehive:case_artifact`' }),
    label: orNull(Type.String({ description: 'What it is run on, in one line' })),
    objectId: orNull(Type.String({ description: 'Case, alert, task or observable it is run on' })),
    targets: Type.Array(object({ dataType: Type.String(), data: Type.String() }), {
      description: `The first ${maxShownTargets}`,
    }),
    targetCount: Type.Integer(),
    parameters: AnyObject,
    via: Type.Enum(['person', 'key', 'rule', 'agent']),
    requestedBy: Type.String({ description: 'Login' }),
    ruleAuthor: orNull(
      Type.String({ description: 'Login of who wrote the rule that asked; may not approve' }),
    ),
    rule: Type.Optional(RuleCredit),
    requestedAt: Timestamp,
    needsApproval: Type.Boolean(),
    dry: Type.Boolean({ description: 'A dry run: changes nothing, by `dryRun` of its policy' }),
    approvers: Type.Array(Type.String(), {
      description: 'Logins; empty means all other users who may run responders',
    }),
    expiresAt: orNull(Timestamp),
    overrides: Type.Array(
      object({
        id: Type.String(),
        kind: Type.Enum([...protectedKinds]),
        value: Type.String(),
        note: Type.String(),
      }),
      { description: 'Protected observables that it is to be run on all the same' },
    ),
    overrideReason: orNull(Type.String({ description: 'Why, by the user who asked' })),
    decidedBy: orNull(Type.String({ description: 'Login; null if it expired' })),
    decidedAt: orNull(Timestamp),
    decisionReason: orNull(Type.String()),
    message: orNull(
      Type.String({
        description: 'Why it was not run; of a dry run, why a real one would be refused',
      }),
    ),
    undoneBy: orNull(Type.String({ description: 'Id of the responder that undoes it' })),
    undoAfterMinutes: orNull(
      Type.Integer({ description: 'Undone automatically so long after it was done' }),
    ),
    undoAt: orNull(Timestamp),
    undoState: orNull(
      Type.Enum([...undoStates], {
        description: '`paused` after a backup was restored, until a superadmin resumes it',
      }),
    ),
    undoJobId: orNull(Type.String()),
    undoAttempts: Type.Integer(),
    resolvedBy: orNull(Type.String({ description: 'Login' })),
    resolvedAt: orNull(Timestamp),
    resolvedReason: orNull(Type.String()),
    canDecide: Type.Boolean({ description: 'Whether you may approve it with a session' }),
  },
  'GuardedResponse',
)
export type GuardedResponse = Static<typeof GuardedResponse>

const resource = 'response'
const roles = ['analyze'] as const
const base = '/api/response'
const params = Type.Object({ id: Type.String({ maxLength: 128 }) })

export const listResponses = list({
  method: 'GET',
  path: base,
  roles,
  effect: 'read',
  resource,
  summary: 'List runs of responders that have a policy, newest first',
  row: GuardedResponse,
  input: {
    state: Type.Optional(Type.Enum([...responseStates])),
    open: Type.Optional(
      Type.Boolean({
        description:
          'Only those that wait for a user: to be approved, with unknown outcome, or not undone',
      }),
    ),
    responder: Type.Optional(Type.String({ maxLength: 128, description: 'Id of a responder' })),
    jobId: Type.Optional(Type.String({ maxLength: 128 })),
  },
})

export const getResponse = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles,
  effect: 'read',
  resource,
  summary: 'Get one run of a responder that has a policy',
  params,
  output: GuardedResponse,
})

const decision = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `${base}/:id/${name}`,
    roles,
    effect: 'write',
    resource,
    summary,
    params,
    input: object({ reason: Type.Optional(reason) }),
    output: GuardedResponse,
  })

export const approveResponse = decision(
  'approve',
  'Approve a run: only with a session, and not by the user who asked',
)
export const rejectResponse = decision(
  'reject',
  'Reject a run; it ends without having been started',
)
export const withdrawResponse = decision('withdraw', 'Withdraw your request before it is approved')
export const undoResponse = decision(
  'undo',
  'Undo a run now, with the responder that its policy names, on the same object',
)

export const resolveResponse = endpoint({
  method: 'POST',
  path: `${base}/:id/resolve`,
  roles,
  effect: 'write',
  resource,
  summary: 'Say what became of a run with an unknown outcome, or one that could not be undone',
  params,
  input: object({ reason }),
  output: GuardedResponse,
})

export const resumeUndos = endpoint({
  method: 'POST',
  path: `${base}/_resumeUndos`,
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Resume what is to be undone, in all organizations, after a backup was restored',
  output: object({ resumed: Type.Integer() }),
})
