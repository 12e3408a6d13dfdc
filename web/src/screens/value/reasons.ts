import type { Reason, ValueAnswer, VerdictLevel } from '@assay/contract'

/** One sentence and all who say it. */
export interface SharedReason extends Omit<Reason, 'analyzer' | 'jobId'> {
  readonly by: readonly { readonly analyzer: string; readonly jobId: string }[]
}

/** What two analyzers say in the same words is one row with both names; the order stays. */
export function shared(reasons: readonly Reason[]): SharedReason[] {
  const rows = new Map<string, SharedReason>()
  for (const { analyzer, jobId, ...reason } of reasons) {
    // What an analyst decided is shown by itself.
    if (jobId === '') continue
    const key = `${reason.level} ${reason.text}`
    const known = rows.get(key)
    const by = [...(known?.by ?? []), { analyzer, jobId }]
    rows.set(key, known ? { ...known, by } : { ...reason, by })
  }
  return [...rows.values()]
}

export const levelsByWeight: readonly VerdictLevel[] = ['malicious', 'suspicious', 'safe', 'none']

export interface Votes {
  /** One of each analyzer that has answered, the worst first. */
  readonly levels: readonly VerdictLevel[]
  /** Asked last without an answer. */
  readonly failed: number
}

export function votesOf(answers: readonly ValueAnswer[]): Votes {
  return {
    levels: answers
      .flatMap(({ level }) => level ?? [])
      .toSorted((a, b) => levelsByWeight.indexOf(a) - levelsByWeight.indexOf(b)),
    failed: answers.filter(
      ({ level, failure }) => level === null && failure && failure.notApplicable === undefined,
    ).length,
  }
}
