import { type Static, Type } from 'typebox'
import { certainties, gapKinds, headlineCategories, headlineStates } from '../headline/subject.ts'
import { Level, object, orNull, sentenceKeys } from './shared.ts'

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
    decision: Type.Optional(
      object(
        {
          level: Level,
          reason: Type.String(),
          until: Type.Optional(Type.String({ description: 'Day, UTC' })),
          disagree: Type.Integer({
            description: 'Number of analyzers with `disagreeLevel`, another verdict',
          }),
          disagreeLevel: Type.Optional(Level),
        },
        'HeadlineDecision',
      ),
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
