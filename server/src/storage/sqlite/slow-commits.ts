import { fewestCommits, slowCommitMs } from '../common/slowness.ts'

const windowMs = 60_000
const silenceMs = 600_000

/**
 * Reports a slow disk, in SQLite's thread, which is ours: writers wait for it, and so does everything
 * else. The mean of a minute counts, not a single commit; logged every ten minutes at most. `now` in
 * milliseconds.
 */
export function watchCommits(warn: (meanMs: number) => void) {
  let window = { endsAt: 0, commits: 0, waitedMs: 0 }
  let silentUntil = 0
  return (waitedMs: number, now: number): void => {
    if (now >= window.endsAt) {
      const mean = window.waitedMs / window.commits
      if (window.commits >= fewestCommits && mean > slowCommitMs && now >= silentUntil) {
        silentUntil = now + silenceMs
        warn(mean)
      }
      window = { endsAt: now + windowMs, commits: 0, waitedMs: 0 }
    }
    window.commits += 1
    window.waitedMs += waitedMs
  }
}
