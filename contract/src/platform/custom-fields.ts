import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, Name, Timestamp } from '../values.ts'
import { idParams, v0, v1 } from './values.ts'

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
export const CustomFieldV0 = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    createdBy: Type.String(),
    createdAt: Timestamp,
    updatedBy: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
    _type: Type.Literal('customField'),
    name: Type.String(),
    reference: Type.String(),
    ...shown,
  },
  { title: 'CustomFieldV0', additionalProperties: false },
)
export type CustomFieldV0 = Static<typeof CustomFieldV0>

export const CustomFieldV1 = Type.Object(
  {
    _id: Type.String(),
    _type: Type.Literal('CustomField'),
    _createdBy: Type.String(),
    _createdAt: Timestamp,
    _updatedBy: Type.Optional(Type.String()),
    _updatedAt: Type.Optional(Timestamp),
    name: Type.String(),
    displayName: Type.String(),
    ...shown,
    extraData: AnyObject,
  },
  { title: 'CustomFieldV1', additionalProperties: false },
)
export type CustomFieldV1 = Static<typeof CustomFieldV1>

const label = Type.String({ minLength: 1, maxLength: 256 })
const FieldName = Name('What values are stored under')
const options = Type.Array(
  Type.Union([Type.String({ maxLength: 1_024 }), Type.Number(), Type.Boolean()]),
  {
    maxItems: 1_000,
    description: 'The values to choose from; none means that any will do',
  },
)

const NewCustomField = Type.Object(
  {
    name: FieldName,
    reference: Type.Optional(FieldName),
    displayName: Type.Optional(label),
    description: Type.Optional(Type.String({ maxLength: 4_096 })),
    type: Type.Enum(['string', 'integer', 'float', 'boolean', 'date']),
    mandatory: Type.Optional(Type.Boolean()),
    options: Type.Optional(options),
  },
  { additionalProperties: false },
)

/** The type and the name that values are stored under stay: values that exist depend on them. */
const changed = {
  displayName: Type.Optional(label),
  description: Type.Optional(Type.String({ maxLength: 4_096 })),
  mandatory: Type.Optional(Type.Boolean()),
  options: Type.Optional(options),
}
const CustomFieldChangeV0 = Type.Object(
  { name: Type.Optional(label), ...changed },
  { additionalProperties: false },
)
const CustomFieldChangeV1 = Type.Object(changed, { additionalProperties: false })
const dependent = 'values that exist depend on it; define another custom field'

const resource = 'customField'

const createCall = {
  method: 'POST',
  roles: keepers,
  summary: 'Define a custom field',
  resource,
  input: NewCustomField,
  ignoresUnknown: true,
} as const
export const createCustomField = endpoint({
  ...createCall,
  ...v0('/customField'),
  output: CustomFieldV0,
  status: 201,
})
export const createCustomFieldV1 = endpoint({
  ...createCall,
  ...v1('/customField'),
  output: CustomFieldV1,
  status: 201,
})

const getCall = {
  method: 'GET',
  roles: viewers,
  summary: 'A custom field, by id or name',
  resource,
  params: idParams,
} as const
export const getCustomField = endpoint({
  ...getCall,
  ...v0('/customField/:id'),
  output: CustomFieldV0,
})
export const getCustomFieldV1 = endpoint({
  ...getCall,
  ...v1('/customField/:id'),
  output: CustomFieldV1,
})

const updateCall = {
  method: 'PATCH',
  roles: keepers,
  summary: 'Change the definition of a custom field',
  resource,
  params: idParams,
  ignoresUnknown: true,
} as const
export const updateCustomField = endpoint({
  ...updateCall,
  ...v0('/customField/:id'),
  input: CustomFieldChangeV0,
  fixedAttributes: { type: dependent, reference: dependent },
  output: CustomFieldV0,
})
export const updateCustomFieldV1 = empty({
  ...updateCall,
  ...v1('/customField/:id'),
  input: CustomFieldChangeV1,
  fixedAttributes: { type: dependent, name: dependent },
})

const deleteCall = {
  method: 'DELETE',
  roles: keepers,
  summary: 'Remove the definition of a custom field; values that were given stay readable',
  resource,
  params: idParams,
} as const
export const deleteCustomField = empty({ ...deleteCall, ...v0('/customField/:id') })
export const deleteCustomFieldV1 = empty({ ...deleteCall, ...v1('/customField/:id') })
