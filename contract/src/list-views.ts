import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'list view'
const base = '/api/list-view'
const roles = ['read'] as const

/** Lists that have saved views on the server. */
export const viewedLists = ['observables'] as const
/** Of one user. */
export const maxListViews = 50

const nameKeys = {
  list: Type.Enum([...viewedLists]),
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  search: Type.String({
    maxLength: 2000,
    pattern: '^(\\?.*)?$',
    description: 'The filters as in the address of the page, with `?`',
  }),
  shared: Type.Boolean({ description: 'Shown to the organization' }),
}

export const ListView = object(
  {
    id: Type.String(),
    ...nameKeys,
    own: Type.Boolean(),
    createdBy: Type.String(),
    createdAt: Timestamp,
  },
  'ListView',
)
export type ListView = Static<typeof ListView>

export const listListViews = list({
  method: 'GET',
  path: base,
  roles,
  effect: 'read',
  resource,
  summary: 'List your saved views and those shared in your organization',
  row: ListView,
})

export const createListView = endpoint({
  method: 'POST',
  path: base,
  roles,
  effect: 'write',
  resource,
  summary: 'Save a view; one of the same name is replaced',
  input: object({ ...nameKeys, shared: Type.Optional(nameKeys.shared) }),
  output: ListView,
  status: 201,
})

export const deleteListView = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Delete a view: your own, or as orgadmin a shared one',
  params: Type.Object({ id: Type.String() }),
})
