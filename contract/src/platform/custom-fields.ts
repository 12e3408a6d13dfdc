import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, Name, object } from '../values.ts'
import { idParams, keysV0, keysV1 } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

/** Superadmin keeps those of the whole platform, orgadmin those of the organization. */
const keepers = ['orgadmin', 'superadmin'] as const
const viewers = ['read', 'superadmin'] as const

const shown = {
  description: Type.String(),
  type: Type.String(),
  options: Type.Array(Type.Unknown()),
  mandatory: Type.Boolean(),
}

/** In this version `name` is what people read and `reference` what values are stored under. */
export const CustomFieldV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('customField'),
    name: Type.String(),
    reference: Type.String(),
    ...shown,
  },
  'CustomFieldV0',
)
export type CustomFieldV0 = Static<typeof CustomFieldV0>

export const CustomFieldV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('CustomField'),
    name: Type.String(),
    displayName: Type.String(),
    ...shown,
    extraData: AnyObject,
  },
  'CustomFieldV1',
)
export type CustomFieldV1 = Static<typeof CustomFieldV1>

const label = Type.String({ minLength: 1, maxLength: 256 })
const FieldName = Name('Key that values are stored under')
const options = Type.Array(
  Type.Union([Type.String({ maxLength: 1_024 }), Type.Number(), Type.Boolean()]),
  {
    maxItems: 1_000,
    description: 'Allowed values; empty allows any',
  },
)

const fieldType = Type.Enum(['string', 'integer', 'float', 'boolean', 'date'])

export const NewCustomField = object({
  name: FieldName,
  reference: Type.Optional(FieldName),
  displayName: Type.Optional(label),
  description: Type.Optional(Type.String({ maxLength: 4_096 })),
  type: fieldType,
  mandatory: Type.Optional(Type.Boolean()),
  options: Type.Optional(options),
})

/** The name that values are stored under stays; version 1 changes the type of a field without values. */
const changed = {
  displayName: Type.Optional(label),
  description: Type.Optional(Type.String({ maxLength: 4_096 })),
  mandatory: Type.Optional(Type.Boolean()),
  options: Type.Optional(options),
}
const CustomFieldChangeV0 = object({ name: Type.Optional(label), ...changed })
const CustomFieldChangeV1 = object({ type: Type.Optional(fieldType), ...changed })
const dependent = 'existing values depend on it; define another custom field'

const resource = 'customField'

export const [createCustomField, createCustomFieldV1] = inBothVersions(
  {
    method: 'POST',
    roles: keepers,
    effect: 'write',
    summary: 'Define a custom field',
    resource,
    input: NewCustomField,
    ignoresUnknown: true,
    status: 201,
  },
  v0('/customField', CustomFieldV0),
  v1('/customField', CustomFieldV1),
)

const one = { resource, params: idParams }
export const [getCustomField, getCustomFieldV1] = inBothVersions(
  {
    ...one,
    method: 'GET',
    effect: 'read',
    roles: viewers,
    summary: 'Get a custom field, by id or name',
  },
  v0('/customField/:id', CustomFieldV0),
  v1('/customField/:id', CustomFieldV1),
)

const update = {
  ...one,
  method: 'PATCH',
  roles: keepers,
  effect: 'write',
  summary: 'Change the definition of a custom field',
  ignoresUnknown: true,
} as const
export const updateCustomField = endpoint({
  ...update,
  ...v0('/customField/:id', CustomFieldV0),
  input: CustomFieldChangeV0,
  fixedAttributes: { type: dependent, reference: dependent },
})
export const updateCustomFieldV1 = empty({
  ...update,
  ...v1('/customField/:id'),
  input: CustomFieldChangeV1,
  fixedAttributes: { name: dependent },
})

export const [deleteCustomField, deleteCustomFieldV1] = inBothVersions(
  {
    ...one,
    method: 'DELETE',
    roles: keepers,
    effect: 'write',
    summary: 'Delete the definition of a custom field; existing values stay readable',
  },
  v0('/customField/:id'),
  v1('/customField/:id'),
)

export const customFieldUse = endpoint({
  ...one,
  method: 'GET',
  path: '/api/customFields/:id/use',
  aliases: ['/api/v0/customFields/:id/use'],
  roles: keepers,
  effect: 'read',
  summary: 'Count cases, alerts and case templates that have a value for a custom field',
  output: object({
    case: Type.Integer(),
    alert: Type.Integer(),
    caseTemplate: Type.Integer(),
    total: Type.Integer(),
  }),
})
