import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { makeBackground } from '../../src/background/background.ts'
import type { EngineDeps } from '../../src/engine/deps.ts'
import { recoverExpired } from '../../src/engine/execution/lease.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import type { JobRow } from '../../src/engine/job-rows/store.ts'
import { makeJobEvents } from '../../src/engine/jobs/events.ts'
import { submit } from '../../src/engine/jobs/submit.ts'
import { openQueue } from '../../src/engine/queue/open.ts'
import { makeBus } from '../../src/events/bus.ts'
import { makeSecrets } from '../../src/identity/secrets.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { openFolderBlobs } from '../../src/storage/blobs/open.ts'
import type { Db } from '../../src/storage/database.ts'
import type { WorkerTable } from '../../src/storage/tables/tables.ts'
import type { TestDatabase, TestDatabases } from '../databases.ts'

/** A node that runs whatever there is, and one without Docker. */
export const everything = ['default/*']
export const programsOnly = ['default/any', 'default/process/*']

export const organizations = ['alpha', 'beta', 'gamma', 'delta'] as const

export interface Submission {
  organization: string
  type?: 'analyzer' | 'responder'
  /** A person in front of a screen, or a program. */
  isPerson?: boolean
  data?: string
}

export interface TestQueue {
  database: TestDatabase
  deps: EngineDeps
  clock: { now(): number; advance(ms: number): void }
  /** As the run call does it, with force; answers the id. */
  submit(submission: Submission): Promise<string>
  /** The same without force: an equal job may be the answer. */
  ask(organization: string, data: string): Promise<{ id: string; fromCache: boolean }>
  rows(): Promise<JobRow[]>
  row(id: string): Promise<JobRow>
  clear(): Promise<void>
}

export const claim = ({ deps }: TestQueue, owner: string, count: number) =>
  deps.jobQueue.claim(owner, count, everything)

/** The queue of another process, or inside a transaction. */
export const queueOn = (deps: EngineDeps, db: Db) => openQueue({ ...deps, db, queue: db })

/** What another process is handed. */
export const onHandle = (deps: EngineDeps, db: Db): EngineDeps => ({
  ...deps,
  db,
  queue: db,
  jobQueue: queueOn(deps, db),
})

/** From 0 on. */
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Organizations with workers, the queue they submit to, and no runner. */
export async function makeQueue(
  open: TestDatabases['open'],
  environment: Record<string, string> = {},
): Promise<TestQueue> {
  const database = await open()
  const { db, dialect } = database
  const folder = await mkdtemp(join(tmpdir(), 'assay-queue-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const clock = testClock()
  const log = pino({ level: 'silent' })
  const deps: EngineDeps = {
    config: loadConfig({ environment: { ASSAY_DATA_DIR: folder, ...environment } }),
    clock,
    log,
    db,
    queue: database.queue,
    checkDatabase: database.check,
    slowDatabase: database.slow,
    schemaProblem: () => undefined,
    dialect,
    cluster: database.cluster,
    secrets: makeSecrets('a master key for tests, long enough'),
    bus: makeBus(),
    background: makeBackground({ clock, log, stopping: new AbortController().signal }),
    blobs: openFolderBlobs(join(folder, 'blobs'), { maxBytes: 1_000_000, now: clock.now }),
    selfUrl: () => undefined,
    stopping: new AbortController().signal,
    instance: 'test',
    // Submissions of responders look for declared inputs; here are none.
    catalogue: { find: () => undefined } as unknown as EngineDeps['catalogue'],
    events: makeJobEvents(),
    jobQueue: openQueue({ db, queue: database.queue, dialect, clock }),
    runners: [],
    workingRunners: () => [],
    offered: () => [],
    waitingFor: () => undefined,
    workersChanged: () => undefined,
    openHeldJobs: () => undefined,
    jobsFolder: join(folder, 'jobs'),
    // No run is brought home.
    spool: { runs: () => [] } as never,
    // No job is run.
    operatorFolder: undefined,
    resourceCache: undefined as never,
    wake: () => false,
    reserve: async () => undefined,
  }
  await seed(db)
  const row = (id: string) =>
    db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    database,
    deps,
    clock,
    async submit({ organization, type = 'analyzer', isPerson = false, data = 'x' }) {
      const caller = { login: 'somebody', organization, roles: [], via: viaOf(isPerson) }
      const input = { data, dataType: 'other', force: true }
      const { job } = await submit(deps, caller, type, `${organization}-${type}`, input)
      return job.id
    },
    async ask(organization, data) {
      const caller = { login: 'somebody', organization, roles: [], via: viaOf(false) }
      const input = { data, dataType: 'other' }
      const worker = `${organization}-analyzer`
      const { job, fromCache } = await submit(deps, caller, 'analyzer', worker, input)
      return { id: job.id, fromCache }
    },
    rows: () => db.selectFrom('jobs').selectAll().execute(),
    row,
    async clear() {
      await db.deleteFrom('jobs').execute()
    },
  }
}

const viaOf = (isPerson: boolean) => (isPerson ? ('session' as const) : ('key' as const))

function testClock() {
  let now = Date.UTC(2026, 0, 15, 12)
  return {
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
    sleep: async () => undefined,
    overridesDatabase: true,
  }
}

async function seed(db: Db): Promise<void> {
  const created = { created_at: 0, created_by: 'init' }
  await db
    .insertInto('organizations')
    .values(
      organizations.map((name) => ({ name, description: name, status: 'Active', ...created })),
    )
    .execute()
  const workers = organizations.flatMap((organization) =>
    (['analyzer', 'responder'] as const).map((type) => worker(organization, type)),
  )
  await db.insertInto('workers').values(workers).execute()
}

const worker = (organization: string, type: 'analyzer' | 'responder'): Insertable<WorkerTable> => ({
  id: `${organization}-${type}`,
  organization,
  type,
  name: type,
  definition_id: 'Fixture_1_0',
  definition_name: 'Fixture',
  version: '1.0',
  description: '',
  author: '',
  url: '',
  license: '',
  base_config: 'Fixture',
  data_type_list: '["other"]',
  // What delta runs needs another kind of node than what the others do.
  ...(organization === 'delta' ? { docker_image: 'x/y:1' } : { command: '/bin/true' }),
  definition_config: '{}',
  configuration_sealed: '',
  configuration_hash: '',
  created_at: 0,
  created_by: 'init',
})

/** As if the processes that run jobs had been silent for too long. */
export async function loseAll({ clock, deps }: TestQueue) {
  clock.advance(leaseMs + 1)
  await recoverExpired(deps)
}
