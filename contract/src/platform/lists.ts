import { Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, Name, object } from '../values.ts'
import { NewCustomField } from './custom-fields.ts'
import { idParams } from './values.ts'
import { v0 } from './versions.ts'

const resource = 'list'

/** For older clients: what they kept in lists has dedicated calls today. */
export const listNames = ['custom_fields', 'list_artifactDataType'] as const

const viewers = ['read', 'superadmin'] as const
const keepers = ['orgadmin', 'superadmin'] as const
const params = Type.Object({ name: Type.String() })
const ItemId = Type.String({ description: 'Id of the item' })

const { type: _type, ...fieldKeys } = NewCustomField.properties
const Field = Type.Object(
  {
    ...fieldKeys,
    type: Type.Enum(['string', 'number', 'integer', 'float', 'boolean', 'date'], {
      description: '`number` is `integer`',
    }),
  },
  { additionalProperties: true },
)

export const getListNames = endpoint({
  ...v0('/list'),
  method: 'GET',
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'Names of the lists: custom_fields and list_artifactDataType',
  output: Type.Array(Type.String()),
})

export const getList = endpoint({
  ...v0('/list/:name'),
  method: 'GET',
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'Items by id: custom fields, or names of observable types; empty for other lists',
  params,
  output: AnyObject,
})

export const isInList = endpoint({
  ...v0('/list/:name/_exists'),
  method: 'POST',
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'Whether an item has this value under this key',
  params,
  ignoresUnknown: true,
  input: object({
    key: Type.Optional(Type.String({ maxLength: 128 })),
    value: Type.Union([Type.String({ maxLength: 1_024 }), Type.Number(), Type.Boolean()]),
  }),
  output: object({ found: Type.Boolean() }),
})

export const addToList = endpoint({
  ...v0('/list/:name'),
  method: 'POST',
  roles: keepers,
  effect: 'write',
  resource,
  summary: 'Define a custom field, or add a type of observables by its name',
  params,
  ignoresUnknown: true,
  input: object({ value: Type.Union([Name('Name of an observable type'), Field]) }),
  output: ItemId,
})

export const updateInList = endpoint({
  ...v0('/list/:id'),
  method: 'PATCH',
  roles: keepers,
  effect: 'write',
  resource,
  summary: 'Change a custom field; its type and reference stay',
  params: idParams,
  ignoresUnknown: true,
  input: object({ value: AnyObject }),
  output: ItemId,
})

export const deleteFromList = empty({
  ...v0('/list/:id'),
  method: 'DELETE',
  roles: keepers,
  effect: 'write',
  resource,
  summary: 'Remove a custom field or an observable type, by its id',
  params: idParams,
})
