import { type Static, Type } from 'typebox'
import { AnyObject, Timestamp } from '../values.ts'

/** Tags are made by being used; there is no call that makes one. */
const shown = {
  namespace: Type.String(),
  predicate: Type.String(),
  value: Type.Optional(Type.String()),
  colour: Type.String(),
  description: Type.Optional(Type.String()),
}

export const TagV0 = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    _type: Type.Literal('tag'),
    name: Type.String(),
    ...shown,
  },
  { title: 'TagV0', additionalProperties: false },
)
export type TagV0 = Static<typeof TagV0>

export const TagV1 = Type.Object(
  {
    _id: Type.String(),
    _type: Type.Literal('Tag'),
    _createdBy: Type.String(),
    _createdAt: Timestamp,
    name: Type.String(),
    ...shown,
    extraData: AnyObject,
  },
  { title: 'TagV1', additionalProperties: false },
)
export type TagV1 = Static<typeof TagV1>
