import type { JobDiff } from '@assay/contract'

interface Of<T> {
  readonly analyzer: string
  readonly kind: 'added' | 'removed' | 'same'
  readonly what: T
}
export type ReasonChange = Of<JobDiff['reasons']['added'][number]>
export type FoundChange = Of<JobDiff['artifacts']['added'][number]>
export type FieldOfAnalyzer = JobDiff['fields'][number] & { readonly analyzer: string }

export interface Differences {
  readonly reasons: readonly ReasonChange[]
  readonly found: readonly FoundChange[]
  readonly fields: readonly FieldOfAnalyzer[]
  readonly sameFields: number
  readonly isCut: boolean
  /** Something differs. */
  readonly isAny: boolean
}

/** What changed in all analyzers together, what is new first. */
export function differencesOf(
  diffs: readonly { readonly analyzer: string; readonly diff: JobDiff }[],
): Differences {
  const kinds = ['added', 'removed', 'same'] as const
  const reasons = kinds.flatMap((kind) =>
    diffs.flatMap(({ analyzer, diff }) =>
      diff.reasons[kind].map((what) => ({ analyzer, kind, what })),
    ),
  )
  const found = (['added', 'removed'] as const).flatMap((kind) =>
    diffs.flatMap(({ analyzer, diff }) =>
      diff.artifacts[kind].map((what) => ({ analyzer, kind, what })),
    ),
  )
  const fields = diffs.flatMap(({ analyzer, diff }) =>
    diff.fields.map((field) => ({ ...field, analyzer })),
  )
  return {
    reasons,
    found,
    fields,
    sameFields: diffs.reduce((sum, { diff }) => sum + diff.sameFields, 0),
    isCut: diffs.some(({ diff }) => diff.isCut),
    isAny: reasons.some(({ kind }) => kind !== 'same') || found.length + fields.length > 0,
  }
}
