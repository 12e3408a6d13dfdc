import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ValueName } from './reasons.ts'
import { base, Level, object, orNull, resource, roles, valueKeys } from './shared.ts'

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
