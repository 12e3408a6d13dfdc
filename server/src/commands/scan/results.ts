import { type Level, levels, type Taxonomy, worstLevel } from '@assay/analyzers'

export interface ScanObservable {
  readonly dataType: string
  readonly data?: string
  /** Of a file: where it lies, and its own name. */
  readonly path?: string
  readonly filename?: string
  /** As people see it: the path that was typed, or the path inside its archive. */
  readonly shownAs?: string
  /** Found in the mail around it; archives are opened with them. */
  readonly passwords?: readonly string[]
  /** The observable that it was found in; none for what the caller gave. */
  readonly foundIn?: string
  /** What it is to that one, such as `attachment`. */
  readonly kind?: string
  readonly depth: number
}

export interface ScanResult {
  readonly observable: ScanObservable
  readonly analyzer: string
  /** On a server an analyzer may have any name. */
  readonly definition?: string
  readonly status: 'Success' | 'Failure'
  readonly level: Level
  readonly taxonomies: readonly Taxonomy[]
  readonly full?: unknown
  readonly errorMessage?: string
  /** What it could not look at, a sentence each. */
  readonly incomplete?: readonly string[]
  /** Found by it, to be looked at next. */
  readonly artifacts: readonly Omit<ScanObservable, 'depth' | 'foundIn'>[]
  readonly ms: number
}

export interface Scan {
  readonly results: readonly ScanResult[]
  /** Observables that no analyzer takes or judges, with the reason. */
  readonly skipped: readonly { readonly observable: ScanObservable; readonly reason: string }[]
  /** Analyzers that could have been asked, with the reason why they were not. */
  readonly notRun?: readonly string[]
  readonly ms: number
}

export const nameOf = ({ data, filename, shownAs }: ScanObservable): string =>
  shownAs ?? data ?? filename ?? ''

/** With everything around it: `mails/a.eml › outer.zip › inner/x.pdf`. */
export const wholeNameOf = (observable: ScanObservable): string =>
  observable.foundIn === undefined
    ? nameOf(observable)
    : `${observable.foundIn} › ${nameOf(observable)}`

export interface Gap {
  readonly observable: ScanObservable
  /** Undefined where no analyzer takes the observable. */
  readonly analyzer?: string
  readonly reason: string
}

/** Everything that was not examined: analyses that failed, and what analyzers left out. */
export const gapsOf = ({ results, skipped }: Scan): Gap[] => [
  ...skipped,
  ...results.flatMap(({ observable, analyzer, status, errorMessage, incomplete = [] }) =>
    status === 'Failure'
      ? [{ observable, analyzer, reason: errorMessage ?? 'failed' }]
      : incomplete.map((reason) => ({ observable, analyzer, reason })),
  ),
]

export type Verdict = Level | 'incomplete'

/** A finding counts more than what could not be examined; that counts more than "nothing found". */
export function verdictOf(scan: Scan): Verdict {
  const worst = worstLevel(scan.results)
  if (worst === 'suspicious' || worst === 'malicious') return worst
  const isEmpty = !scan.results.some(({ observable }) => observable.depth === 0)
  return isEmpty || gapsOf(scan).length > 0 ? 'incomplete' : worst
}

/** 0 nothing found, 1 suspicious or malicious, 2 error or incomplete. */
export function exitCodeOf(scan: Scan): 0 | 1 | 2 {
  const verdict = verdictOf(scan)
  if (verdict === 'suspicious' || verdict === 'malicious') return 1
  return verdict === 'incomplete' ? 2 : 0
}

/** As the report of an analyzer says it, ours or of a server. */
export function incompleteOf(full: unknown): string[] {
  const list = (full as { incomplete?: unknown } | null)?.incomplete
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

/** Why a report that found nothing bad did not look for it; undefined where it did. */
export function notJudgedIn(full: unknown): string | undefined {
  const reason = (full as { notJudged?: unknown } | null | undefined)?.notJudged
  return typeof reason === 'string' ? reason : undefined
}

/** Sentences that say why it is suspicious or malicious, the most convincing first. */
export function reasonsOf({ full, level }: ScanResult): string[] {
  if (level !== 'suspicious' && level !== 'malicious') return []
  const list = (full as { findings?: unknown } | null | undefined)?.findings
  const told = (Array.isArray(list) ? (list as readonly (Told | null)[]) : []).flatMap((one) =>
    typeof one?.explanation === 'string' && one.explanation !== '' && weightOf(one) > 0
      ? [one]
      : [],
  )
  const sorted = told.toSorted((a, b) => weightOf(b) - weightOf(a))
  return [...new Set(sorted.map(({ explanation }) => String(explanation)))]
}

interface Told {
  readonly level?: unknown
  readonly confidence?: unknown
  readonly explanation?: unknown
}

/** 0 for what is not bad. */
function weightOf({ level, confidence }: Told): number {
  const rank = level === 'malicious' ? 10 : level === 'suspicious' ? 1 : 0
  return rank === 0 ? 0 : rank + ['low', 'medium', 'high'].indexOf(String(confidence)) + 1
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
