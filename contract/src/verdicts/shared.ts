import { type TProperties, Type } from 'typebox'

export const resource = 'value'
export const base = '/api/value'
export const roles = ['read'] as const

export const object = <P extends TProperties>(properties: P, title?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(title ? { title } : {}) })

export const orNull = <T extends TProperties[string]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const levels = ['malicious', 'suspicious', 'safe', 'none'] as const

export const Level = Type.Enum([...levels], {
  description:
    'What an analyst decided, else the worst of the latest successful reports, one per analyzer; `none` means no verdict',
})

export const valueKeys = {
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

export const sentenceKeys = {
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

export const caseId = Type.Optional(
  Type.String({
    maxLength: 128,
    description: 'As seen from this case, with what analysts decided for it alone',
  }),
)
