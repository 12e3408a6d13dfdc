import { type Static, Type } from 'typebox'
import { empty, list } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'mention'
const base = '/api/mention'
/** Anyone who can read comments can be mentioned in them. */
const roles = ['read'] as const

export const Mention = object(
  {
    id: Type.String(),
    at: Timestamp,
    isRead: Type.Boolean(),
    by: Type.String({ description: 'Login of who wrote the comment' }),
    commentId: Type.String(),
    message: Type.String({ description: 'The first 300 characters of the comment' }),
    case: object(
      { id: Type.String(), number: Type.Integer(), title: Type.String() },
      'MentionCase',
    ),
  },
  'Mention',
)
export type Mention = Static<typeof Mention>

export const listMentions = list({
  method: 'GET',
  path: base,
  roles,
  effect: 'read',
  resource,
  summary: 'Comments of cases that name you by `@login`: the unread first, then the newest',
  row: Mention,
  input: {
    unread: Type.Optional(Type.Boolean({ description: 'Only what you have not marked as read' })),
  },
})

export const readMentions = empty({
  method: 'POST',
  path: `${base}/_read`,
  roles,
  effect: 'write',
  resource,
  summary: 'Mark comments that name you as read, some or all',
  input: object({
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: 500,
        description: 'Ids of mentions; without them everything is marked',
      }),
    ),
  }),
})
