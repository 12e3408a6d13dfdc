/**
 * How long a test waits for something that must happen: for a condition, never for time to pass. A
 * test that passes hardly waits; one that fails says so after this. It grows with how slow the machine
 * was when the run began, see `scripts/test-slowness.ts`.
 */
export const patienceMs = 60_000 * Math.max(1, Number(process.env.ASSAY_TEST_SLOWNESS ?? 1))

/**
 * `http.stopTimeout` of a server whose jobs never end: they are given back after half of it, and the
 * rest must do for everything else that a stop does.
 */
export const stopTimeout = `${Math.round(patienceMs / 5_000)}s`
