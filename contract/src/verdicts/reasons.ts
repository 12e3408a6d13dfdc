import { type Static, Type } from 'typebox'
import { Timestamp } from '../values.ts'
import { Level, levels, object, sentenceKeys, valueKeys } from './shared.ts'

export const verdictLevels = levels
export type VerdictLevel = (typeof verdictLevels)[number]

/** A value as callers name it: a text or a file. */
export const ValueName = object(valueKeys, 'ValueName')
export type ValueName = Static<typeof ValueName>

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
