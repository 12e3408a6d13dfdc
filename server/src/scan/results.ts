import { type Level, levels, type Taxonomy, worstLevel } from '@assay/analyzers'

export interface ScanObservable {
  readonly dataType: string
  readonly data?: string
  /** Of a file: where it lies, and its own name. */
  readonly path?: string
  readonly filename?: string
  /** The observable that it was found in; none for what the caller gave. */
  readonly foundIn?: string
  readonly depth: number
}

export interface ScanResult {
  readonly observable: ScanObservable
  readonly analyzer: string
  readonly status: 'Success' | 'Failure'
  readonly level: Level
  readonly taxonomies: readonly Taxonomy[]
  readonly full?: unknown
  readonly errorMessage?: string
  /** Found by it, to be looked at next. */
  readonly artifacts: readonly Omit<ScanObservable, 'depth' | 'foundIn'>[]
  readonly ms: number
}

export interface Scan {
  readonly results: readonly ScanResult[]
  /** Observables that no analyzer takes, with the reason. */
  readonly skipped: readonly { readonly observable: ScanObservable; readonly reason: string }[]
  readonly ms: number
}

export const nameOf = ({ data, filename }: ScanObservable): string => data ?? filename ?? ''

export const verdictOf = ({ results }: Scan): Level => worstLevel(results)

/**
 * 0 clean, 1 suspicious or malicious, 2 error. A finding counts more than an error beside it; one
 * analyzer that fails is no error while another one had an answer about the same observable.
 */
export function exitCodeOf(scan: Scan): 0 | 1 | 2 {
  const verdict = verdictOf(scan)
  if (verdict === 'suspicious' || verdict === 'malicious') return 1
  const given = scan.results.filter(({ observable }) => observable.depth === 0)
  const answered = new Set(
    given.flatMap(({ status, observable }) => (status === 'Success' ? observable : [])),
  )
  const isUnanswered = given.some(({ observable }) => !answered.has(observable))
  return isUnanswered || scan.skipped.length > 0 || given.length === 0 ? 2 : 0
}

/** A server may run programs that say anything. */
export function taxonomiesOf(summary: unknown): Taxonomy[] {
  const list = (summary as { taxonomies?: unknown } | null)?.taxonomies
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: Partial<Taxonomy> | null) =>
    typeof entry !== 'object' || entry === null
      ? []
      : {
          level: levels.find((level) => level === entry.level) ?? 'info',
          namespace: String(entry.namespace ?? ''),
          predicate: String(entry.predicate ?? ''),
          value: typeof entry.value === 'number' ? entry.value : String(entry.value ?? ''),
        },
  )
}
