import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { object, Since, Timestamp } from './values.ts'
import { KnownValue, verdictLevels } from './verdicts/index.ts'

const group = <T extends TSchema>(hit: T) =>
  object({
    total: Type.Integer({ description: 'Counted up to 1,000' }),
    hits: Type.Array(hit),
  })

export const CaseHit = object(
  {
    id: Type.String(),
    number: Type.Integer(),
    title: Type.String(),
    status: Type.String(),
    severity: Type.Integer(),
    createdAt: Timestamp,
  },
  'CaseHit',
)
export const AlertHit = object(
  {
    id: Type.String(),
    title: Type.String(),
    source: Type.String(),
    sourceRef: Type.String(),
    isRead: Type.Boolean(),
    date: Timestamp,
  },
  'AlertHit',
)
export const TaskHit = object(
  { id: Type.String(), title: Type.String(), status: Type.String(), caseId: Type.String() },
  'TaskHit',
)
export const JobHit = object(
  {
    id: Type.String(),
    analyzer: Type.String(),
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    filename: Type.Optional(Type.String()),
    status: Type.String(),
    createdAt: Timestamp,
  },
  'JobHit',
)

export const InvestigationHit = object(
  {
    id: Type.String(),
    name: Type.String(),
    createdBy: Type.String(),
    createdAt: Timestamp,
    values: Type.Integer({ description: 'Number of observables' }),
  },
  'InvestigationHit',
)

export const searchKinds = ['values', 'cases', 'alerts', 'tasks', 'investigations', 'jobs'] as const
export type SearchKind = (typeof searchKinds)[number]

export const SearchResult = object(
  {
    values: Type.Optional(group(KnownValue)),
    cases: Type.Optional(group(CaseHit)),
    alerts: Type.Optional(group(AlertHit)),
    tasks: Type.Optional(group(TaskHit)),
    investigations: Type.Optional(group(InvestigationHit)),
    jobs: Type.Optional(group(JobHit)),
  },
  'SearchResult',
)
export type SearchResult = Static<typeof SearchResult>

export const searchEverything = endpoint({
  method: 'POST',
  path: '/api/search',
  roles: ['read'],
  effect: 'read',
  resource: 'search',
  summary: 'Search observables, cases, alerts, tasks, investigations and jobs by text',
  input: object({
    text: Type.String({
      maxLength: 500,
      description:
        '`#9` finds case 9; hashes match by their first 8 characters. Can be empty with `level`',
    }),
    kinds: Type.Optional(Type.Array(Type.Enum([...searchKinds]), { maxItems: 6 })),
    level: Type.Optional(
      Type.Array(Type.Enum([...verdictLevels]), {
        maxItems: 4,
        description: 'Only observables with one of these verdicts, and nothing else',
      }),
    ),
    since: Type.Optional(
      Type.Integer({
        ...Since,
        description: 'Epoch milliseconds: observables changed and other objects created since then',
      }),
    ),
    until: Type.Optional(
      Type.Integer({ ...Since, description: 'Epoch milliseconds: before this time' }),
    ),
    range: Type.Optional(
      Type.String({ description: '`from-to` for each kind, at most 100 apart', default: '0-5' }),
    ),
  }),
  output: SearchResult,
})
