import { type Static, type TProperties, Type } from 'typebox'
import { endpoint, list } from './endpoint.ts'
import { certainties, gapKinds, headlineCategories, headlineStates } from './headline/subject.ts'
import { Since, Timestamp } from './values.ts'

const resource = 'value'
const base = '/api/value'
const roles = ['read'] as const
const object = <P extends TProperties>(properties: P, title?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(title ? { title } : {}) })
const orNull = <T extends TProperties[string]>(schema: T) => Type.Union([schema, Type.Null()])

export const verdictLevels = ['malicious', 'suspicious', 'safe', 'none'] as const
const Level = Type.Enum([...verdictLevels], {
  description:
    'The worst of the latest successful reports, one per analyzer; `none` means no verdict',
})
export type VerdictLevel = (typeof verdictLevels)[number]

const valueKeys = {
  dataType: Type.String({ minLength: 1, maxLength: 64 }),
  data: Type.Optional(Type.String({ minLength: 1, maxLength: 1_048_576 })),
  hash: Type.Optional(
    Type.String({
      minLength: 64,
      maxLength: 64,
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'SHA-256 of a file, instead of `data`',
    }),
  ),
}
/** A value as callers name it: a text or a file. */
export const ValueName = object(valueKeys, 'ValueName')
export type ValueName = Static<typeof ValueName>

const sentenceKeys = {
  text: Type.String({ description: 'One sentence in English, at most 300 characters' }),
  id: Type.Optional(
    Type.String({ description: 'Only from built-in analyzers; see docs/findings.md' }),
  ),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description:
        'The evidence itself, to say the sentence in another language; at most 10, omitted if long',
    }),
  ),
}
/** What an analyzer said, with author and time where known. */
export const ReasonSentence = object(sentenceKeys, 'ReasonSentence')
export type ReasonSentence = Static<typeof ReasonSentence>

export const Reason = object(
  {
    level: Level,
    ...sentenceKeys,
    technique: Type.Optional(
      Type.String({ description: 'ATT&CK technique, if the finding indicates one' }),
    ),
    analyzer: Type.String(),
    jobId: Type.String(),
    at: Timestamp,
  },
  'Reason',
)
export type Reason = Static<typeof Reason>

const HeadlineStep = object(
  {
    kind: Type.String({ description: 'Relation to the previous one, such as `link` or `host`' }),
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    filename: Type.Optional(Type.String()),
    level: orNull(Level),
  },
  'HeadlineStep',
)

const HeadlineLead = object(
  {
    level: Level,
    weight: Type.Integer({
      description: '0 to 100; decreases with each step of the chain; 60 and above is malicious',
    }),
    reason: object({ level: Level, ...sentenceKeys, analyzer: Type.String() }, 'HeadlineReason'),
    chain: Type.Array(HeadlineStep, {
      description:
        'From the observable to where the reason was found; empty if found on the observable itself',
    }),
  },
  'HeadlineLead',
)

/** The answer in one sentence, and the parts that it is put together from in other languages. */
export const Headline = object(
  {
    text: Type.String({ description: 'One sentence in English, at most 300 characters' }),
    state: Type.Enum([...headlineStates]),
    level: Type.Union([Level, Type.Null()], {
      description:
        'Includes what it leads to, which `verdict.level` does not; null while analyzers run',
    }),
    ownLevel: orNull(Level),
    category: Type.Optional(Type.Enum([...headlineCategories])),
    certainty: Type.Optional(Type.Enum([...certainties])),
    brand: Type.Optional(Type.String({ description: 'Brand it imitates' })),
    lead: Type.Optional(HeadlineLead),
    also: Type.Optional(HeadlineLead),
    allowedBy: Type.Optional(
      Type.String({ description: "Your organization's allow list that contradicts it" }),
    ),
    inherited: Type.Array(HeadlineLead, {
      description: 'Reasons from what it leads to, most convincing first, at most 5',
    }),
    notExamined: Type.Array(
      object(
        {
          kind: Type.Enum([...gapKinds]),
          reason: Type.String(),
          analyzer: Type.Optional(Type.String()),
          count: Type.Optional(
            Type.Integer({ description: 'Number of such gaps from this analyzer' }),
          ),
          chain: Type.Array(HeadlineStep),
        },
        'HeadlineGap',
      ),
      { description: 'At most 5' },
    ),
    notExaminedCount: Type.Integer(),
    answered: Type.Integer(),
    asked: Type.Integer({ description: 'Including failed and running ones' }),
  },
  'Headline',
)
export type Headline = Static<typeof Headline>

const HolderCase = object(
  { id: Type.String(), number: Type.Integer(), title: Type.String() },
  'HolderCase',
)

const verdictKeys = {
  level: orNull(Level),
  headline: Type.Optional(
    Type.String({
      description:
        'The verdict in one English sentence, including what it leads to; present once an analyzer has finished',
    }),
  ),
  reasons: Type.Array(Reason),
  asked: Type.Integer({ description: 'Number of analyzers' }),
  answered: Type.Integer(),
  checkedAt: Type.Optional(Timestamp),
  cases: Type.Array(HolderCase, { description: 'The five newest' }),
  alerts: Type.Integer(),
}

export const ValueVerdict = object(
  {
    ...verdictKeys,
    techniques: Type.Optional(
      Type.Array(Reason, {
        description: 'If requested: the worst reason for each ATT&CK technique, at most 6',
      }),
    ),
  },
  'ValueVerdict',
)
export type ValueVerdict = Static<typeof ValueVerdict>

export const valueVerdicts = endpoint({
  method: 'POST',
  path: `${base}/_verdicts`,
  roles,
  effect: 'read',
  resource,
  summary: 'Get verdicts on several observables, in order; `level` is null if never analyzed',
  input: object({
    values: Type.Array(ValueName, { maxItems: 200 }),
    techniques: Type.Optional(
      Type.Boolean({ description: 'Include the ATT&CK techniques they indicate' }),
    ),
  }),
  output: Type.Array(ValueVerdict),
})

export const KnownValue = object(
  {
    ...verdictKeys,
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    filename: Type.Optional(Type.String()),
    changedAt: Timestamp,
    previousLevel: Type.Optional(Level),
  },
  'KnownValue',
)
export type KnownValue = Static<typeof KnownValue>

export const searchValues = list({
  method: 'POST',
  path: `${base}/_search`,
  roles,
  effect: 'read',
  resource,
  summary: 'List observables with their verdicts, latest change first',
  row: KnownValue,
  input: {
    level: Type.Optional(Type.Union([Level, Type.Array(Level, { maxItems: 4 })])),
    since: Type.Optional(Since),
    inCase: Type.Optional(Type.Boolean()),
    dataType: Type.Optional(Type.String({ maxLength: 64 })),
    text: Type.Optional(
      Type.String({ maxLength: 500, description: 'Part of the observable or file name' }),
    ),
  },
})

export const ValueCount = object(
  {
    at: Timestamp,
    malicious: Type.Integer(),
    suspicious: Type.Integer(),
    safe: Type.Integer(),
    none: Type.Integer(),
  },
  'ValueCount',
)

export const valueStats = endpoint({
  method: 'POST',
  path: `${base}/_stats`,
  roles,
  effect: 'read',
  resource,
  summary: 'Count observables by day or hour (UTC) of their verdict, oldest first',
  input: object({
    since: Since,
    by: Type.Optional(Type.Enum(['day', 'hour'], { default: 'day' })),
  }),
  output: Type.Array(ValueCount),
})

export const ValueAnswer = object(
  {
    analyzer: Type.String(),
    analyzerId: Type.String(),
    level: orNull(Level),
    reasons: Type.Array(Reason),
    jobId: Type.Optional(Type.String()),
    at: Type.Optional(Timestamp),
    hasReport: Type.Boolean({ description: 'False if deleted by the retention policy' }),
    failure: Type.Optional(
      object({ jobId: Type.String(), at: Timestamp, message: Type.String() }, 'ValueFailure'),
    ),
  },
  'ValueAnswer',
)
export type ValueAnswer = Static<typeof ValueAnswer>

export const Sighting = object(
  {
    type: Type.Enum(['case', 'alert']),
    id: Type.String(),
    title: Type.String(),
    number: Type.Optional(Type.Integer()),
    status: Type.String(),
    at: Timestamp,
    observableId: Type.String(),
    ioc: Type.Boolean(),
    sighted: Type.Boolean(),
    assignee: Type.Optional(Type.String()),
  },
  'Sighting',
)
export type Sighting = Static<typeof Sighting>

export const ValueChange = object(
  {
    at: Timestamp,
    from: Type.Optional(Level),
    to: Level,
    analyzer: Type.String(),
    jobId: Type.String(),
  },
  'ValueChange',
)
export type ValueChange = Static<typeof ValueChange>

export const WatchEvery = Type.Enum(['none', 'day', 'week'], {
  description:
    'How often to re-run, in your name, the analyzers that last gave a result; `none` never does',
})
export type WatchEvery = Static<typeof WatchEvery>

const AnalyzerName = object({ id: Type.String(), name: Type.String() }, 'AnalyzerName')

export const ValueDetail = object(
  {
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    file: Type.Optional(
      object(
        {
          isStored: Type.Boolean(),
          names: Type.Array(Type.String(), { description: 'Names it was seen under, at most 10' }),
          size: Type.Optional(Type.Integer()),
          contentType: Type.Optional(Type.String()),
          sha1: Type.Optional(Type.String()),
          md5: Type.Optional(Type.String()),
        },
        'ValueFile',
      ),
    ),
    verdict: object(
      {
        level: orNull(Level),
        asked: Type.Integer(),
        answered: Type.Integer(),
        checkedAt: Type.Optional(Timestamp),
        firstAt: Type.Optional(Timestamp),
      },
      'VerdictOfValue',
    ),
    headline: Headline,
    reasons: Type.Array(Reason, { description: 'Most convincing first, at most 24' }),
    answers: Type.Array(ValueAnswer, { description: 'At most 100' }),
    sightings: Type.Array(Sighting, { description: 'The newest 50' }),
    investigations: Type.Array(
      object(
        { id: Type.String(), name: Type.String(), createdAt: Timestamp, createdBy: Type.String() },
        'ValueInvestigation',
      ),
      { description: 'The newest 10 that contain it' },
    ),
    seenIn: object(
      { cases: Type.Integer(), alerts: Type.Integer(), investigations: Type.Integer() },
      'SeenIn',
    ),
    changes: Type.Array(ValueChange, { description: 'The newest 100, newest first' }),
    running: Type.Array(
      object({ analyzer: Type.String(), jobId: Type.String() }, 'RunningAnalyzer'),
      { description: 'Unfinished jobs on it, at most 50' },
    ),
    notAsked: Type.Array(AnalyzerName, {
      description: 'Enabled analyzers that support it but were not run',
    }),
    watch: Type.Optional(
      Type.Object(
        { id: Type.String(), every: WatchEvery },
        { additionalProperties: false, title: 'OwnWatch', description: 'Present if you watch it' },
      ),
    ),
  },
  'ValueDetail',
)
export type ValueDetail = Static<typeof ValueDetail>

export const getValue = endpoint({
  method: 'POST',
  path: base,
  roles,
  effect: 'read',
  resource,
  summary: 'Get everything known about an observable',
  input: ValueName,
  output: ValueDetail,
})

export const RelationNode = object(
  {
    key: Type.String(),
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    filename: Type.Optional(Type.String()),
    level: orNull(Level),
    cases: Type.Integer(),
  },
  'RelationNode',
)
export type RelationNode = Static<typeof RelationNode>

export const RelationEdge = object(
  {
    from: Type.String({ description: 'Key of the observable in which the other was found' }),
    to: Type.String(),
    kind: Type.String({
      description: 'Relation of `to` to `from`, such as `name server`; `found in` if unspecified',
    }),
    jobId: Type.String(),
  },
  'RelationEdge',
)
export type RelationEdge = Static<typeof RelationEdge>

/** Of a drawing that does not show everything. */
export const isCut = Type.Optional(
  Type.Boolean({
    description: 'Not everything was searched; there may be more than `left` says',
  }),
)

export const ValueRelations = object(
  {
    center: Type.String({ description: 'Key of the observable itself' }),
    nodes: Type.Array(RelationNode),
    edges: Type.Array(RelationEdge),
    left: Type.Integer({ description: 'Number of those not shown' }),
    isCut,
  },
  'ValueRelations',
)
export type ValueRelations = Static<typeof ValueRelations>

export const valueRelations = endpoint({
  method: 'POST',
  path: `${base}/relations`,
  roles,
  effect: 'read',
  resource,
  summary: 'Get what an observable was found in, and what was found in it',
  input: object({
    ...valueKeys,
    among: Type.Optional(
      Type.Array(ValueName, {
        maxItems: 60,
        description: 'More observables to start from, such as others in the case',
      }),
    ),
    depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 60 })),
  }),
  output: ValueRelations,
})
