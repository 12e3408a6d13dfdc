import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, object, Timestamp } from '../values.ts'
import { comment } from './entities/notes.ts'
import { created, shown } from './entities/schemas.ts'
import { idParams, keysV1, readers, writers } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'comment'

/** Clients read who wrote it under both spellings. */
export const CommentV1 = object(
  {
    ...keysV1,
    ...shown(comment, 1),
    createdBy: Type.String(),
    createdAt: Timestamp,
    updatedBy: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
    isEdited: Type.Boolean(),
    extraData: AnyObject,
  },
  'CommentV1',
)
export type CommentV1 = Static<typeof CommentV1>

const write = { roles: writers, resource, params: idParams, ignoresUnknown: true } as const
const words = { input: object(created(comment)) }

export const createCaseComment = endpoint({
  ...write,
  ...words,
  ...v1('/case/:id/comment', CommentV1),
  method: 'POST',
  effect: 'write',
  summary: 'Comment on a case',
  status: 201,
})
export const createAlertComment = endpoint({
  ...write,
  ...words,
  ...v1('/alert/:id/comment', CommentV1),
  method: 'POST',
  effect: 'write',
  summary: 'Comment on an alert',
  status: 201,
})
export const getComment = endpoint({
  ...v1('/comment/:id', CommentV1),
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource,
  params: idParams,
  summary: 'Get a comment; the query step `comments` lists those of a case or alert',
})
export const updateComment = empty({
  ...write,
  ...words,
  ...v1('/comment/:id'),
  method: 'PATCH',
  effect: 'write',
  summary: 'Edit your own comment',
})
export const deleteComment = empty({
  roles: writers,
  effect: 'write',
  resource,
  params: idParams,
  ...v1('/comment/:id'),
  method: 'DELETE',
  summary: 'Delete your own comment; orgadmin can delete any',
})
