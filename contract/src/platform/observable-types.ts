import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { Name, Timestamp } from '../values.ts'
import { idParams, v0, v1 } from './values.ts'

const resource = 'observableType'

/** Superadmin keeps those of the whole platform, an orgadmin those of their organization. */
const keepers = ['orgadmin', 'superadmin'] as const
const everybody = ['read', 'superadmin'] as const

export const ObservableType = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    createdBy: Type.String(),
    createdAt: Timestamp,
    updatedBy: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
    _type: Type.Literal('observableType'),
    name: Type.String(),
    isAttachment: Type.Boolean(),
  },
  { title: 'ObservableType', additionalProperties: false },
)
export type ObservableType = Static<typeof ObservableType>

export const ObservableTypeV1 = Type.Object(
  {
    _id: Type.String(),
    _createdBy: Type.String(),
    _createdAt: Timestamp,
    _updatedBy: Type.Optional(Type.String()),
    _updatedAt: Type.Optional(Timestamp),
    _type: Type.Literal('ObservableType'),
    name: Type.String(),
    isAttachment: Type.Boolean(),
  },
  { title: 'ObservableTypeV1', additionalProperties: false },
)
export type ObservableTypeV1 = Static<typeof ObservableTypeV1>

const input = Type.Object(
  { name: Name('Name of the type'), isAttachment: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const list = {
  method: 'GET',
  roles: everybody,
  resource,
  summary: 'Every type of observables: the own ones and those of the whole platform',
} as const
const get = {
  method: 'GET',
  roles: everybody,
  resource,
  summary: 'Read a type of observables, by id or name',
  params: idParams,
} as const
const create = {
  method: 'POST',
  roles: keepers,
  resource,
  ignoresUnknown: true,
  summary: 'Add a type of observables; superadmin adds it for everybody',
  input,
  status: 201,
} as const
const remove = {
  method: 'DELETE',
  roles: keepers,
  resource,
  summary: 'Remove a type of observables that none has',
  params: idParams,
} as const

const one = '/observable/type/:id'
const all = '/observable/type'

export const listObservableTypes = endpoint({
  ...list,
  ...v0(all),
  output: Type.Array(ObservableType),
})
export const getObservableType = endpoint({ ...get, ...v0(one), output: ObservableType })
export const createObservableType = endpoint({ ...create, ...v0(all), output: ObservableType })
export const deleteObservableType = empty({ ...remove, ...v0(one) })

export const listObservableTypesV1 = endpoint({
  ...list,
  ...v1(all),
  output: Type.Array(ObservableTypeV1),
})
export const getObservableTypeV1 = endpoint({ ...get, ...v1(one), output: ObservableTypeV1 })
export const createObservableTypeV1 = endpoint({ ...create, ...v1(all), output: ObservableTypeV1 })
export const deleteObservableTypeV1 = empty({ ...remove, ...v1(one) })
