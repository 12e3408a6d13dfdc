import { type Static, Type } from 'typebox'
import { clockKinds } from '../clock-kinds.ts'
import { empty, endpoint } from '../endpoint.ts'
import { object, orNull, Timestamp } from '../values.ts'
import { TemplateName } from './entities/alert.ts'
import { administrators, idParams, reading } from './values.ts'

/** Of one organization. */
export const maxClockPolicies = 100

const severity = Type.Integer({ minimum: 1, maximum: 4 })
const kind = Type.Enum([...clockKinds], {
  description: '`acknowledge`: until a person works on the case; `resolve`: until it is closed',
})
const severities = Type.Array(severity, {
  maxItems: 4,
  uniqueItems: true,
  description: '1 low to 4 critical; empty means all',
})
const minutes = Type.Integer({ minimum: 1, maximum: 525_600, description: 'Time until it is due' })
const warnAt = Type.Integer({
  minimum: 1,
  maximum: 99,
  description: 'Percentage of the time after which the assignee is told that it is due soon',
})
const login = Type.String({ minLength: 1, maxLength: 256 })

export const ClockPolicy = object(
  {
    id: Type.String(),
    position: Type.Integer({ description: 'The first matching one of each kind counts' }),
    kind,
    severities: Type.Array(Type.Integer()),
    template: Type.Optional(
      Type.String({ description: 'Only cases created from this case template' }),
    ),
    minutes: Type.Integer(),
    warnAt: Type.Integer(),
    escalateTo: Type.Optional(
      Type.String({ description: 'Login that is told of overdue cases too' }),
    ),
    createdAt: Timestamp,
    createdBy: Type.String(),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
  },
  'ClockPolicy',
)
export type ClockPolicy = Static<typeof ClockPolicy>

const resource = 'clock policy'
const base = '/api/clock/policy'
const change = { roles: administrators, effect: 'write', resource } as const
const rules = {
  severities: Type.Optional(severities),
  template: Type.Optional(orNull(TemplateName)),
  warnAt: Type.Optional(warnAt),
  escalateTo: Type.Optional(orNull(login)),
}

export const listClockPolicies = endpoint({
  ...reading,
  method: 'GET',
  path: base,
  resource,
  summary: 'List the clock policies of your organization in their order',
  output: Type.Array(ClockPolicy),
})

export const createClockPolicy = endpoint({
  ...change,
  method: 'POST',
  path: base,
  summary: `Add a clock policy at the end; it holds for new cases. At most ${maxClockPolicies}`,
  input: object({ kind, minutes, ...rules }),
  output: ClockPolicy,
  status: 201,
})

export const updateClockPolicy = endpoint({
  ...change,
  method: 'PATCH',
  path: `${base}/:id`,
  params: idParams,
  summary: 'Change a clock policy; clocks that run keep their time',
  input: object({ kind: Type.Optional(kind), minutes: Type.Optional(minutes), ...rules }),
  output: ClockPolicy,
})

export const deleteClockPolicy = empty({
  ...change,
  method: 'DELETE',
  path: `${base}/:id`,
  params: idParams,
  summary: 'Delete a clock policy; clocks that run keep their time',
})

export const orderClockPolicies = endpoint({
  ...change,
  method: 'POST',
  path: `${base}/_order`,
  summary: 'Set the order of all clock policies',
  input: object({
    ids: Type.Array(Type.String({ maxLength: 128 }), {
      maxItems: maxClockPolicies,
      description: 'Each of them once',
    }),
  }),
  output: Type.Array(ClockPolicy),
})

export const CaseClock = object(
  {
    kind,
    startedAt: Timestamp,
    dueAt: Type.Optional(
      Type.Integer({ ...Timestamp, description: 'Omitted while the clock is paused' }),
    ),
    minutes: Type.Optional(
      Type.Integer({ description: 'Of its policy; omitted if only a person set the date' }),
    ),
    isByPerson: Type.Boolean({ description: 'A person set the date, and nothing pauses it' }),
    isPaused: Type.Boolean(),
    pausedMs: Type.Integer({ description: 'Time without the pauses that have ended' }),
    escalateTo: Type.Optional(Type.String({ description: 'Not shown to guests of a shared case' })),
    endedAt: Type.Optional(Timestamp),
    warnedAt: Type.Optional(Timestamp),
    breachedAt: Type.Optional(Timestamp),
  },
  'CaseClock',
)
export type CaseClock = Static<typeof CaseClock>

export const CaseClocks = object(
  {
    isOpen: Type.Boolean(),
    dueDate: Type.Optional(Timestamp),
    dueReason: Type.Optional(Type.String({ description: 'A person set the date' })),
    pausedAt: Type.Optional(Timestamp),
    acknowledgedAt: Type.Optional(Timestamp),
    closedAt: Type.Optional(Timestamp),
    timeToDetect: Type.Optional(Type.Integer({ description: 'In milliseconds, as the others' })),
    timeToAcknowledge: Type.Optional(Type.Integer()),
    timeToResolve: Type.Optional(Type.Integer({ description: 'Without pauses' })),
    areHeld: Type.Boolean({
      description: 'A backup was restored: nothing becomes overdue until a superadmin confirms it',
    }),
    clocks: Type.Array(CaseClock, { description: 'Running ones first, then by start' }),
  },
  'CaseClocks',
)
export type CaseClocks = Static<typeof CaseClocks>

export const getCaseClocks = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/case/:id/clock',
  resource: 'case',
  params: idParams,
  summary: 'Get when a case is due, its clocks and its times',
  output: CaseClocks,
})
