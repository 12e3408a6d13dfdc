import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { notApplicableKinds } from '../not-applicable.ts'
import { Timestamp } from '../values.ts'
import { Decision } from './decision.ts'
import { Headline } from './headline.ts'
import { ValueHistory } from './history.ts'
import { Reason, ValueName } from './reasons.ts'
import { base, caseId, Level, object, orNull, resource, roles } from './shared.ts'

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
      object(
        {
          jobId: Type.String(),
          at: Timestamp,
          message: Type.String(),
          notApplicable: Type.Optional(
            Type.Enum([...notApplicableKinds], {
              description: 'The observable is not for this analyzer; not a failure',
            }),
          ),
        },
        'ValueFailure',
      ),
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
    analyzersLevel: Type.Optional({
      ...orNull(Level),
      description: 'What analyzers say, if an analyst decided',
    }),
    decision: Type.Optional(Decision),
    decisions: Type.Array(Decision, {
      description: 'Of analysts, in effect and ended: the newest 20',
    }),
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
    changes: Type.Array(ValueChange, {
      description:
        'Analyzer by analyzer: the newest 100, newest first. `history` has one row for each run',
    }),
    history: ValueHistory,
    running: Type.Array(
      object(
        {
          analyzer: Type.String(),
          jobId: Type.String(),
          status: Type.Enum(['Waiting', 'InProgress']),
          since: Timestamp,
          isLate: Type.Boolean({
            description: 'Waits for more than a minute: the verdict no longer waits for it',
          }),
        },
        'RunningAnalyzer',
      ),
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
  input: object({ ...ValueName.properties, caseId }),
  output: ValueDetail,
})
