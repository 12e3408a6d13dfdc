import { type Static, Type } from 'typebox'
import { empty, endpoint, file } from './endpoint.ts'
import { credential, object } from './values.ts'

const name = Type.String({ description: 'Lowercase letters, digits and hyphens' })
const moment = Type.Integer({ description: 'Epoch milliseconds' })

export const Feed = object(
  {
    name,
    entries: Type.Integer({ description: 'Active entries' }),
    isPublished: Type.Boolean({ description: 'Whether it has a URL' }),
  },
  'Feed',
)
export type Feed = Static<typeof Feed>

export const FeedEntry = object(
  {
    dataType: Type.String(),
    value: Type.String(),
    addedAt: moment,
    expiresAt: Type.Union([moment, Type.Null()]),
    addedBy: Type.String(),
    jobId: Type.String(),
  },
  'FeedEntry',
)
export type FeedEntry = Static<typeof FeedEntry>

const resource = 'feed'

export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds',
  roles: ['analyze', 'orgadmin'],
  effect: 'read',
  readOnly: true,
  resource,
  summary: "List your organization's block lists",
  output: Type.Array(Feed),
})

export const publishFeed = endpoint({
  method: 'POST',
  path: '/api/feeds/:name',
  roles: ['orgadmin'],
  effect: 'admit credential',
  resource,
  summary: 'Publish a block list at a new URL; a previous URL stops working',
  params: Type.Object({ name }),
  output: object({
    name,
    token: Type.String({ ...credential, description: 'Shown only once' }),
    paths: Type.Array(Type.String(), {
      ...credential,
      description: 'Plain text, CSV and STIX 2.1',
    }),
  }),
  status: 201,
})

export const withdrawFeed = empty({
  method: 'DELETE',
  path: '/api/feeds/:name',
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Unpublish a block list; its entries stay',
  params: Type.Object({ name }),
})

export const listFeedEntries = endpoint({
  method: 'GET',
  path: '/api/feeds/:name/entries',
  roles: ['analyze', 'orgadmin'],
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'List the active entries of a block list, newest first',
  params: Type.Object({ name }),
  input: object({
    range: Type.Optional(Type.String({ description: '`all` or `from-to`; the end is exclusive' })),
  }),
  output: object({ total: Type.Integer(), entries: Type.Array(FeedEntry) }),
})

export const removeFeedEntry = empty({
  method: 'POST',
  path: '/api/feeds/:name/entries/_remove',
  roles: ['analyze', 'orgadmin'],
  effect: 'write',
  resource,
  summary: 'Remove one observable from a block list',
  params: Type.Object({ name }),
  input: object({ dataType: Type.String(), value: Type.String() }),
})

export const readFeed = file({
  method: 'GET',
  path: '/api/feed/:token/:file',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'Get a published block list: `<name>.txt`, `.csv` or `.json` (STIX 2.1)',
  params: Type.Object({ token: Type.String(), file: Type.String() }),
})
