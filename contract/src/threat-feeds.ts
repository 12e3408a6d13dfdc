import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { credential, object } from './values.ts'

export const feedFormats = ['auto', 'text', 'csv', 'misp', 'stix'] as const
export const feedLevels = ['info', 'suspicious', 'malicious'] as const

const name = Type.String({ description: 'Lowercase letters, digits and hyphens, at most 64' })
const moment = Type.Integer({ description: 'Epoch milliseconds' })
const format = Type.Enum([...feedFormats], {
  description: '`auto` detects the format; `misp` is the URL of a MISP feed (with manifest.json)',
})
const level = Type.Enum([...feedLevels], { description: 'Level of a match' })
const refreshMinutes = Type.Integer({
  minimum: 5,
  maximum: 43_200,
  description: 'Refresh interval',
})
const headerName = Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9-]+$' })

/** A list of what others know to be bad, which the analyzer Assay_Feeds looks observables up in. */
export const ThreatFeed = object(
  {
    name,
    source: Type.Enum(['organization', 'server'], {
      description: 'Added by your organization, or by the operator for all',
    }),
    url: Type.Optional(
      Type.String({ ...credential, description: 'Only for feeds of your organization' }),
    ),
    headerName: Type.Optional(
      Type.String({ description: 'Request header; its value is never shown' }),
    ),
    resource: Type.Optional(Type.String({ description: '`upload:<name>` or `server:<path>`' })),
    format,
    level,
    refreshMinutes,
    entries: Type.Integer(),
    badLines: Type.Integer({ description: 'Lines that could not be read' }),
    skipped: Type.Integer({
      description: 'Entries that the feed itself excludes or that are not observables',
    }),
    loadedAt: Type.Optional(moment),
    checkedAt: Type.Optional(moment),
    nextAt: moment,
    isLoading: Type.Boolean(),
    problem: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
  },
  'ThreatFeed',
)
export type ThreatFeed = Static<typeof ThreatFeed>

const resource = 'threatFeed'
const params = Type.Object({ name })

export const listThreatFeeds = endpoint({
  method: 'GET',
  path: '/api/threatFeed',
  roles: ['orgadmin'],
  effect: 'read credential',
  resource,
  summary: 'List threat feeds of your organization and the operator, with their age',
  output: Type.Array(ThreatFeed),
})

export const saveThreatFeed = endpoint({
  method: 'PUT',
  path: '/api/threatFeed/:name',
  roles: ['orgadmin'],
  effect: 'write credential',
  resource,
  summary: 'Add or change a threat feed by URL or uploaded file; it is loaded soon',
  params,
  input: object({
    url: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'http or https, or a secret reference' }),
    ),
    headerName: Type.Optional(headerName),
    headerValue: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          'Header value, such as a key, or a secret reference; omit to keep the current one',
      }),
    ),
    resource: Type.Optional(
      Type.String({
        maxLength: 1_100,
        description: 'Uploaded file instead of a URL; works offline',
      }),
    ),
    format: Type.Optional(format),
    level: Type.Optional(level),
    refreshMinutes: Type.Optional(refreshMinutes),
  }),
  output: ThreatFeed,
})

export const refreshThreatFeed = endpoint({
  method: 'POST',
  path: '/api/threatFeed/:name/_refresh',
  roles: ['orgadmin'],
  effect: 'write credential',
  resource,
  summary: 'Refresh a threat feed of your organization now',
  params,
  output: ThreatFeed,
})

export const deleteThreatFeed = empty({
  method: 'DELETE',
  path: '/api/threatFeed/:name',
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Remove a threat feed of your organization and its entries',
  params,
})
