/** How bad a value is, the least first; `none` was analyzed and nothing speaks for or against it. */
export const verdicts = ['none', 'safe', 'suspicious', 'malicious'] as const
export type Verdict = (typeof verdicts)[number]

/** Stored as its rank, so the worst is the greatest. */
export const rankOf = (verdict: Verdict): number => verdicts.indexOf(verdict)
/** A person's verdict has a rank above all others, see `decision.ts`. */
export const verdictOf = (rank: number): Verdict => verdicts[rank % 10] ?? 'none'

/** Of a taxonomy or a finding: `info` and whatever else programs write state a fact. */
export const rankOfLevel = (level: unknown): number =>
  level === 'info' ? 0 : Math.max(0, verdicts.indexOf(level as Verdict))

/** That an analyzer came to say something else, and by which job. */
export interface Change {
  readonly at: number
  readonly rank: number
  readonly jobId: string
}

/**
 * Changes of one analyzer, the newest first, so the database can prepend one and cut off the end:
 * `1794000000000 3 job;`.
 */
export const changeText = ({ at, rank, jobId }: Change): string => `${at} ${rank} ${jobId};`
/** Some 25 changes of a value by one analyzer. */
export const maxChangesLength = 1000

const written = /^(\d+) (1?[0-3]) (\S+)$/

/** The last one may have been cut off. */
export function readChanges(text: string): Change[] {
  return text
    .split(';')
    .slice(0, -1)
    .flatMap((one) => {
      const [, at, rank, jobId = ''] = written.exec(one) ?? []
      return at === undefined ? [] : [{ at: Number(at), rank: Number(rank), jobId }]
    })
}

/**
 * Inserts a past answer by its time: only a back-fill and an import do. Of equal ones in a row the
 * earliest is the change.
 */
export function withPast(changes: readonly Change[], past: Change): Change[] {
  if (changes.some(({ jobId }) => jobId === past.jobId)) return [...changes]
  const all = [...changes, past].sort((a, b) => b.at - a.at)
  return all.filter(({ rank }, index) => all[index + 1]?.rank !== rank)
}

/** One row of "how the verdict moved". */
export interface Move extends Change {
  readonly from: number | undefined
  /** Index of the analyzer whose answer moved it. */
  readonly by: number
}

/** As the rank of a change: from then on this one says nothing. */
export const ended = -1

/**
 * The verdict of a value over time: at each moment the worst of the analyzers' latest answers.
 * Newest first.
 */
export function movesOf(histories: readonly (readonly Change[])[]): Move[] {
  const steps = histories
    .flatMap((changes, by) => changes.map((change) => ({ ...change, by })))
    .sort((a, b) => a.at - b.at)
  const current = new Map<number, number>()
  const moves: Move[] = []
  let worst: number | undefined
  for (const { by, ...step } of steps) {
    if (step.rank === ended) current.delete(by)
    else current.set(by, step.rank)
    const now = Math.max(0, ...current.values()) % 10
    if (now === worst) continue
    moves.push({ ...step, rank: now, from: worst, by })
    worst = now
  }
  return moves.reverse()
}
