/** How long an engine may be out of reach, one failed question after the other, until we give up. */
const giveUpAfterMs = 24 * 3_600_000

const firstRetryMs = 2_000
const longestRetryMs = 5 * 60_000

const shortestPauseMs = 200
const longestPauseMs = 30_000

/** A job is polled again after a tenth of its age: the end is seen late by a tenth at most. */
export const nextQuestionMs = (ageMs: number): number =>
  Math.min(Math.max(ageMs / 10, shortestPauseMs), longestPauseMs)

/** Pause after so many failures in a row. */
export const nextRetryMs = (failures: number): number =>
  Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 20), longestRetryMs)

/** Only the number of failures counts, not the clock: a server that was switched off did not ask. */
export function isGivenUp(failures: number): boolean {
  let passedMs = 0
  for (let failure = 1; failure <= failures && passedMs < giveUpAfterMs; failure += 1)
    passedMs += nextRetryMs(failure)
  return passedMs >= giveUpAfterMs
}

/** For a recent job the engine is asked to answer at its end; an old one may take any time. */
export const waitFor = (ageMs: number): string => (ageMs < 30_000 ? '1 second' : '10 milliseconds')
