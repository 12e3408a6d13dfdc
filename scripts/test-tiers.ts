// What runs where. `npm test` runs the small tier: types, import rules, lint, unit tests, server tests in
// one process on SQLite, and the smoke journeys. `npm test -- --all` runs everything, on both databases.

/** In the order in which they run. */
export const projects = ['unit', 'server', 'programs', 'journeys'] as const

export const unitTests = [
  '{contract,client,analyzers}/**/*.test.ts',
  '{server,web}/src/**/*.test.ts',
]

export const serverTests = 'server/test/**/*.test.ts'

export const journeys = 'journeys/**/*.test.ts'

/** First run, analyze a sample, triage one alert, sign in and out. */
export const smokeJourneys = 'journeys/smoke.test.ts'

/** Only with `--all`: they start the program, a PostgreSQL or other servers, or take long. */
export const withPrograms: readonly string[] = []

/**
 * Only these use `databases`, `migratedPlaces` or `emptyPlaces` of `server/test`, and so run on SQLite
 * and PostgreSQL: what is stored, queued, searched and told to other processes, and one path of each
 * entity. Everything else is a rule, which no database changes.
 */
export const onBothDatabases: readonly string[] = []

/** Files of this list, or of a folder in it. */
export const isListed = (path: string, list: readonly string[]) =>
  list.some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)))

/** As Vitest takes them. */
export const globs = (list: readonly string[]) =>
  list.map((entry) => (entry.endsWith('/') ? `${entry}**/*.test.ts` : entry))

/** The last words of `npm test`. */
export function describeLeftOut(): string {
  return [
    'Left out: PostgreSQL, tests that start the program or other servers, and all but the smoke journeys.',
    'Everything: npm test -- --all',
  ].join('\n')
}
