import { type Static, type TProperties, type TSchema, Type } from 'typebox'

export const roles = ['read', 'analyze', 'orgadmin', 'superadmin'] as const
export type Role = (typeof roles)[number]

/** Role names are accepted in any case; they are stored and answered in lower case. */
export const Role = Type.String({
  pattern:
    '^([rR][eE][aA][dD]|[aA][nN][aA][lL][yY][zZ][eE]|[oO][rR][gG][aA][dD][mM][iI][nN]|[sS][uU][pP][eE][rR][aA][dD][mM][iI][nN])$',
  format: 'role',
  description: roles.join(', '),
})

/** An object with these properties and no others. */
export const object = <P extends TProperties>(properties: P, title?: string) =>
  Type.Object(properties, { ...(title && { title }), additionalProperties: false })

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Timestamp = Type.Integer({ description: 'Epoch milliseconds' })

/** A moment that callers send: databases take no number beyond the dates there are. */
export const Since = Type.Integer({
  minimum: 0,
  maximum: 8.64e15,
  description: 'Epoch milliseconds',
})

/** Any JSON object; its reader validates the content. */
export const AnyObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

/** The same where it is a configuration: each of its values may be a key. */
export const Configuration = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  'x-credential': true,
})

/** A value that must never be echoed, logged or shown: errors name it and hide what was sent. */
export const Secret = (options: { minLength?: number; maxLength?: number; description?: string }) =>
  Type.String({ ...options, format: 'password' })

/** Mark of a property of an answer: only those who may see credentials are shown it. */
export const credential = { 'x-credential': true } as const

export const isMarkedCredential = (schema: object): boolean => 'x-credential' in schema

/**
 * Names that become part of a path. No control characters, no space at either end; the HTTP layer has
 * already refused NUL and broken surrogate pairs.
 */
export const Name = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern:
      '^[^\\s\\u0000-\\u001f\\u007f]([^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f])?$',
    description,
  })

/** Keys that every stored entity has on the wire. */
export const entityKeys = {
  _id: Type.String(),
  id: Type.String(),
  _type: Type.String(),
  _routing: Type.String(),
  _parent: Type.Union([Type.String(), Type.Null()]),
  createdAt: Timestamp,
  createdBy: Type.String(),
  updatedAt: Type.Optional(Timestamp),
  updatedBy: Type.Optional(Type.String()),
}

export const ErrorBody = object(
  {
    type: Type.String({ description: 'Machine-readable error type, such as AuthenticationError' }),
    message: Type.String({ description: 'What is wrong and how to fix it' }),
    tableName: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(
        object({
          type: Type.String(),
          name: Type.String(),
          message: Type.String(),
          format: Type.Optional(Type.String()),
          value: Type.Optional(Type.Unknown()),
          acceptedInput: Type.Optional(Type.Array(Type.String())),
        }),
        { description: 'Only in AttributeCheckingError: every invalid attribute' },
      ),
    ),
    secondFactor: Type.Optional(
      Type.Object(
        {
          token: Type.String({
            description: 'For `/api/login/secondFactor`; valid for five minutes',
          }),
          methods: Type.Array(Type.Enum(['totp', 'passkey', 'recoveryCode'])),
          passkey: Type.Optional(AnyObject),
        },
        {
          additionalProperties: false,
          description:
            'Only in MultiFactorCodeRequired: how to continue; `passkey` needs a browser',
        },
      ),
    ),
  },
  'Error',
)
export type ErrorBody = Static<typeof ErrorBody>
