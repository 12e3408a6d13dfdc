export const dayMs = 86_400_000

/** What the settings allow; 0 is not a limit, and as a default it keeps everything. */
export interface RetentionLimits {
  readonly defaultMs: number
  readonly minMs: number
  readonly maxMs: number
}

/**
 * How long jobs of an organization stay after their end, in milliseconds; 0 is forever. `ownDays` is
 * what the organization chose, if it did. The limits also apply to earlier choices.
 */
export function keptForMs(ownDays: number | undefined, limits: RetentionLimits): number {
  const { defaultMs, minMs, maxMs } = limits
  if (ownDays === undefined) return atMost(defaultMs, maxMs)
  return atMost(ownDays === 0 ? 0 : Math.max(ownDays * dayMs, minMs), maxMs)
}

// guard (open = ms): retention.test.ts
const atMost = (ms: number, maxMs: number) => (maxMs > 0 && (ms === 0 || ms > maxMs) ? maxMs : ms)

/** Why an organization cannot choose so many days, or undefined. */
// guards: retention.test.ts
export function retentionProblem(days: number, { minMs, maxMs }: RetentionLimits) {
  if (days === 0)
    return maxMs > 0
      ? `jobDays must be at most ${maxDays(maxMs)}: this installation keeps nothing forever`
      : undefined
  if (days * dayMs < minMs)
    return `jobDays must be at least ${minDays(minMs)}, or 0 to keep all jobs`
  if (maxMs > 0 && days * dayMs > maxMs) return `jobDays must be at most ${maxDays(maxMs)}`
  return undefined
}

/** Whole days inside of the limits. */
export const minDays = (ms: number) => Math.max(1, Math.ceil(ms / dayMs))
export const maxDays = (ms: number) => Math.floor(ms / dayMs)
