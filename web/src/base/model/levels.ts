import type { VerdictLevel } from '@assay/contract'

/** How bad a finding is, from least to most. What an analyzer calls otherwise is `unknown`. */
export const levels = ['unknown', 'info', 'safe', 'suspicious', 'malicious'] as const
export type Level = (typeof levels)[number]

export interface Taxonomy {
  readonly level: Level
  readonly namespace: string
  readonly predicate: string
  readonly value: string
}

export function levelOf(value: unknown): Level {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return levels.find((level) => level === name) ?? 'unknown'
}

/** The worst of all; undefined without any. */
export function worstLevel(found: readonly { level: Level }[]): Level | undefined {
  return found
    .map(({ level }) => level)
    .reduce<Level | undefined>(
      (worst, level) =>
        worst === undefined || levels.indexOf(level) > levels.indexOf(worst) ? level : worst,
      undefined,
    )
}

/** A fact, and an unknown level, is not a verdict. */
export const verdictOf = (level: Level | undefined): VerdictLevel =>
  level === 'malicious' || level === 'suspicious' || level === 'safe' ? level : 'none'

export const worstFirst = <T extends { level: Level }>(found: readonly T[]): T[] =>
  found.toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level))

/** Reports are hostile input: whatever is not a list of objects is nothing. */
export function taxonomiesOf(found: unknown): Taxonomy[] {
  if (!Array.isArray(found)) return []
  return found.filter(isRecord).map((taxonomy) => ({
    level: levelOf(taxonomy.level),
    namespace: asText(taxonomy.namespace),
    predicate: asText(taxonomy.predicate),
    value: asText(taxonomy.value),
  }))
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
