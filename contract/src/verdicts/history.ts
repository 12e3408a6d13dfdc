import { type Static, Type } from 'typebox'
import { RuleCredit } from '../rule-credit.ts'
import { Timestamp } from '../values.ts'
import { Decision } from './decision.ts'
import { Level, object, orNull } from './shared.ts'

export const runCauses = [
  'firstAnalysis',
  'listChanged',
  'newVersion',
  'decision',
  'newEvidence',
  'reanalysis',
] as const

export const runAskers = ['person', 'key', 'watch', 'rule', 'agent'] as const

export const RunCause = object(
  {
    kind: Type.Enum([...runCauses], {
      description:
        '`newEvidence`: analyzers came to another verdict; `reanalysis`: they came to the same again',
    }),
    list: Type.Optional(
      object(
        {
          name: Type.String(),
          source: Type.Enum(['list', 'feed'], {
            description: 'A list of the organization, or a threat feed',
          }),
          change: Type.Enum(['added', 'removed'], {
            description: 'Whether the observable is now on it, or no longer',
          }),
          by: Type.Optional(Type.String({ description: 'Who changed the list, where known' })),
          at: Type.Optional(Timestamp),
          others: Type.Integer({ description: 'How many more lists changed' }),
        },
        'ChangedList',
      ),
    ),
    version: Type.Optional(
      object(
        { analyzer: Type.String(), before: Type.String(), after: Type.String() },
        'ChangedVersion',
      ),
    ),
    decision: Type.Optional(
      object(
        {
          ...Decision.properties,
          step: Type.Enum(['marked', 'withdrawn', 'expired']),
        },
        'DecisionStep',
      ),
    ),
  },
  'RunCause',
)
export type RunCause = Static<typeof RunCause>

export const ValueRun = object(
  {
    id: Type.String({ description: 'Stays the same while the row exists' }),
    at: Timestamp,
    from: Type.Optional(orNull(Level)),
    to: orNull(Level),
    analyzersLevel: Type.Optional({
      ...orNull(Level),
      description: 'What analyzers said, while a decision of an analyst was in effect',
    }),
    cause: RunCause,
    asked: Type.Optional(
      object(
        {
          by: Type.String(),
          as: Type.Optional(
            Type.Enum([...runAskers], {
              description:
                'A signed-in person, a key or password, a re-check of a watched observable, a rule or an agent; missing for jobs of earlier releases',
            }),
          ),
          rule: Type.Optional(RuleCredit),
          investigation: Type.Optional(
            object({ id: Type.String(), name: Type.String() }, 'RunInvestigation'),
          ),
        },
        'RunAsker',
      ),
    ),
    analyzers: Type.Array(
      object(
        {
          analyzer: Type.String(),
          analyzerId: Type.String(),
          jobId: Type.String(),
          level: orNull(Level),
          state: Type.Enum(['report', 'failed', 'running', 'removed'], {
            description: '`removed`: deleted by the retention policy',
          }),
        },
        'RunAnalyzer',
      ),
      { description: 'That ran together, at most 100; none for a decision' },
    ),
  },
  'ValueRun',
)
export type ValueRun = Static<typeof ValueRun>

export const ValueHistory = object(
  {
    runs: Type.Array(ValueRun, {
      description:
        'One row for the analyzers that one request started and one for each decision: the newest 50, newest first',
    }),
    isCut: Type.Boolean({ description: 'Older ones are left out' }),
  },
  'ValueHistory',
)
export type ValueHistory = Static<typeof ValueHistory>
