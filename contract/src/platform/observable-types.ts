import { type Static, Type } from 'typebox'
import { Name, object } from '../values.ts'
import { idParams, keysV0, keysV1 } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'observableType'

/** Superadmin keeps those of the whole platform, an orgadmin those of their organization. */
const keepers = ['orgadmin', 'superadmin'] as const
const everybody = ['read', 'superadmin'] as const

export const ObservableType = object(
  {
    ...keysV0,
    _type: Type.Literal('observableType'),
    name: Type.String(),
    isAttachment: Type.Boolean(),
  },
  'ObservableType',
)
export type ObservableType = Static<typeof ObservableType>

export const ObservableTypeV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('ObservableType'),
    name: Type.String(),
    isAttachment: Type.Boolean(),
  },
  'ObservableTypeV1',
)
export type ObservableTypeV1 = Static<typeof ObservableTypeV1>

const input = object({
  name: Name('Name of the type'),
  isAttachment: Type.Optional(Type.Boolean()),
})

const read = { method: 'GET', roles: everybody, effect: 'read', resource } as const
const one = '/observable/type/:id'
const all = '/observable/type'

export const [listObservableTypes, listObservableTypesV1] = inBothVersions(
  {
    ...read,
    summary: 'List observable types of your organization and of the platform',
  },
  v0(all, Type.Array(ObservableType)),
  v1(all, Type.Array(ObservableTypeV1)),
)
export const [getObservableType, getObservableTypeV1] = inBothVersions(
  { ...read, params: idParams, summary: 'Get an observable type, by id or name' },
  v0(one, ObservableType),
  v1(one, ObservableTypeV1),
)
export const [createObservableType, createObservableTypeV1] = inBothVersions(
  {
    method: 'POST',
    roles: keepers,
    effect: 'write',
    resource,
    ignoresUnknown: true,
    summary: 'Add an observable type; superadmin adds it for all organizations',
    input,
    status: 201,
  },
  v0(all, ObservableType),
  v1(all, ObservableTypeV1),
)
export const [deleteObservableType, deleteObservableTypeV1] = inBothVersions(
  {
    method: 'DELETE',
    roles: keepers,
    effect: 'write',
    resource,
    summary: 'Delete an observable type that is not in use',
    params: idParams,
  },
  v0(one),
  v1(one),
)
