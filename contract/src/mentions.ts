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
    by: Type.String({ description: "Login of the comment's author" }),
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
  summary: 'List case comments that mention you by `@login`: unread first, then newest',
  row: Mention,
  input: {
    unread: Type.Optional(Type.Boolean({ description: 'Only unread ones' })),
  },
})

export const readMentions = empty({
  method: 'POST',
  path: `${base}/_read`,
  roles,
  effect: 'write',
  resource,
  summary: 'Mark mentions of you as read, some or all',
  input: object({
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: 500,
        description: 'Mention ids; omit to mark all',
      }),
    ),
  }),
})
