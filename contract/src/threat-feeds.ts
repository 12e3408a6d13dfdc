import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { credential, object } from './values.ts'

export const feedFormats = ['auto', 'text', 'csv', 'misp', 'stix'] as const
export const feedLevels = ['info', 'suspicious', 'malicious'] as const

const name = Type.String({ description: 'Small letters, digits and dashes, at most 64' })
const moment = Type.Integer({ description: 'Milliseconds since 1970' })
const format = Type.Enum([...feedFormats], {
  description: '`auto` finds out; `misp` is the address of a MISP feed (with manifest.json)',
})
const level = Type.Enum([...feedLevels], { description: 'What a hit means' })
const refreshMinutes = Type.Integer({
  minimum: 5,
  maximum: 43_200,
  description: 'How often it is looked at again',
})
const headerName = Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9-]+$' })

/** A list of what others know to be bad, which the analyzer Assay_Feeds looks observables up in. */
export const ThreatFeed = object(
  {
    name,
    source: Type.Enum(['organization', 'server'], {
      description: 'Named by your organization, or by the operator for all',
    }),
    url: Type.Optional(Type.String({ ...credential, description: 'Of your organization only' })),
    headerName: Type.Optional(Type.String({ description: 'Sent along; its value is not shown' })),
    resource: Type.Optional(Type.String({ description: '`upload:<name>` or `server:<path>`' })),
    format,
    level,
    refreshMinutes,
    entries: Type.Integer(),
    badLines: Type.Integer({ description: 'What could not be read' }),
    skipped: Type.Integer({ description: 'What the feed itself rules out, or is no observable' }),
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
  summary: 'Threat feeds of your organization and of the operator, with their age',
  output: Type.Array(ThreatFeed),
})

export const saveThreatFeed = endpoint({
  method: 'PUT',
  path: '/api/threatFeed/:name',
  roles: ['orgadmin'],
  effect: 'write credential',
  resource,
  summary: 'Add a threat feed, by an address or an uploaded file, or change it; it is loaded soon',
  params,
  input: object({
    url: Type.Optional(Type.String({ maxLength: 2_000, description: 'http or https' })),
    headerName: Type.Optional(headerName),
    headerValue: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'A key; left out, it stays as it is' }),
    ),
    resource: Type.Optional(
      Type.String({ maxLength: 1_100, description: 'Instead of an address: works offline' }),
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
  summary: 'Look at a threat feed of your organization now',
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
