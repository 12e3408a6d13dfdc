import { type Static, Type } from 'typebox'
import { AnyObject, Timestamp } from '../values.ts'
import { objectTypes } from './object-types.ts'

/** Says that something of the platform was made, changed or removed. */
export const ChangeEvent = Type.Object(
  {
    organization: Type.String(),
    operation: Type.Enum(['create', 'update', 'delete']),
    objectType: Type.Enum([...objectTypes, 'investigation', 'watch', 'mention'], {
      description:
        '`watch`: there is news of a value that you watch, `mention`: a comment names you; others get neither',
    }),
    objectId: Type.String(),
    rootId: Type.String({ description: 'The case or alert that it belongs to, or itself' }),
    user: Type.String(),
    date: Timestamp,
    details: AnyObject,
  },
  { additionalProperties: false, title: 'ChangeEvent' },
)
export type ChangeEvent = Static<typeof ChangeEvent>
