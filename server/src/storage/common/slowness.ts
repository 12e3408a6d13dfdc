const windowMs = 60_000
/** On average; above it, writers notice the disk. */
export const slowCommitMs = 20
/** Fewer say nothing about the disk. */
export const fewestCommits = 20
const slowStatementMs = 1_000

interface Seen {
  readonly since: number
  commits: number
  committedMs: number
  slowStatements: number
}

export interface Slowness {
  committed(ms: number, now: number): void
  answered(ms: number, now: number): void
  /** Why the database is slow, seen in this minute and the one before; for an operator. */
  reasons(now: number): string[]
}

/** Times in milliseconds, of a clock that never goes back. */
export function watchSlowness(): Slowness {
  let current: Seen = startAt(0)
  let before: Seen = startAt(0)
  const at = (now: number): Seen => {
    if (now - current.since < windowMs) return current
    before = now - current.since < 2 * windowMs ? current : startAt(now)
    current = startAt(now)
    return current
  }
  return {
    committed(ms, now) {
      const seen = at(now)
      seen.commits += 1
      seen.committedMs += ms
    },
    answered(ms, now) {
      if (ms > slowStatementMs) at(now).slowStatements += 1
    },
    reasons(now) {
      const both = [at(now), before]
      const sum = (count: (seen: Seen) => number) =>
        both.reduce((all, seen) => all + count(seen), 0)
      const commits = sum((seen) => seen.commits)
      const meanMs = sum((seen) => seen.committedMs) / commits
      const slow = sum((seen) => seen.slowStatements)
      return [
        ...(commits >= fewestCommits && meanMs > slowCommitMs
          ? [`slow commits (${Math.round(meanMs)} ms): check the database disk`]
          : []),
        ...(slow > 0
          ? [`${slow} statements took longer than a second in the last two minutes`]
          : []),
      ]
    },
  }
}

const startAt = (since: number): Seen => ({ since, commits: 0, committedMs: 0, slowStatements: 0 })
