import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Secrets } from '../../src/identity/secrets.ts'
import { openInstallation } from '../../src/identity/setup/installation.ts'
import { sealedKey } from '../../src/identity/users/keys.ts'
import { insertUser } from '../../src/identity/users/store.ts'
import { type Database, type Db, openDatabase } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { migratedPostgres } from '../places.ts'
import { insertRows, row } from '../platform/rows.ts'
import { dataFolder, type Server, start } from '../program.ts'
import { startProber } from './prober.ts'

export const places = [
  { name: 'sqlite', settings: async () => ({}) },
  {
    name: 'postgres',
    settings: async () => {
      return { ASSAY_DATABASE_URL: await migratedPostgres() }
    },
  },
] as const satisfies { name: string; settings(): Promise<Record<string, string>> }[]

const secretKey = '0123456789abcdef'.repeat(4)
const now = Date.UTC(2026, 0, 15, 12)
const organizations = ['alpha', 'beta', 'gamma'] as const

export const keyOf = (organization: string) => `key-of-${organization}-0123456789abcdef0123456789`

/** The real program in its own process, on data that existed before it started. */
export async function serveFilled(
  settings: Record<string, string>,
  fill: (database: Database) => Promise<void>,
): Promise<Server> {
  const folder = await dataFolder()
  const { ASSAY_DATABASE_URL: url } = settings
  const database = await openDatabase(url ? { url } : { file: join(folder, 'assay.sqlite') })
  const own = url ? withoutLimits(url) : undefined
  const filled = own ? { ...database, db: own } : database
  try {
    await migrate(database, now)
    const { secrets } = await openInstallation(filled.db, secretKey, now)
    await fillIdentity(filled, secrets)
    await fill(filled)
  } finally {
    await own?.destroy()
    await database.close()
  }
  return start({ ...settings, ASSAY_DATA_DIR: folder, ASSAY_SECRET_KEY: secretKey })
}

/** Sixty megabytes in one row take as long as they take; the pools of the product would give up. */
const withoutLimits = (url: string): Db =>
  new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })

async function fillIdentity({ db }: Database, secrets: Secrets) {
  const created = { created_at: now, created_by: 'init' }
  for (const name of organizations) {
    await db
      .insertInto('organizations')
      .values({ name, description: name, status: 'Active', ...created })
      .execute()
    await insertUser(db, {
      login: name,
      organization: name,
      name,
      roles: JSON.stringify(['read', 'analyze', 'orgadmin']),
      status: 'Active',
      preferences: '{}',
      ...sealedKey(secrets, name, keyOf(name)),
      ...created,
    })
  }
}

/** Jobs that have ended, each with this text as its observable. */
export async function fillJobs(
  { db }: Database,
  count: number,
  data: string,
  organization = 'alpha',
): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await db
      .insertInto('jobs')
      .values({
        id: `${organization}-job-${String(at).padStart(6, '0')}`,
        organization,
        type: 'analyzer',
        worker_id: 'worker',
        worker_name: 'Look_1_0',
        worker_definition_id: 'Look_1_0',
        status: 'Success',
        data_type: 'other',
        data,
        data_hash: `${at}`,
        tlp: 2,
        pap: 2,
        message: '',
        parameters: '{}',
        label: null,
        cache_key: `${at}`,
        error_message: null,
        priority: 0,
        turn: 0,
        attempts: 1,
        created_at: now + at,
        created_by: organization,
      })
      .execute()
}

/** Observables of one case. */
export async function fillObservables(
  { db }: Database,
  texts: readonly string[],
  organization = 'alpha',
): Promise<void> {
  const of = { organization }
  await insertRows(db, {
    cases: [row.case('~1000', of)],
    observables: texts.map((data, at) =>
      row.observable(`~${2000 + at}`, data, { ...of, data_type: 'other', case_id: '~1000' }),
    ),
  })
}

/** Tasks, each in a separate case with this description. */
export async function fillTasks(
  { db }: Database,
  count: number,
  description: string,
  organization = 'alpha',
): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await insertRows(db, {
      cases: [row.case(`~${4000 + at}`, { organization, description })],
      tasks: [row.task(`~${5000 + at}`, `~${4000 + at}`, { organization })],
    })
}

/** Alerts with so many observables each, all of this length. */
export async function fillAlerts(
  { db }: Database,
  count: number,
  observables: number,
  data: string,
  organization = 'alpha',
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const alert_id = `~${6000 + at}`
    await insertRows(db, {
      alerts: [row.alert(alert_id, { organization })],
      observables: Array.from({ length: observables }, (_, one) =>
        row.observable(`~${7000 + at * observables + one}`, `${at} ${one} ${data}`, {
          ...{ organization, data_type: 'other', alert_id },
        }),
      ),
    })
  }
}

/** Watches `/api/alive`; at the end the answers that were late, as sentences. */
export function probeAlive({ address, child }: Server, withinMs?: number) {
  const prober = startProber(
    { address, pid: child.pid ?? 0, data: join(tmpdir(), 'data') },
    withinMs,
  )
  return { stop: async () => (await prober.stop()).late }
}

/** The most memory that the process held at any time, in MiB; Linux keeps it. */
export const peakMemory = ({ child }: Server): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
