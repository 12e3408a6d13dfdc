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

/** Only with `--all`; a folder ends with a slash. */
export const withPrograms: readonly string[] = [
  // The program itself, as people install, start, stop, kill and upgrade it.
  'server/test/apply/',
  'server/test/backup/',
  'server/test/checkout/',
  'server/test/compatibility/replay.test.ts',
  'server/test/demo-content.test.ts',
  'server/test/demo.test.ts',
  'server/test/import/',
  'server/test/install/',
  'server/test/manual/',
  'server/test/platform/connector-process.test.ts',
  'server/test/process-refusals.test.ts',
  'server/test/process.test.ts',
  'server/test/retention-command.test.ts',
  'server/test/scan.test.ts',
  'server/test/storage/blob-move.test.ts',
  'server/test/storage/durability.test.ts',
  'server/test/storage/rolling-upgrade.test.ts',
  'server/test/storage/text-walk.test.ts',
  'server/test/tls.test.ts',
  'server/test/user-command.test.ts',
  // Several processes on one database, and outages.
  'server/test/cluster/',
  'server/test/engine/crash-drill.test.ts',
  'server/test/engine/follow-files-killed.test.ts',
  'server/test/engine/killed-server.test.ts',
  'server/test/engine/node-processes.test.ts',
  'server/test/engine/streams-processes.test.ts',
  'server/test/engine/two-machines.test.ts',
  'server/test/outage/',
  // Attacks on a served program.
  'server/test/security/attacks-answers.test.ts',
  'server/test/security/attacks-docker.test.ts',
  'server/test/security/attacks-errors.test.ts',
  'server/test/security/attacks-events.test.ts',
  'server/test/security/attacks-files.test.ts',
  'server/test/security/attacks-ignored.test.ts',
  'server/test/security/attacks-keys.test.ts',
  'server/test/security/attacks-outgoing.test.ts',
  'server/test/security/attacks-programs.test.ts',
  'server/test/security/attacks-resources.test.ts',
  'server/test/security/attacks-search.test.ts',
  'server/test/security/attacks-sign-in.test.ts',
  'server/test/security/attacks-upgrade.test.ts',
  'server/test/security/cookies.test.ts',
  'server/test/security/hostile-client.test.ts',
  'server/test/security/key-rotation.test.ts',
  'server/test/security/list-streaming.test.ts',
  'server/test/security/outgoing.test.ts',
  'server/test/security/prober.test.ts',
  'server/test/security/sandbox-secrets.test.ts',
  'server/test/security/search-budget.test.ts',
  // Other servers and interpreters: containers, Python, a directory, an object store.
  'server/test/engine/docker-runner.test.ts',
  'server/test/engine/sandbox.test.ts',
  'server/test/engine/warm-python-isolation.test.ts',
  'server/test/engine/warm-python-runs.test.ts',
  'server/test/engine/warm-python-shown.test.ts',
  'server/test/security/docker-images.test.ts',
  'server/test/sign-in/ldap-trouble.test.ts',
  'server/test/sign-in/ldap.test.ts',
  // What has nothing to say without PostgreSQL.
  'server/test/engine/cluster.test.ts',
  'server/test/storage/cluster.test.ts',
  'server/test/storage/jit.test.ts',
  // Large files and many rows.
  'server/test/storage/blob-memory.test.ts',
]

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
