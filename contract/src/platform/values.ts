import { Type } from 'typebox'
import { credential, Timestamp } from '../values.ts'

/**
 * Today's platform reads whole numbers as decimals and cuts the fraction off; clients send moments
 * as numbers or as digits.
 */
export const Severity = Type.Number({ minimum: 1, exclusiveMaximum: 5, description: '1 to 4' })
export const Tlp = Type.Number({ minimum: 0, exclusiveMaximum: 4, description: '0 to 3' })
export const Pap = Type.Number({ minimum: 0, exclusiveMaximum: 4, description: '0 to 3' })
export const Moment = Type.Union(
  [Type.Number({ minimum: 0, maximum: 8.64e15 }), Type.String({ pattern: '^\\d{1,16}$' })],
  { description: 'Epoch milliseconds' },
)

export const Title = Type.String({ minLength: 1, maxLength: 512 })
export const Description = Type.String({ maxLength: 1_048_576 })
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1_000 })

/** `orgadmin` includes `analyze` includes `read`; superadmin sees no case. */
export const readers = ['read'] as const
export const writers = ['analyze'] as const
export const administrators = ['orgadmin'] as const
/** Most calls do one of these two. */
export const reading = { roles: readers, effect: 'read' } as const
export const writing = { roles: writers, effect: 'write' } as const

export const idParams = Type.Object({ id: Type.String() })

/** Who made it, who changed it last, and when. */
export const authorship = {
  createdAt: Timestamp,
  createdBy: Type.String(),
  updatedAt: Type.Optional(Timestamp),
  updatedBy: Type.Optional(Type.String()),
}

/** With which receivers check that it comes from here; they need it once. */
export const signingSecret = (signed: 'message' | 'delivery') =>
  Type.Optional(
    Type.String({
      ...credential,
      description: `Signs each ${signed}; shown once, if generated here`,
    }),
  )

/** What every object says about itself, in the names of each version. */
export const keysV0 = {
  _id: Type.String(),
  id: Type.String(),
  ...authorship,
}
export const keysV1 = {
  _id: Type.String(),
  _createdBy: Type.String(),
  _createdAt: Timestamp,
  _updatedBy: Type.Optional(Type.String()),
  _updatedAt: Type.Optional(Timestamp),
}
