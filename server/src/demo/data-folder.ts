import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { demoState, refuseMixing } from '../identity/setup/demo-mark.ts'
import type { Config } from '../settings/config.ts'
import { type Db, openDatabase } from '../storage/database.ts'
import { day } from './chance.ts'

/**
 * The settings with everything turned off that would reach real data or start a real program: its
 * own folder, database and key, built-in analyzers alone, and no engine but this one.
 */
export const demoConfig = (config: Config): Config => ({
  ...config,
  http: {
    ...config.http,
    // The passwords are public, so any visitor may name files for the list analyzers.
    host: config.sources['http.host'] === 'default' ? '127.0.0.1' : config.http.host,
  },
  data: { ...config.data, dir: join(resolve(config.data.dir), 'demo') },
  database: { ...config.database, url: undefined },
  blobs: { ...config.blobs, url: undefined, formerUrl: undefined },
  secret: { ...config.secret, key: undefined },
  bootstrap: { ...config.bootstrap, password: undefined, key: undefined },
  auth: {
    ...config.auth,
    method: { ...config.auth.method, session: true },
    provider: ['local'],
    readOnlyAccess: true,
  },
  roles: ['engine', 'platform', 'worker'],
  analyzer: { ...config.analyzer, urls: [] },
  responder: { ...config.responder, urls: [] },
  job: { ...config.job, runners: ['builtin'], directory: undefined, retentionMs: 0 },
  platform: { ...config.platform, name: 'thehive', engines: undefined },
})

const databaseFile = 'assay.sqlite'
/** What a demo creates in its folder; nothing else in there is touched. */
const ownFiles = ['-wal', '-shm', ''].map((ending) => `${databaseFile}${ending}`)
const ownPlaces = [...ownFiles, 'master.key', 'blobs', 'jobs', 'lists', 'resources']

/**
 * Before the database is opened for good: example data of an earlier day would look abandoned, and
 * what a crash left half made is not a demo. Both are removed.
 */
export async function clearOutdated({ data }: Config, now: number): Promise<void> {
  const file = join(data.dir, databaseFile)
  if (!existsSync(file)) return
  const { db, close } = await openDatabase({ file })
  let isOutdated: boolean
  try {
    isOutdated = await looksOutdated(db, now)
  } finally {
    await close()
  }
  if (!isOutdated) return
  for (const place of ownPlaces) await rm(join(data.dir, place), { recursive: true, force: true })
}

async function looksOutdated(db: Db, now: number): Promise<boolean> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'meta')) {
    if (tables.length === 0) return false
    throw new Error('The demo data folder contains another database')
  }
  await refuseMixing(db, true)
  const state = await demoState(db)
  if (state !== 'filled') return state === 'filling'
  const newest = await db
    .selectFrom('jobs')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest === undefined || newest.created_at < now - day
}
