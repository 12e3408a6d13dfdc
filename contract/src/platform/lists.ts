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
const ItemId = Type.String({ description: 'Item id' })

const { type: _type, ...fieldKeys } = NewCustomField.properties
const Field = Type.Object(
  {
    ...fieldKeys,
    type: Type.Enum(['string', 'number', 'integer', 'float', 'boolean', 'date'], {
      description: '`number` means `integer`',
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
  summary: 'Get the list names: custom_fields and list_artifactDataType',
  output: Type.Array(Type.String()),
})

export const getList = endpoint({
  ...v0('/list/:name'),
  method: 'GET',
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'Get items by id: custom fields or observable type names; empty for other lists',
  params,
  output: AnyObject,
})

export const isInList = endpoint({
  ...v0('/list/:name/_exists'),
  method: 'POST',
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'Check whether an item has this value under this key',
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
  summary: 'Define a custom field, or add an observable type by name',
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
  summary: 'Change a custom field; its type and reference are fixed',
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
  summary: 'Delete a custom field or an observable type, by id',
  params: idParams,
})
