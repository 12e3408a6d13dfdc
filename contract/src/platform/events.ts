import { type Static, Type } from 'typebox'
import { AnyObject, Timestamp } from '../values.ts'
import { objectTypes } from './object-types.ts'

/** Says that something of the platform was made, changed or removed. */
export const ChangeEvent = Type.Object(
  {
    organization: Type.String(),
    operation: Type.Enum(['create', 'update', 'delete', 'overdue'], {
      description: '`overdue`: a case was not acknowledged or resolved in time',
    }),
    objectType: Type.Enum([...objectTypes, 'investigation', 'watch', 'mention', 'notice'], {
      description:
        '`watch`: an observable you watch has updates; `mention`: a comment mentions you; `notice`: you have a notification. Only you get these',
    }),
    objectId: Type.String(),
    rootId: Type.String({ description: 'Case or alert it belongs to, or its own id' }),
    user: Type.String(),
    date: Timestamp,
    details: AnyObject,
  },
  { additionalProperties: false, title: 'ChangeEvent' },
)
export type ChangeEvent = Static<typeof ChangeEvent>
