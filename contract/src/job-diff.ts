import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Taxonomy } from './jobs.ts'
import { object } from './values.ts'
import { ReasonSentence, verdictLevels } from './verdicts/index.ts'

const Level = Type.Enum([...verdictLevels])

const DiffReason = object({ level: Level, ...ReasonSentence.properties }, 'DiffReason')

const DiffArtifact = object(
  {
    dataType: Type.String(),
    data: Type.Optional(Type.String({ description: 'The first 4,096 characters' })),
    hash: Type.Optional(Type.String({ description: 'SHA-256, for files' })),
    filename: Type.Optional(Type.String()),
  },
  'DiffArtifact',
)

export const DiffField = object(
  {
    path: Type.String({ description: 'In `full` of the report, such as `stats.malicious`' }),
    kind: Type.Enum(['added', 'removed', 'changed']),
    before: Type.Optional(Type.String({ description: 'JSON text, at most 200 characters' })),
    after: Type.Optional(Type.String({ description: 'JSON text, at most 200 characters' })),
  },
  'DiffField',
)
export type DiffField = Static<typeof DiffField>

const sides = <T extends TSchema>(one: T) => ({ added: Type.Array(one), removed: Type.Array(one) })
const listOf = <T extends TSchema>(one: T) => object({ ...sides(one), same: Type.Array(one) })

export const JobDiff = object(
  {
    before: Type.Optional(Level),
    after: Type.Optional(Level),
    reasons: listOf(DiffReason),
    badges: listOf(Taxonomy),
    artifacts: object({
      ...sides(DiffArtifact),
      same: Type.Integer({ description: 'How many are in both' }),
    }),
    fields: Type.Array(DiffField, {
      description: 'At most 500, without times and ids, which differ with every run',
    }),
    sameFields: Type.Integer({ description: 'How many are equal' }),
    isCut: Type.Boolean({
      description: 'More differs than is listed, or a report of more than 8 MiB was not compared',
    }),
  },
  'JobDiff',
)
export type JobDiff = Static<typeof JobDiff>

export const diffJobs = endpoint({
  method: 'GET',
  path: '/api/job/:id/diff/:other',
  roles: ['analyze', 'orgadmin'],
  effect: 'follow',
  readOnly: true,
  resource: 'job',
  summary: 'Compare two finished jobs of one analyzer about the same observable',
  params: Type.Object({ id: Type.String(), other: Type.String() }),
  output: JobDiff,
})
