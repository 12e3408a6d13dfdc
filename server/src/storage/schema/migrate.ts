import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { installFunctions, outdatedFunctions } from '../postgres/functions.ts'
import { erasing } from './erase.ts'
import type { Migration } from './migration.ts'
import { identity } from './migrations/0001-identity.ts'
import { audit } from './migrations/0002-audit.ts'
import { loginFailures } from './migrations/0003-login-failures.ts'
import { engine } from './migrations/0004-engine.ts'
import { growth } from './migrations/0005-growth.ts'
import { platform } from './migrations/0007-platform.ts'
import { feeds } from './migrations/0008-feeds.ts'
import { resources } from './migrations/0009-resources.ts'
import { knownSources } from './migrations/0010-known-sources.ts'
import { sealedWebhooks } from './migrations/0011-sealed-webhooks.ts'
import { longTextsLast } from './migrations/0012-long-texts-last.ts'
import { redactedInput } from './migrations/0014-redacted-input.ts'
import { orphanedBlobs } from './migrations/0015-orphaned-blobs.ts'
import { redactedMessages } from './migrations/0016-redacted-messages.ts'
import { runsAndNeeds } from './migrations/0017-runs-and-needs.ts'
import { nodes } from './migrations/0018-nodes.ts'
import { blobs } from './migrations/0019-blobs.ts'
import { streams } from './migrations/0020-streams.ts'
import { submitJobs } from './migrations/0021-submit-jobs.ts'
import { signIn } from './migrations/0022-sign-in.ts'
import { observableHolders } from './migrations/0024-observable-holders.ts'
import { queueFunctions } from './migrations/0025-queue-functions.ts'
import { secondFactor } from './migrations/0026-second-factor.ts'
import { retention } from './migrations/0027-retention.ts'
import { commentsAndAttachments } from './migrations/0028-comments-and-attachments.ts'
import { procedures } from './migrations/0029-procedures.ts'
import { timelineAndStatuses } from './migrations/0030-timeline-and-statuses.ts'
import { fileLikeness } from './migrations/0032-file-likeness.ts'
import { imports } from './migrations/0036-imports.ts'
import { valueAnswers } from './migrations/0037-value-answers.ts'
import { idTokens } from './migrations/0038-id-tokens.ts'
import { pages } from './migrations/0039-pages.ts'
import { shares } from './migrations/0040-shares.ts'
import { templatesAndDashboards } from './migrations/0041-templates-and-dashboards.ts'
import { filesToFollow } from './migrations/0043-files-to-follow.ts'
import { threatFeeds } from './migrations/0044-threat-feeds.ts'
import { followedJobs } from './migrations/0045-followed-jobs.ts'
import { triageAndStory } from './migrations/0047-triage-and-story.ts'
import { investigations } from './migrations/0048-investigations.ts'
import { watches } from './migrations/0049-watches.ts'
import { goneCases } from './migrations/0051-gone-cases.ts'
import { mentions } from './migrations/0052-mentions.ts'
import { withoutJit } from './migrations/0053-without-jit.ts'
import { backgroundWork } from './migrations/0054-background-work.ts'
import { analystVerdicts } from './migrations/0055-analyst-verdicts.ts'
import { notApplicable } from './migrations/0057-not-applicable.ts'
import { knownValues } from './migrations/0058-known-values.ts'
import { listViews } from './migrations/0059-list-views.ts'
import { reports } from './migrations/0060-reports.ts'
import { dismissals } from './migrations/0064-dismissals.ts'
import { requestKeys } from './migrations/0070-request-keys.ts'
import { askers } from './migrations/0071-askers.ts'
import { removedJobs } from './migrations/0072-removed-jobs.ts'
import { contradictionsTold } from './migrations/0073-told-of-contradictions.ts'
import { budgets } from './migrations/0077-budgets.ts'
import { protection } from './migrations/0080-protection.ts'
import { responses } from './migrations/0081-responses.ts'
import { caseLinks } from './migrations/0085-case-links.ts'
import { organizationFiles } from './migrations/0086-organization-files.ts'
import { pagesOfTemplates } from './migrations/0087-pages-of-templates.ts'
import { startedResponses } from './migrations/0090-started-responses.ts'
import { authorsOfRules } from './migrations/0091-authors-of-rules.ts'
import { dryRuns } from './migrations/0092-dry-runs.ts'
import { startingJobs } from './migrations/0093-starting-jobs.ts'
import { rules } from './migrations/0100-rules.ts'
import { lowBudgets } from './migrations/0102-low-budgets.ts'
import { jobsOfObservables } from './migrations/0103-jobs-of-observables.ts'
import { keysOfAgents } from './migrations/0110-keys-of-agents.ts'
import { notices } from './migrations/0115-notices.ts'
import { noticedNews } from './migrations/0116-noticed-news.ts'
import { addresses } from './migrations/0117-addresses.ts'
import { outbox } from './migrations/0118-outbox.ts'
import { channels } from './migrations/0119-channels.ts'
import { mailboxes } from './migrations/0120-mailboxes.ts'
import { mailTexts } from './migrations/0121-mail-texts.ts'
import { mispEvents } from './migrations/0122-misp-events.ts'
import { returnedAddresses } from './migrations/0123-returned-addresses.ts'
import { auditCursors } from './migrations/0125-audit-cursors.ts'
import { dueDates } from './migrations/0130-due-dates.ts'
import { clocks } from './migrations/0131-clocks.ts'
import { secretInputs } from './migrations/0141-secret-inputs.ts'
import { analyzerSets } from './migrations/0150-analyzer-sets.ts'
import { jobProgress } from './migrations/0151-job-progress.ts'
import { desk } from './migrations/0160-desk.ts'
import { mailReplies } from './migrations/0165-mail-replies.ts'
import { mispFailures } from './migrations/0166-misp-failures.ts'
import { lineOfEvents } from './migrations/0170-line-of-events.ts'
import { answersInBatches } from './migrations/0171-answers-in-batches.ts'
import { reservedJobs } from './migrations/0185-reserved-jobs.ts'

/** Forward only, in this order. A migration that was released is never changed. */
export const migrations: readonly Migration[] = [
  identity,
  audit,
  loginFailures,
  engine,
  growth,
  platform,
  feeds,
  resources,
  knownSources,
  sealedWebhooks,
  longTextsLast,
  redactedInput,
  orphanedBlobs,
  redactedMessages,
  runsAndNeeds,
  nodes,
  blobs,
  streams,
  submitJobs,
  signIn,
  observableHolders,
  queueFunctions,
  secondFactor,
  retention,
  commentsAndAttachments,
  procedures,
  timelineAndStatuses,
  fileLikeness,
  imports,
  valueAnswers,
  idTokens,
  pages,
  shares,
  templatesAndDashboards,
  filesToFollow,
  threatFeeds,
  followedJobs,
  triageAndStory,
  investigations,
  watches,
  goneCases,
  mentions,
  withoutJit,
  backgroundWork,
  analystVerdicts,
  notApplicable,
  knownValues,
  listViews,
  reports,
  dismissals,
  requestKeys,
  askers,
  removedJobs,
  contradictionsTold,
  budgets,
  protection,
  responses,
  caseLinks,
  organizationFiles,
  pagesOfTemplates,
  startedResponses,
  authorsOfRules,
  dryRuns,
  startingJobs,
  rules,
  lowBudgets,
  jobsOfObservables,
  keysOfAgents,
  notices,
  noticedNews,
  addresses,
  outbox,
  channels,
  mailboxes,
  mailTexts,
  mispEvents,
  returnedAddresses,
  auditCursors,
  dueDates,
  clocks,
  secretInputs,
  analyzerSets,
  jobProgress,
  desk,
  mailReplies,
  mispFailures,
  lineOfEvents,
  answersInBatches,
  reservedJobs,
]

const numberOf = ({ name }: Migration) => Number(name.slice(0, 4))

/** The schemas that this version works with, by the number of their last migration. */
export const schemaRange = {
  min: Math.max(...migrations.map(numberOf)),
  max: Math.max(...migrations.map(numberOf)),
}

type MigrationTables = {
  schema_migrations: { name: string; applied_at: number }
  /** Migrations that older programs may ignore: only their author can tell. */
  compatible_migrations: { name: string }
}

interface Applied {
  readonly names: readonly string[]
  readonly compatible: readonly string[]
}

/** Names of those that `migrate` would run. */
export async function pendingMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const applied = await appliedTo(ownTables(db)).catch(() => ({ names: [], compatible: [] }))
  return missing(migrations, applied).map(({ name }) => name)
}

/** Names of all that it has had; none for a database without our tables. */
export async function appliedMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const { names } = await appliedTo(ownTables(db)).catch(() => ({ names: [] }))
  return [...names].sort()
}

/**
 * Runs the missing migrations, all or none, and answers their names; then the functions of PostgreSQL are
 * those of this release. Of several processes that start at once one does the work, and the others wait
 * for it.
 */
export async function migrate(
  { patient: db, dialect }: Pick<Database, 'patient' | 'dialect'>,
  now: number,
  wanted: readonly Migration[] = migrations,
  pausesMs?: readonly number[],
): Promise<string[]> {
  const own = ownTables(db)
  // One read when nothing is missing. It fails on an empty database; a real trouble shows below.
  const known = await appliedTo(own).catch(() => undefined)
  // The tables of an earlier release, as a backup of it has them, are no place for the functions of this one.
  const hasFunctions =
    dialect.name === 'postgres' && migrations.every((one) => wanted.includes(one))
  if (known && missing(wanted, known).length === 0)
    if (!hasFunctions || isNothing(await outdatedFunctions(db))) return []

  const run = () =>
    own.transaction().execute(async (tx) => {
      await dialect.lockMigrations(tx)
      await dialect
        .tableOptions(tx.schema.createTable('schema_migrations').ifNotExists())
        .addColumn('name', dialect.text, (column) => column.primaryKey())
        .addColumn('applied_at', dialect.integer, (column) => column.notNull())
        .execute()
      await dialect
        .tableOptions(tx.schema.createTable('compatible_migrations').ifNotExists())
        .addColumn('name', dialect.text, (column) => column.primaryKey())
        .execute()
      // Read again under the lock: another process may have done the work.
      const pending = missing(wanted, await appliedTo(tx))
      for (const { name, up, keepsOlder } of pending) {
        await up(tx, dialect)
        await tx.insertInto('schema_migrations').values({ name, applied_at: now }).execute()
        if (keepsOlder) await tx.insertInto('compatible_migrations').values({ name }).execute()
      }
      if (hasFunctions) await installFunctions(tx, { isForced: pending.length > 0 })
      return pending.map(({ name }) => name)
    })
  // Some take secrets out of what earlier versions stored.
  return await afterConflicts(() => (known ? erasing({ db, dialect }, run) : run()), pausesMs)
}

const isNothing = (lists: object) => Object.values(lists).every((list) => list.length === 0)

/** Other processes keep working, and may hold what a migration needs. */
const usualPauses = [100, 500, 2_000, 5_000]

/** What SQLite says while another process migrates the same file for longer than a write waits. */
const sqliteBusy = 5

/** PostgreSQL aborts one of two deadlocked transactions; nothing of it has happened. */
async function afterConflicts<T>(
  work: () => Promise<T>,
  pausesMs: readonly number[] = usualPauses,
): Promise<T> {
  const [pauseMs, ...further] = pausesMs
  try {
    return await work()
  } catch (error) {
    const { code, errcode } = error as { code?: unknown; errcode?: unknown }
    const isLocked = (Number(errcode) & 0xff) === sqliteBusy
    const isConflict = isLocked || code === '40P01' || code === '40001' || code === '55P03'
    if (!isConflict || pauseMs === undefined) throw error
    await sleep(pauseMs)
    return afterConflicts(work, further)
  }
}

/** A migration of a newer version that this one cannot live with, if the database has one. */
export async function foreignMigration(
  { db }: Pick<Database, 'db'>,
  known: readonly Migration[] = migrations,
): Promise<string | undefined> {
  return stranger(known, await appliedTo(ownTables(db)))
}

const ownTables = (db: Database['db']) => db.$pickTables<never>().withTables<MigrationTables>()

async function appliedTo(db: Kysely<MigrationTables>): Promise<Applied> {
  const rows = await db.selectFrom('schema_migrations').select('name').execute()
  const names = rows.map(({ name }) => name)
  // Databases of earlier versions have no such table, and nothing to say in it. Inside a transaction
  // it is always there.
  const marked = await (db.isTransaction
    ? db.selectFrom('compatible_migrations').select('name').execute()
    : db
        .selectFrom('compatible_migrations')
        .select('name')
        .execute()
        .catch(() => []))
  return { names, compatible: marked.map(({ name }) => name) }
}

const stranger = (known: readonly Migration[], { names, compatible }: Applied) =>
  names.find((name) => !known.some((one) => one.name === name) && !compatible.includes(name))

function missing(wanted: readonly Migration[], applied: Applied): Migration[] {
  const foreign = stranger(wanted, applied)
  if (foreign !== undefined) {
    throw new Error(
      `The database was migrated by a newer version of Assay (migration ${foreign}). ` +
        'Start that version, or restore a backup made before the upgrade.',
    )
  }
  return wanted.filter(({ name }) => !applied.names.includes(name))
}
