import { type Static, type TProperties, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { jobStatuses } from './job-statuses.ts'
import { notApplicableKinds } from './not-applicable.ts'
import { Timestamp } from './values.ts'
import {
  isCut,
  ReasonSentence,
  RelationEdge,
  RelationNode,
  ValueName,
  ValueVerdict,
} from './verdicts/index.ts'

const resource = 'investigation'
const base = '/api/investigation'
const readers = ['read'] as const
const analysts = ['analyze', 'orgadmin'] as const
const params = Type.Object({ id: Type.String() })
const object = <P extends TProperties>(properties: P, title?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(title ? { title } : {}) })

export const maxInvestigationName = 200
export const maxInvestigationValues = 10_000

const name = Type.String({
  minLength: 1,
  maxLength: maxInvestigationName,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  description: 'Display name; one line',
})
const marking = (description: string) => Type.Integer({ minimum: 0, maximum: 3, description })
const tlp = marking('TLP of its contents, 0 (white) to 3 (red)')
const pap = marking('PAP of its contents, 0 (white) to 3 (red)')
const caseIds = Type.Array(Type.String({ maxLength: 128 }), {
  maxItems: 100,
  description: 'Cases that its observables were added to',
})
const filename = Type.Optional(Type.String({ maxLength: 512, description: 'File name, for files' }))
const newValues = Type.Array(
  object({ ...ValueName.properties, filename }, 'NewInvestigationValue'),
  {
    maxItems: maxInvestigationValues,
    description: 'Observables already in it are skipped',
  },
)
const newJobs = Type.Array(Type.String({ maxLength: 128 }), {
  maxItems: 1000,
  description:
    'Jobs that analyze its observables; the last one listed for each analyzer counts. Observables of these jobs are added',
})

/** The group of a value: exactly one. */
export const investigationStates = [
  'malicious',
  'suspicious',
  'failed',
  'running',
  'safe',
  'none',
  'notApplicable',
  'notAnalyzed',
] as const
export type InvestigationState = (typeof investigationStates)[number]

export const InvestigationTally = object(
  {
    values: Type.Integer(),
    malicious: Type.Integer(),
    suspicious: Type.Integer(),
    failed: Type.Integer({ description: 'No analyzer succeeded, and at least one failed' }),
    running: Type.Integer({
      description: 'Nothing bad found yet, and an analyzer is still running',
    }),
    safe: Type.Integer(),
    none: Type.Integer(),
    notApplicable: Type.Integer({
      description: 'No analyzer succeeded, and none failed: it is not for those that were run',
    }),
    notAnalyzed: Type.Integer(),
  },
  'InvestigationTally',
)
export type InvestigationTally = Static<typeof InvestigationTally>

const investigationKeys = {
  id: Type.String(),
  name,
  tlp,
  pap,
  createdBy: Type.String(),
  createdAt: Timestamp,
  updatedBy: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Timestamp),
  tally: InvestigationTally,
  caseIds,
  cases: Type.Array(
    object(
      { id: Type.String(), number: Type.Integer(), title: Type.String() },
      'InvestigationCase',
    ),
  ),
}

export const Investigation = object(investigationKeys, 'Investigation')
export type Investigation = Static<typeof Investigation>

export const InvestigationValue = object(
  {
    ...ValueVerdict.properties,
    key: Type.String({ description: 'Same key as in observable relations' }),
    state: Type.Enum([...investigationStates]),
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String({ description: 'SHA-256, for files' })),
    filename,
  },
  'InvestigationValue',
)
export type InvestigationValue = Static<typeof InvestigationValue>

export const InvestigationJob = object(
  {
    id: Type.String(),
    key: Type.String({ description: 'Key of the observable' }),
    analyzer: Type.String(),
    analyzerId: Type.String(),
    status: Type.Enum([...jobStatuses]),
    level: Type.Optional(
      Type.Union([Type.Enum(['malicious', 'suspicious', 'safe', 'none']), Type.Null()], {
        description: 'What the analyzer says about the observable now',
      }),
    ),
    text: Type.Optional(Type.String({ description: 'First reason, or why the analyzer failed' })),
    reason: Type.Optional(ReasonSentence),
    notApplicable: Type.Optional(Type.Enum([...notApplicableKinds])),
    createdAt: Timestamp,
    endDate: Type.Optional(Timestamp),
  },
  'InvestigationJob',
)
export type InvestigationJob = Static<typeof InvestigationJob>

export const InvestigationDetail = object(
  {
    ...investigationKeys,
    values: Type.Array(InvestigationValue, { description: 'In the order they were added' }),
    jobs: Type.Array(InvestigationJob, {
      description: 'One per observable and analyzer; only for roles that see jobs',
    }),
    jobIds: Type.Array(Type.String()),
  },
  'InvestigationDetail',
)
export type InvestigationDetail = Static<typeof InvestigationDetail>

const reading = { roles: readers, effect: 'read', resource } as const
const writing = { roles: analysts, effect: 'write', resource } as const

export const createInvestigation = endpoint({
  method: 'POST',
  path: base,
  ...writing,
  summary: 'Save related observables under a name; ordinary jobs analyze them',
  input: object({
    name,
    tlp: Type.Optional(tlp),
    pap: Type.Optional(pap),
    values: Type.Optional(newValues),
    jobIds: Type.Optional(newJobs),
  }),
  output: Investigation,
  status: 201,
})

export const listInvestigations = list({
  method: 'GET',
  path: base,
  ...reading,
  summary: "List your organization's investigations, newest first",
  row: Investigation,
  input: {
    text: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name' })),
    mine: Type.Optional(Type.Boolean({ description: 'Only those created by the caller' })),
    caseId: Type.Optional(
      Type.String({ maxLength: 128, description: 'Only those linked to this case' }),
    ),
    dataType: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'With `data` or `hash`: only those that contain this observable',
      }),
    ),
    data: ValueName.properties.data,
    hash: ValueName.properties.hash,
  },
})

export const getInvestigation = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  ...reading,
  summary: 'Get an investigation with its observables, what is known of them, and its jobs',
  params,
  output: InvestigationDetail,
})

export const updateInvestigation = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  ...writing,
  summary: 'Rename an investigation, change its marking, or link the resulting cases',
  params,
  input: object({
    name: Type.Optional(name),
    tlp: Type.Optional(tlp),
    pap: Type.Optional(pap),
    caseIds: Type.Optional(caseIds),
  }),
  output: Investigation,
})

export const deleteInvestigation = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  ...writing,
  summary: 'Delete an investigation; its jobs and the verdicts on its observables stay',
  params,
})

export const addToInvestigation = endpoint({
  method: 'POST',
  path: `${base}/:id/values`,
  ...writing,
  summary: 'Add observables, and jobs that analyze them, to an investigation',
  params,
  input: object({ values: Type.Optional(newValues), jobIds: Type.Optional(newJobs) }),
  output: Investigation,
})

export const InvestigationRelations = object(
  {
    nodes: Type.Array(
      object(
        {
          ...RelationNode.properties,
          isMember: Type.Boolean({
            description: 'False for observables found inside its observables',
          }),
        },
        'InvestigationNode',
      ),
    ),
    edges: Type.Array(RelationEdge),
    left: Type.Integer({ description: 'Number of nodes not shown' }),
    isCut,
  },
  'InvestigationRelations',
)
export type InvestigationRelations = Static<typeof InvestigationRelations>

export const investigationRelations = endpoint({
  method: 'GET',
  path: `${base}/:id/relations`,
  ...reading,
  summary: "Get the graph of an investigation's observables and what was found in them",
  params,
  input: object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60 })),
  }),
  output: InvestigationRelations,
})

const exported = (form: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `${base}/:id/${form}`,
    ...reading,
    summary,
    params,
    output: Type.Record(Type.String(), Type.Unknown()),
  })

export const investigationAsStix = exported(
  'stix',
  'Export the observables of an investigation as STIX 2.1',
)
export const investigationAsMisp = exported(
  'misp',
  'Export the observables of an investigation for MISP',
)

/** A body, not a query: ten thousand keys are longer than an address may be. */
const exportedSome = (form: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `${base}/:id/${form}`,
    ...reading,
    summary,
    params,
    input: object({
      keys: Type.Array(Type.String({ maxLength: 128 }), {
        minItems: 1,
        maxItems: maxInvestigationValues,
        description: 'Keys of the observables, as in `GET /api/investigation/{id}`',
      }),
    }),
    output: Type.Record(Type.String(), Type.Unknown()),
  })

export const investigationValuesAsStix = exportedSome(
  'stix',
  'Export selected observables of an investigation as STIX 2.1',
)
export const investigationValuesAsMisp = exportedSome(
  'misp',
  'Export selected observables of an investigation for MISP',
)
