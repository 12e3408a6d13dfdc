import type { Field } from '../../storage/search/search.ts'

/** Fields of a user that the searches of both APIs know. */
export const loginField: Field<'login'> = {
  column: 'login',
  kind: 'keyword',
  short: true,
  required: true,
}

export const statusField = {
  column: 'status',
  kind: 'keyword',
  short: true,
  required: true,
  aliases: { Ok: 'Active' },
} as const satisfies Field<'status'>
