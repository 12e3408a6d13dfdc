// What runs where. `npm test` runs the small tier: types, import rules, lint, API, unit tests, server tests
// in one process on SQLite, and the smoke journeys. `npm test -- --all` runs everything, on both databases.

/** In the order in which they run. */
export const projects = ['unit', 'server', 'storage', 'programs', 'journeys'] as const

export const unitTests = [
  '{contract,client,analyzers}/**/*.test.ts',
  '{server,web}/src/**/*.test.ts',
]

/** Unit tests of hundreds of files, or that compile rules again and again; only with `--all`. */
export const largeUnitTests: readonly string[] = [
  'analyzers/src/gallery/cut-off.test.ts',
  'analyzers/src/yara/kept.test.ts',
  'analyzers/src/yara/scan-file.test.ts',
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
  'server/test/platform/webhook-killed.test.ts',
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
  'server/test/budgets/several-nodes.test.ts',
  'server/test/cluster/',
  'server/test/engine/crash-drill.test.ts',
  'server/test/engine/follow-files-killed.test.ts',
  'server/test/engine/killed-server.test.ts',
  'server/test/engine/node-processes.test.ts',
  'server/test/engine/streams-processes.test.ts',
  'server/test/engine/taken-port.test.ts',
  'server/test/engine/two-machines.test.ts',
  'server/test/outage/',
  'server/test/postgres/',
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
  'server/test/security/attacks-sandbox.test.ts',
  'server/test/security/attacks-search.test.ts',
  'server/test/security/attacks-sign-in.test.ts',
  'server/test/security/attacks-upgrade.test.ts',
  'server/test/security/attacks-zygote.test.ts',
  'server/test/security/cookies.test.ts',
  'server/test/security/hostile-client.test.ts',
  'server/test/security/key-rotation.test.ts',
  'server/test/security/list-streaming.test.ts',
  'server/test/security/ordinary-user.test.ts',
  'server/test/security/outgoing.test.ts',
  'server/test/security/prober.test.ts',
  'server/test/security/sandbox-secrets.test.ts',
  'server/test/security/search-budget.test.ts',
  // Other servers and interpreters: containers, Python, a directory, an object store.
  'server/test/engine/docker-runner.test.ts',
  'server/test/engine/sandbox-view.test.ts',
  'server/test/engine/sandbox.test.ts',
  'server/test/engine/warm-python-isolation.test.ts',
  'server/test/engine/warm-python-runs.test.ts',
  'server/test/engine/warm-python-shown.test.ts',
  'server/test/security/docker-images.test.ts',
  'server/test/sign-in/ldap-trouble.test.ts',
  'server/test/sign-in/ldap.test.ts',
  // What has nothing to say without PostgreSQL.
  'server/test/engine/cluster.test.ts',
  'server/test/storage/blob-rows.test.ts',
  'server/test/storage/cluster.test.ts',
  'server/test/storage/functions.test.ts',
  'server/test/storage/jit.test.ts',
  // Large files, many rows, and every call by every kind of caller.
  'server/test/security/bulk-turns.test.ts',
  'server/test/security/cheap-requests.test.ts',
  'server/test/security/planted-secrets.test.ts',
  'server/test/storage/blob-memory.test.ts',
  'server/test/truth.test.ts',
]

/**
 * Only these use `databases`, `migratedPlaces` or `emptyPlaces` of `server/test`, and so run on SQLite
 * and PostgreSQL: storage, queue, search, messages to other processes, and one path of each entity.
 * Everything else is a rule, which no database changes.
 */
export const onBothDatabases: readonly string[] = [
  // SQL itself: dialects, migrations, searches, statements, locks.
  'server/test/api/audit-readers.test.ts',
  'server/test/api/input-forms.test.ts',
  'server/test/api/input.property.test.ts',
  'server/test/api/organization-lists.test.ts',
  'server/test/api/user-lists.test.ts',
  'server/test/engine/artifact-parents.test.ts',
  'server/test/engine/job-lists.test.ts',
  'server/test/engine/responders.test.ts',
  'server/test/engine/similar-files.test.ts',
  'server/test/engine/workers.test.ts',
  'server/test/platform/describe.test.ts',
  'server/test/platform/filter.property.test.ts',
  'server/test/platform/lists.test.ts',
  'server/test/platform/query-tenants.test.ts',
  'server/test/platform/query.test.ts',
  'server/test/platform/required-tasks.test.ts',
  'server/test/platform/similar-bounds.test.ts',
  'server/test/platform/similar-cases.property.test.ts',
  'server/test/platform/similar-cases.test.ts',
  'server/test/platform/stats-of-work.test.ts',
  'server/test/security/attacks-errors.test.ts',
  'server/test/security/attacks-search.test.ts',
  'server/test/security/list-streaming.test.ts',
  'server/test/security/search-budget.test.ts',
  'server/test/storage/aggregate.test.ts',
  'server/test/storage/declared-columns.test.ts',
  'server/test/storage/dialect.test.ts',
  'server/test/storage/migrations.test.ts',
  'server/test/storage/prepared.test.ts',
  'server/test/storage/search.property.test.ts',
  'server/test/storage/search.test.ts',
  'server/test/storage/slow-reader.test.ts',
  'server/test/storage/text-walk.test.ts',
  'server/test/values/tenants.test.ts',
  'server/test/values/verdicts.test.ts',
  // The queue: submit, claim, lease, end, release, recovery, counts.
  'server/test/background/shares.test.ts',
  'server/test/budgets/fair-turns.test.ts',
  'server/test/budgets/learning.test.ts',
  'server/test/budgets/traps.test.ts',
  'server/test/budgets/waiting-jobs.test.ts',
  'server/test/budgets/without.test.ts',
  'server/test/engine/claimed-at-once.test.ts',
  'server/test/engine/crash-drill.test.ts',
  'server/test/engine/deadline.test.ts',
  'server/test/engine/failed-submit.test.ts',
  'server/test/engine/file-store-unavailable.test.ts',
  'server/test/engine/follow-files-killed.test.ts',
  'server/test/engine/follow-files.test.ts',
  'server/test/engine/job-counts.test.ts',
  'server/test/engine/job-reuse.test.ts',
  'server/test/engine/killed-server.test.ts',
  'server/test/engine/left-folders.test.ts',
  'server/test/engine/lost-jobs.test.ts',
  'server/test/engine/nodes.test.ts',
  'server/test/engine/queue-contract.test.ts',
  'server/test/engine/queue.model.test.ts',
  'server/test/engine/queue.test.ts',
  'server/test/engine/resources.test.ts',
  'server/test/engine/shared-queue.test.ts',
  'server/test/engine/stop.test.ts',
  'server/test/engine/watch.test.ts',
  'server/test/outage/spool.test.ts',
  'server/test/platform/action-failures.test.ts',
  'server/test/platform/restarts.test.ts',
  'server/test/platform/unstored-answers.test.ts',
  'server/test/platform/webhook-killed.test.ts',
  'server/test/platform/webhook-shares.test.ts',
  'server/test/platform/webhooks.test.ts',
  // Messages to other processes, and timed deletion.
  'server/test/engine/events.test.ts',
  'server/test/engine/block-lists.test.ts',
  'server/test/engine/organization-retention.test.ts',
  'server/test/engine/request-keys.test.ts',
  'server/test/engine/retention.test.ts',
  'server/test/engine/threat-feeds-upkeep.test.ts',
  'server/test/engine/threat-feeds.test.ts',
  'server/test/platform/events.test.ts',
  'server/test/retention-command.test.ts',
  // Races, locks and transactions: only one wins.
  'server/test/api/first-user-settings.test.ts',
  'server/test/api/first-user.test.ts',
  'server/test/api/last-superadmin.test.ts',
  'server/test/api/login-throttle.test.ts',
  'server/test/api/set-up.test.ts',
  'server/test/platform/clients-of-organizations.test.ts',
  'server/test/platform/merge.test.ts',
  'server/test/platform/promote.test.ts',
  'server/test/platform/tags.test.ts',
  'server/test/security/service-account.test.ts',
  'server/test/security/sign-in-lockout.test.ts',
  'server/test/values/decisions.test.ts',
  'server/test/values/history.test.ts',
  'server/test/values/list-history.test.ts',
  'server/test/values/watches.test.ts',
  // One path of each entity.
  'server/test/api/api-keys.test.ts',
  'server/test/api/attributes.test.ts',
  'server/test/api/audit.test.ts',
  'server/test/api/organizations.test.ts',
  'server/test/api/passwords.test.ts',
  'server/test/api/permissions.test.ts',
  'server/test/api/secrets-in-logs.test.ts',
  'server/test/api/sessions.test.ts',
  'server/test/api/user-changes.test.ts',
  'server/test/api/user-keys.test.ts',
  'server/test/api/users.test.ts',
  'server/test/engine/colliding-names.test.ts',
  'server/test/engine/enabling.test.ts',
  'server/test/engine/first-job.test.ts',
  'server/test/engine/job-files.test.ts',
  'server/test/engine/jobs.test.ts',
  'server/test/engine/shared-configs.test.ts',
  'server/test/engine/submission.test.ts',
  'server/test/engine/tenants.test.ts',
  'server/test/engine/waiting.test.ts',
  'server/test/platform/actions.test.ts',
  'server/test/platform/administration.test.ts',
  'server/test/platform/alert-changes.test.ts',
  'server/test/platform/alerts.test.ts',
  'server/test/platform/analyses.test.ts',
  'server/test/platform/analyzer-templates.test.ts',
  'server/test/platform/attachments.test.ts',
  'server/test/platform/case-archives.test.ts',
  'server/test/platform/case-changes.test.ts',
  'server/test/platform/case-templates.test.ts',
  'server/test/platform/cases.test.ts',
  'server/test/platform/comments.test.ts',
  'server/test/platform/custom-fields.test.ts',
  'server/test/platform/dashboards.test.ts',
  'server/test/platform/hostile-operations.test.ts',
  'server/test/platform/log-attachments.test.ts',
  'server/test/platform/mentions.test.ts',
  'server/test/platform/named-lists.test.ts',
  'server/test/platform/observable-changes.test.ts',
  'server/test/platform/observable-files.test.ts',
  'server/test/platform/observable-types.test.ts',
  'server/test/platform/observables.test.ts',
  'server/test/platform/operations.test.ts',
  'server/test/platform/case-reports.test.ts',
  'server/test/platform/alert-files.test.ts',
  'server/test/platform/case-links.test.ts',
  'server/test/platform/organization-files.test.ts',
  'server/test/platform/pages.test.ts',
  'server/test/platform/report-templates.test.ts',
  'server/test/platform/procedures.test.ts',
  'server/test/platform/shared-case-guests.test.ts',
  'server/test/platform/shares.test.ts',
  'server/test/platform/statuses.test.ts',
  'server/test/platform/story.test.ts',
  'server/test/platform/task-logs.test.ts',
  'server/test/platform/tasks.test.ts',
  'server/test/platform/timeline.test.ts',
  'server/test/platform/users.test.ts',
  'server/test/security/attacks-answers.test.ts',
  'server/test/security/attacks-shares.test.ts',
  'server/test/security/hostile-client.test.ts',
  'server/test/security/hostile-import.test.ts',
  'server/test/sign-in/ldap.test.ts',
  'server/test/sign-in/oidc.test.ts',
  'server/test/sign-in/passkeys.test.ts',
  'server/test/sign-in/second-factor.test.ts',
  'server/test/engine/job-diff.test.ts',
  'server/test/values/investigations.test.ts',
  'server/test/values/not-applicable.test.ts',
  'server/test/values/known.test.ts',
  // Whole installations: start, move, restore, import, upgrade, rotate.
  'server/test/backup/copy.test.ts',
  'server/test/backup/drill.test.ts',
  'server/test/backup/killed-copy.test.ts',
  'server/test/backup/refusals.test.ts',
  'server/test/backup/s3-drill.test.ts',
  'server/test/import/cortex.test.ts',
  'server/test/import/odd-answers.test.ts',
  'server/test/import/odd-thehive.test.ts',
  'server/test/import/thehive.test.ts',
  'server/test/install/doctor.test.ts',
  'server/test/install/metrics.test.ts',
  'server/test/manual/manual.test.ts',
  'server/test/process.test.ts',
  'server/test/security/attacks-upgrade.test.ts',
  'server/test/security/key-rotation.test.ts',
  'server/test/security/redaction.test.ts',
  'server/test/security/webhook-secrecy.test.ts',
  'server/test/user-command.test.ts',
]

/** Files of this list, or of a folder in it. */
export const isListed = (path: string, list: readonly string[]) =>
  list.some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)))

/**
 * With `--all` these run on the PostgreSQL of the distribution, where one is installed, as the programs
 * do: with its default settings, which compile statements that look expensive.
 */
export const onSystemPostgres: readonly string[] = onBothDatabases.filter(
  (path) =>
    /^server\/test\/(storage|engine|background)\//.test(path) && !isListed(path, withPrograms),
)

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
