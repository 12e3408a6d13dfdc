import { type Static, Type } from 'typebox'
import { empty } from '../endpoint.ts'
import { AnyObject, object, Timestamp } from '../values.ts'
import { administrators, idParams } from './values.ts'
import { v1 } from './versions.ts'

/** Tags are made by being used; there is no call that makes one. */
const shown = {
  namespace: Type.String(),
  predicate: Type.String(),
  value: Type.Optional(Type.String()),
  colour: Type.String(),
  description: Type.Optional(Type.String()),
}

export const TagV0 = object(
  {
    _id: Type.String(),
    id: Type.String(),
    _type: Type.Literal('tag'),
    name: Type.String(),
    ...shown,
  },
  'TagV0',
)
export type TagV0 = Static<typeof TagV0>

export const TagV1 = object(
  {
    _id: Type.String(),
    _type: Type.Literal('Tag'),
    _createdBy: Type.String(),
    _createdAt: Timestamp,
    name: Type.String(),
    ...shown,
    extraData: AnyObject,
  },
  'TagV1',
)
export type TagV1 = Static<typeof TagV1>

const one = { roles: administrators, resource: 'tag', params: idParams } as const
const byName = 'tags are named where they are used; write another one there'
export const updateTag = empty({
  ...one,
  ...v1('/tag/:id'),
  method: 'PATCH',
  effect: 'write',
  ignoresUnknown: true,
  input: object({
    colour: Type.Optional(
      Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as #ff8000' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 4_096 })),
  }),
  fixedAttributes: { name: byName, namespace: byName, predicate: byName, value: byName },
  summary: 'Change the color or description of a tag',
})
export const deleteTag = empty({
  ...one,
  ...v1('/tag/:id'),
  method: 'DELETE',
  effect: 'write',
  summary: 'Delete an unused tag',
})
