/**
 * How long a test waits for something that must happen: for a condition, never for time to pass. A
 * test that passes hardly waits; one that fails says so after this. It grows with how slow the machine
 * was when the run began, see `scripts/test-slowness.ts`.
 */
export const patienceMs = 60_000 * Math.max(1, Number(process.env.ASSAY_TEST_SLOWNESS ?? 1))
