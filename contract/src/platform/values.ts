import { Type } from 'typebox'

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

export const idParams = Type.Object({ id: Type.String() })

/** Version 0 of the platform lives under two prefixes: `{ ...v0('/alert/:id') }`. */
export const v0 = (path: string) => ({ path: `/api${path}`, aliases: [`/api/v0${path}`] })
export const v1 = (path: string) => ({ path: `/api/v1${path}` })
