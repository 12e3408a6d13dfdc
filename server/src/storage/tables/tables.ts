import type { JobStatus } from '@assay/contract'
import type { Generated, SelectType } from 'kysely'
import type { BlobTables } from './blobs.ts'
import type { BudgetColumns, BudgetTables } from './budgets.ts'
import type { ClockTables } from './clocks.ts'
import type { ChangeColumns } from './common-columns.ts'
import type { IdentityTables } from './identity.ts'
import type { InvestigationTables } from './investigations.ts'
import type { JobTables } from './jobs.ts'
import type { MailTables } from './mail.ts'
import type { NoticeTables } from './notices.ts'
import type { PlatformTables } from './platform.ts'
import type {
  GuardedResponseTable,
  ProtectedValueTable,
  ResponderPolicyTable,
  SecretInputTable,
} from './responses.ts'
import type { RuleTables } from './rules.ts'
import type { ThreatEntryTable, ThreatFeedTable, ThreatLoadTable } from './threat-feeds.ts'
import type {
  AnalystVerdictTable,
  KnownValueTable,
  ListViewTable,
  RemovedJobTable,
  UnsettledValueTable,
  ValueAnswerTable,
} from './values.ts'
import type { WatchTables } from './watches.ts'

/** What an organization chose; without a row the settings decide. */
export interface RetentionTable {
  organization: string
  /** 0 is forever. */
  job_days: number
  updated_at: number
  updated_by: string
}

/**
 * Facts about this installation: `instance` (random id), `canary` (proves the master key), `service`
 * (secret of the service account, sealed); see `identity/setup/installation.ts`.
 */
export interface MetaTable {
  name: string
  value: string
}

/** An analyzer or responder that an organization has enabled. */
export interface WorkerTable extends BudgetColumns, ChangeColumns {
  /** MD5 of organization, name and type: the same name enabled again is the same worker. */
  id: string
  organization: string
  type: 'analyzer' | 'responder'
  name: string
  definition_id: string
  /** Name in the catalog, by which newer versions are found. */
  definition_name: string
  version: string
  description: string
  author: string
  url: string
  license: string
  base_config: string
  /** JSON array. */
  data_type_list: string
  /** Whole path of the program; callers see its name only. */
  command: string | null
  /** Folder in which the program is started. */
  working_folder: string | null
  docker_image: string | null
  /** Name of a built-in analyzer. */
  builtin: string | null
  /** JSON object that the definition ships; kept, so a vanished definition still runs. */
  definition_config: string
  /** JSON object, sealed: contains API keys of external services. */
  configuration_sealed: string
  /** Keyed hash of the configuration: a changed one must not be answered from the cache. */
  configuration_hash: string
  max_tlp: number | null
  max_pap: number | null
  rate: number | null
  rate_unit: 'Second' | 'Minute' | 'Hour' | 'Day' | 'Month' | null
  job_cache: number | null
  job_timeout: number | null
  /** Label of the nodes that run it; null is `default`. */
  pool: string | null
  /** How many of its jobs may run at once, on all nodes together. */
  max_concurrent: number | null
}

/** Analyzers under one name. */
export interface AnalyzerSetTable extends ChangeColumns {
  id: string
  organization: string
  name: string
  /** JSON array of names. */
  analyzers: string
  /** JSON array; empty means all. */
  data_types: string
}

/** Configuration shared by the flavours of a worker, or by all (`global`). */
export interface WorkerConfigTable {
  organization: string
  type: 'analyzer' | 'responder'
  name: string
  config_sealed: string
  updated_at: number
  updated_by: string
}

/** The address of a published block list. */
export interface FeedTable {
  organization: string
  name: string
  /** Keyed hash of the token in the address: a stolen database opens no list. */
  token_hash: string
  created_at: number
  created_by: string
}

export interface FeedEntryTable {
  organization: string
  feed: string
  data_type: string
  value: string
  added_at: number
  /** Null stays for good. */
  expires_at: number | null
  job_id: string
  added_by: string
}

/** A file of an organization that its analyzers are configured with: rules, lists, databases. */
export interface ResourceTable {
  organization: string
  name: string
  /** SHA-256. */
  attachment_id: string
  size: number
  created_at: number
  created_by: string
}

/** A running process; its row is removed when it stops. */
export interface NodeTable {
  id: string
  name: string
  /** Where `pid` means something. */
  machine: string
  pid: number
  started_at: number
  /** By the clock of the database. */
  seen_at: number
  version: string
  schema_min: number
  schema_max: number
  /** JSON array. */
  roles: string
  slots: number
  running: number
  /** JSON array: runners that answered a try. */
  runners: string
  /** JSON array of `needs` of jobs that it may claim. */
  accepts: string
  /** JSON array. */
  labels: string
  /** 1 when it was asked to claim nothing more, 2 when it has acknowledged that. */
  draining: Generated<number>
  /** 1 from the signal to stop on. */
  stopping: Generated<number>
}

/** What waiting jobs need and no node offers, and since when. */
export interface MissingOfferTable {
  needs: string
  since: number
}

/** A client that polls for events, at any process. */
export interface StreamTable {
  id: string
  organization: string
  /** Number of the last event that was handed over. */
  position: number
  polled_at: number
}

/** Of the last quarter of an hour, and only of organizations that have streams. */
export interface StreamEventTable {
  number: Generated<number>
  organization: string
  job_id: string
  status: JobStatus
  at: number
}

/** The mapping of another system's entity: an import that is run again imports nothing twice. */
export interface ImportedObjectTable {
  /** Which installation: `cortex https://…`. */
  source: string
  type: string
  source_id: string
  /** Its id here; of something that was removed since, too. */
  id: string
}

/** The position of an import; everything older was imported, or reported. */
export interface ImportPositionTable {
  source: string
  organization: string
  step: string
  /** When the last entity was created there. */
  position: number
  updated_at: number
}

export interface Tables
  extends BlobTables,
    BudgetTables,
    IdentityTables,
    InvestigationTables,
    JobTables,
    ClockTables,
    MailTables,
    NoticeTables,
    PlatformTables,
    RuleTables,
    WatchTables {
  retention: RetentionTable
  meta: MetaTable
  workers: WorkerTable
  worker_configs: WorkerConfigTable
  value_answers: ValueAnswerTable
  analyst_verdicts: AnalystVerdictTable
  known_values: KnownValueTable
  unsettled_values: UnsettledValueTable
  list_views: ListViewTable
  analyzer_sets: AnalyzerSetTable
  removed_jobs: RemovedJobTable
  protected_values: ProtectedValueTable
  responder_policies: ResponderPolicyTable
  guarded_responses: GuardedResponseTable
  feeds: FeedTable
  feed_entries: FeedEntryTable
  resources: ResourceTable
  secret_inputs: SecretInputTable
  threat_feeds: ThreatFeedTable
  threat_loads: ThreatLoadTable
  threat_entries: ThreatEntryTable
  nodes: NodeTable
  missing_offers: MissingOfferTable
  streams: StreamTable
  stream_events: StreamEventTable
  imported_objects: ImportedObjectTable
  import_positions: ImportPositionTable
}

export type TableName = keyof Tables & string
export type Column<T extends TableName> = keyof Tables[T] & string
export type Row<T extends TableName, C extends Column<T>> = { [K in C]: SelectType<Tables[T][K]> }
