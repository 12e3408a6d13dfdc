import { type Static, Type } from 'typebox'
import { empty, endpoint, file } from './endpoint.ts'
import { credential, object } from './values.ts'

const name = Type.String({ description: 'Small letters, digits and dashes' })
const moment = Type.Integer({ description: 'Milliseconds since 1970' })

export const Feed = object(
  {
    name,
    entries: Type.Integer({ description: 'In force now' }),
    isPublished: Type.Boolean({ description: 'Whether it has an address' }),
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
  summary: 'Block lists of your organization',
  output: Type.Array(Feed),
})

export const publishFeed = endpoint({
  method: 'POST',
  path: '/api/feeds/:name',
  roles: ['orgadmin'],
  effect: 'admit credential',
  resource,
  summary: 'Give a block list an address; a former one no longer works',
  params: Type.Object({ name }),
  output: object({
    name,
    token: Type.String({ ...credential, description: 'Shown this once' }),
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
  summary: 'Take the address of a block list away; its entries stay',
  params: Type.Object({ name }),
})

export const listFeedEntries = endpoint({
  method: 'GET',
  path: '/api/feeds/:name/entries',
  roles: ['analyze', 'orgadmin'],
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'Entries of a block list that are in force, newest first',
  params: Type.Object({ name }),
  input: object({
    range: Type.Optional(Type.String({ description: '`all` or `from-to`, end exclusive' })),
  }),
  output: object({ total: Type.Integer(), entries: Type.Array(FeedEntry) }),
})

export const removeFeedEntry = empty({
  method: 'POST',
  path: '/api/feeds/:name/entries/_remove',
  roles: ['analyze', 'orgadmin'],
  effect: 'write',
  resource,
  summary: 'Take one value out of a block list',
  params: Type.Object({ name }),
  input: object({ dataType: Type.String(), value: Type.String() }),
})

export const readFeed = file({
  method: 'GET',
  path: '/api/feed/:token/:file',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'A published block list: `<name>.txt`, `<name>.csv` or `<name>.json` (STIX 2.1)',
  params: Type.Object({ token: Type.String(), file: Type.String() }),
})
