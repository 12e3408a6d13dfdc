import type { TechniqueId } from './techniques.ts'

export type FindingLevel = 'info' | 'safe' | 'suspicious' | 'malicious'

export interface Entry {
  readonly level: FindingLevel
  readonly confidence: 'low' | 'medium' | 'high'
  /** The badge; `{name}` is a parameter. */
  readonly predicate: string
  readonly value: string
  /** With `{name:kind}` for the evidence, see `sentence.ts`. */
  readonly sentence: string
  readonly technique?: TechniqueId
}

type Rest = readonly [
  badge: readonly [predicate: string, value: string],
  sentence: string,
  technique?: TechniqueId,
]

const entry =
  (level: FindingLevel, confidence: Entry['confidence']) =>
  (...[[predicate, value], sentence, technique]: Rest): Entry => ({
    level,
    confidence,
    predicate,
    value,
    sentence,
    ...(technique === undefined ? {} : { technique }),
  })

/** A fact, which judges nothing. */
export const fact = entry('info', 'high')
/** Known to be harmless. */
export const known = entry('safe', 'high')
/** Seen in benign files, too: counts only together with another one. */
export const hint = entry('suspicious', 'low')
/** A person should look. */
export const doubt = entry('suspicious', 'medium')
/** A person should look, and will hardly find a good reason for it. */
export const strong = entry('suspicious', 'high')
/** Conclusive alone. */
export const proof = entry('malicious', 'high')
