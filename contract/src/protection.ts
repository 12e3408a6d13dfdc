import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { object, orNull, Since, Timestamp } from './values.ts'

export const protectedKinds = ['range', 'domain', 'mail', 'hash', 'account', 'host'] as const
export type ProtectedKind = (typeof protectedKinds)[number]

/** Entries of one organization, and as many for all. */
export const maxProtectedValues = 1_000
export const maxCheckedValues = 100

const note = Type.String({ maxLength: 500, description: 'Why it is protected' })
const expiresAt = orNull(
  Type.Integer({ ...Since, description: 'No longer in effect from then on' }),
)

/** What responders that change something must not be run on. */
export const ProtectedValue = object(
  {
    id: Type.String(),
    kind: Type.Enum([...protectedKinds], {
      description:
        '`domain` includes its subdomains and the names above it, and counts for URLs and email addresses, too',
    }),
    value: Type.String({ description: 'An address counts as a range of one' }),
    note: Type.String(),
    scope: Type.Enum(['shipped', 'all', 'organization'], {
      description: 'Shipped with Assay, added by a superadmin for all, or of your organization',
    }),
    enabled: Type.Boolean({ description: 'Only shipped entries can be disabled' }),
    expiresAt: Type.Optional(Timestamp),
    createdAt: Type.Optional(Timestamp),
    createdBy: Type.Optional(Type.String({ description: 'Login; omitted for shipped entries' })),
  },
  'ProtectedValue',
)
export type ProtectedValue = Static<typeof ProtectedValue>

/** What a check says of one observable. */
export const ProtectionCheck = object(
  {
    dataType: Type.String(),
    data: Type.String(),
    protectedBy: Type.Array(ProtectedValue, { description: 'Empty if it is not protected' }),
    problem: Type.Optional(
      Type.String({ description: 'Why it is refused as a target whatever is protected' }),
    ),
  },
  'ProtectionCheck',
)
export type ProtectionCheck = Static<typeof ProtectionCheck>

const resource = 'protected value'
const roles = ['orgadmin', 'superadmin'] as const
const base = '/api/protectedValue'
const params = Type.Object({ id: Type.String({ maxLength: 128 }) })

export const listProtectedValues = endpoint({
  method: 'GET',
  path: base,
  roles,
  effect: 'read',
  resource,
  summary: 'List protected observables: shipped, for all organizations, and of your organization',
  output: Type.Array(ProtectedValue),
})

export const createProtectedValue = endpoint({
  method: 'POST',
  path: base,
  roles,
  effect: 'write',
  resource,
  summary: `Protect an observable in your organization, as a superadmin in all; at most ${maxProtectedValues}`,
  input: object({
    kind: Type.Enum([...protectedKinds]),
    value: Type.String({ minLength: 1, maxLength: 1_000 }),
    note: Type.Optional(note),
    expiresAt: Type.Optional(expiresAt),
  }),
  output: ProtectedValue,
  status: 201,
})

export const updateProtectedValue = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Change the note or the end of a protected observable, or disable a shipped one',
  params,
  input: object({
    note: Type.Optional(note),
    expiresAt: Type.Optional(expiresAt),
    enabled: Type.Optional(Type.Boolean({ description: 'Shipped entries only' })),
  }),
  output: ProtectedValue,
})

export const deleteProtectedValue = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Remove a protected observable; shipped ones can only be disabled',
  params,
})

export const checkProtectedValues = endpoint({
  method: 'POST',
  path: `${base}/_check`,
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary: `Check whether up to ${maxCheckedValues} observables are protected`,
  input: object({
    values: Type.Array(
      object({
        dataType: Type.String({ minLength: 1, maxLength: 128 }),
        data: Type.String({ minLength: 1, maxLength: 16_384 }),
      }),
      { minItems: 1, maxItems: maxCheckedValues },
    ),
  }),
  output: Type.Array(ProtectionCheck),
})
