import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { makeBackground } from './background/background.ts'
import { blobsOptions, openConfigured, refuseUnsafeUpgrade, systemClock } from './configured.ts'
import type { Deps } from './deps.ts'
import { storageTrouble } from './domain/storage-trouble.ts'
import { type Engine, prepareEngine } from './engine/engine.ts'
import { startNode } from './engine/nodes/node.ts'
import type { Builtin } from './engine/runners/builtin/builtin-runner.ts'
import { makeRunners } from './engine/runners/runners.ts'
import { makeBus } from './events/bus.ts'
import { post } from './http/outgoing.ts'
import { listenTls, readPair, type TlsListener } from './http/tls-listener.ts'
import { startAuditStream } from './identity/audit-stream/send.ts'
import { startHousekeeping } from './identity/housekeeping.ts'
import { loadMasterKey } from './identity/master-key.ts'
import { checkOidcSettings } from './identity/oidc/settings.ts'
import { refuseMixing } from './identity/setup/demo-mark.ts'
import { bootstrapFirstUser, setupToken } from './identity/setup/first-user.ts'
import { openInstallation, opensDatabase } from './identity/setup/installation.ts'
import { hasUsers } from './identity/users/store.ts'
import { startChannels } from './knowledge/channels/send.ts'
import { startKnownValues } from './knowledge/known/keep.ts'
import { startNoticesOfNews } from './knowledge/notices/from-news.ts'
import { startOutbox } from './knowledge/outbox/send.ts'
import { preparePlatform } from './platform/platform.ts'
import { makeLog } from './process/log.ts'
import { selfUrl } from './process/self-url.ts'
import { reloadOnSignal, stopOnSignal } from './process/signals.ts'
import { type PostSpans, startTracing } from './process/tracing.ts'
import { version } from './process/version.ts'
import type { Config } from './settings/config.ts'
import { openBlobs } from './storage/blobs/open.ts'
import { lockData } from './storage/common/data-lock.ts'
import type { Database } from './storage/database.ts'
import { repeatable } from './storage/rows/prepared.ts'
import { migrate } from './storage/schema/migrate.ts'
import { notifyMigration, type SchemaWatch, watchSchema } from './storage/schema/schema-watch.ts'

const pageDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface ServeOptions {
  /** In addition to those that come with the program. */
  readonly builtins?: readonly Builtin[]
  /** Example data in a separate folder instead of the one in the settings. */
  readonly isDemo?: boolean
  /** Reads the settings again, at a SIGHUP. */
  readonly reload?: () => Config
}

/** Settings → database → tables → app → listen. SIGTERM, or a failed start, undoes it in reverse. */
export async function serve(
  given: Config,
  { builtins = [], isDemo = false, reload }: ServeOptions = {},
): Promise<void> {
  // Loaded on demand: a normal start does without it.
  const demo = isDemo ? await import('./demo/demo.ts') : undefined
  const config = demo?.demoConfig(given) ?? given
  const log = makeLog(config.log.level, config.log.format)
  // Whatever was inherited: what is written from now on is for this user alone, that of SQLite included.
  process.umask(0o077)
  const closers: (() => Promise<unknown>)[] = []
  const stopping = new AbortController()
  // Before anything is open: a SIGHUP must never be the end.
  reloadOnSignal(config, log, reload && !isDemo ? reload : () => config)
  let isLeaving = false
  const stopTracing = startTracing(config.environment, version, log, postSpans)
  if (stopTracing) closers.push(stopTracing)
  const stop = async () => {
    stopping.abort()
    for (const close of closers.toReversed()) await close()
  }
  try {
    await demo?.clearOutdated(config, systemClock.now())
    warnOfProxy(config, log)
    await refuseUnsafeUpgrade(config)
    const database = await openConfigured(config, log)
    closers.push(database.close)
    closers.push(shareData(config, log))
    warnOfOpenFolder(config, log)
    surviveOutages(log)
    const migrated = await repeatable(() => migrate(database, systemClock.now()))
    if (migrated.length > 0) notifyMigration(database)
    const schema = watchSchema(database, version, log)
    closers.push(schema.stop)
    await refuseMixing(database.db, isDemo)
    let listening: FastifyInstance | undefined
    const self = () => selfUrl(listening)
    const deps = await makeDeps(config, database, log, stopping.signal, self, schema)
    closers.push(deps.blobs.close)
    // An unavailable store is logged, and does not block what needs no file.
    void deps.blobs.check().catch(() => undefined)
    const bootstrapped = await bootstrapFirstUser(deps)
    if (bootstrapped !== undefined) log.info({ login: bootstrapped }, 'first superadmin created')
    await demo?.fillOnce(deps)
    const engine = config.roles.some((role) => role !== 'platform')
      ? await prepareConfiguredEngine(deps, builtins)
      : undefined
    if (engine) closers.push(() => engine.stop(config.http.stopTimeoutMs / 2))
    const platform = config.roles.includes('platform') ? preparePlatform(deps) : undefined
    if (platform) closers.push(() => platform.stop())
    const begun: (() => Promise<unknown>)[] = []
    closers.push(() => Promise.all(begun.map((stopPart) => stopPart())))
    const beginning = Promise.withResolvers<void>()
    const { http } = await buildApp(deps, {
      pageDirectory,
      engine,
      platform,
      demoUsers: demo?.demoUsers,
      isLeaving: () => isLeaving,
      begun: beginning.promise,
    })
    closers.push(() => http.close())
    const tls = await listen(http, config, log)
    if (tls) closers.push(tls.stop)
    listening = http
    // Only with the port in hand: a second start on a port that is taken must not run, fail or
    // remove anything.
    closers.push(async () => beginning.resolve())
    if (!engine) begun.push((await startIdleNode(deps)).stop)
    await engine?.begin()
    await platform?.begin()
    begun.push(startHousekeeping(deps).stop)
    begun.push(startKnownValues(deps).stop)
    begun.push(startNoticesOfNews(deps).stop)
    begun.push((await startOutbox(deps)).stop)
    begun.push(startChannels(deps).stop)
    begun.push((await startAuditStream(deps)).stop)
    beginning.resolve()
    // Until here everything waited for the database; from here on callers get an error while it is
    // unavailable.
    database.setPatience(requestPatienceMs)
    // Before the announcement: its reader may send a signal at once.
    const leave = () => {
      isLeaving = true
    }
    stopOnSignal({ config, log, leave, stop })
    if (demo && engine) closers.push(demo.startLive(deps, engine).stop)
    await printReady(deps, tls?.port ?? portOf(http), demo?.introduction ?? [])
  } catch (error) {
    await stop()
    throw error
  }
}

/** Files of earlier versions may be readable there. */
function warnOfOpenFolder({ data }: Config, log: Logger): void {
  const folder = resolve(data.dir)
  const info = statSync(folder, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !info) return
  const mode = (info.mode & 0o777).toString(8)
  const isOthers = process.getuid?.() !== 0 && info.uid !== process.getuid?.()
  if (isOthers)
    log.warn({ folder }, 'data folder is owned by another user, who can replace its contents')
  else if (info.mode & 0o077)
    log.warn(
      { folder, mode },
      `data folder is accessible to other users on this machine; run: chmod 700 ${folder}`,
    )
}

/** If the program itself speaks no TLS, a proxy in front of it does. */
function warnOfProxy({ http: { publicUrl, trustProxy, tls } }: Config, log: Logger): void {
  if (
    tls.cert !== undefined ||
    publicUrl === undefined ||
    !/^https:/i.test(publicUrl) ||
    trustProxy.length > 0
  )
    return
  log.warn(
    'http.publicUrl is https but http.trustProxy is empty: add your proxy there. Until then all users ' +
      'behind it share one address in sign-in throttling and the audit trail',
  )
}

/** The collector is the operator's choice, so it may be in a private network. */
const postSpans: PostSpans = (url, headers, body) =>
  post({
    url,
    headers,
    body,
    timeoutMs: 5_000,
    mayReachPrivate: true,
    signal: new AbortController().signal,
  })

/** With a certificate the port speaks TLS, and calls of the process to itself stay on a local port. */
async function listen(
  http: FastifyInstance,
  { http: { host, port, tls } }: Config,
  log: Logger,
): Promise<TlsListener | undefined> {
  const { cert, key } = tls
  if ((cert === undefined) !== (key === undefined))
    throw new Error('Set both http.tls.cert and http.tls.key, or neither')
  try {
    if (cert === undefined || key === undefined) {
      await http.listen({ host, port })
      return undefined
    }
    await readPair({ cert, key })
    await http.listen({ host: '127.0.0.1', port: 0 })
    return await listenTls(http, { cert, key }, { host, port }, log)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is already in use. Choose another with ASSAY_HTTP_PORT`)
  }
}

/** As long as it is held, the master key of this data is not rotated. */
function shareData(config: Config, log: Logger): () => Promise<void> {
  try {
    const lock = lockData(resolve(config.data.dir), 'shared')
    if (lock) return async () => lock.release()
  } catch (err) {
    // Some network file systems know none; whoever rotates a key there stops the servers first.
    log.warn({ err }, 'failed to lock the data folder')
    return async () => undefined
  }
  throw new Error('The master key is being rotated. Start again when rotation is complete')
}

/** As long as a request waits at the beginning of an outage; then it is refused. */
const requestPatienceMs = 3_000

/** A background task that an outage ended is no reason to end the process. */
function surviveOutages(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    const trouble = storageTrouble(error)
    if (trouble === undefined || trouble === 'data') throw error
    log.error({ err: error }, 'shutdown incomplete')
  })
}

async function makeDeps(
  config: Config,
  database: Database,
  log: Logger,
  stopping: AbortSignal,
  self: Deps['selfUrl'],
  schema: SchemaWatch,
): Promise<Deps> {
  checkOidcSettings(config)
  const dataFolder = resolve(config.data.dir)
  const { db, queue, dialect, cluster } = database
  const masterKey = await loadMasterKey(config.secret.key, join(dataFolder, 'master.key'), (key) =>
    opensDatabase(db, key),
  )
  const { instance, secrets } = await openInstallation(db, masterKey, systemClock.now())
  watchKey(database, masterKey, log)
  return {
    config,
    clock: systemClock,
    log,
    db,
    queue,
    checkDatabase: async () => (await database.check()) ?? schema.problem(),
    slowDatabase: database.slow,
    schemaProblem: schema.problem,
    dialect,
    cluster,
    secrets,
    bus: makeBus(database.cluster),
    background: makeBackground({ clock: systemClock, log, stopping }),
    blobs: await openBlobs(blobsOptions(config, database, log)),
    stopping,
    selfUrl: self,
    instance,
  }
}

/**
 * A rotation sees the connections of servers, but not a server that has just lost its own. What that
 * one sealed with the previous key would be unreadable, so it ends when it is back.
 */
function watchKey({ db, cluster }: Database, masterKey: string, log: Logger): void {
  cluster.onBack(() => {
    opensDatabase(db, masterKey).then(
      (isSame) => {
        if (isSame) return
        log.fatal('master key was rotated; shutting down')
        process.exit(1)
      },
      (err: unknown) => log.warn({ err }, 'failed to check the master key'),
    )
  })
}

async function prepareConfiguredEngine(deps: Deps, builtins: readonly Builtin[]): Promise<Engine> {
  const { config, log, instance } = deps
  const { environment } = config
  const surroundings = { log, environment, instance, builtins }
  return prepareEngine(deps, await makeRunners(config, surroundings), { builtins })
}

/** A process that runs no jobs is listed, too. */
const startIdleNode = (deps: Deps) =>
  startNode(deps, {
    id: randomUUID(),
    report: () => ({ slots: 0, running: 0, runners: [], accepts: [] }),
  })

/** The one that was taken when the settings ask for port 0. */
function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function printReady(
  deps: Deps,
  port: number,
  introduction: readonly string[],
): Promise<void> {
  const { host, publicUrl, tls } = deps.config.http
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const address = publicUrl ?? `${tls.cert === undefined ? 'http' : 'https'}://${name}:${port}`
  const lines = [`Assay ${version} is ready at ${address}`, ...introduction]
  // The reader waits for the address. Without the database no user can be created anyway.
  const isNew = await hasUsers(deps.db).then(
    (hasAny) => !hasAny,
    () => false,
  )
  if (isNew) {
    const link = `${address.replace(/\/$/, '')}/#/setup?token=${setupToken(deps)}`
    lines.push('No users yet. Create the first one with this one-time link:', `  ${link}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
