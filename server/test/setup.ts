import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Client, contract, createClient, type Role } from '@assay/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type BackgroundOptions, makeBackground } from '../src/background/background.ts'
import type { Clock, Deps } from '../src/deps.ts'
import type { Engine } from '../src/engine/engine.ts'
import { makeBus } from '../src/events/bus.ts'
import { hashPassword, usePasswordCost } from '../src/identity/secrets.ts'
import { openInstallation } from '../src/identity/setup/installation.ts'
import { sealedKey } from '../src/identity/users/keys.ts'
import type { Platform } from '../src/platform/platform.ts'
import { selfUrl } from '../src/process/self-url.ts'
import { loadConfig } from '../src/settings/config.ts'
import { openFolderBlobs } from '../src/storage/blobs/open.ts'
import { checkAnswer } from './answers.ts'
import { postgres, sqlite, type TestDatabases } from './databases.ts'
import { keptRules } from './kept-rules.ts'
import { lendApp } from './lent-apps.ts'
import { atEnd } from './lifetime.ts'
import { startUsualPlatform } from './usual-platform.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
  /** Requested pauses; no test waits for them. */
  readonly slept: number[]
}

/** All users a test can be. Password is `<login>-password`, API key `keyOf(login)`. */
export const people = {
  root: { login: 'root', organization: 'cortex', roles: ['superadmin'] },
  orgadmin: { login: 'ada', organization: 'alpha', roles: ['read', 'analyze', 'orgadmin'] },
  analyze: { login: 'alan', organization: 'alpha', roles: ['read', 'analyze'] },
  read: { login: 'rita', organization: 'alpha', roles: ['read'] },
  noRole: { login: 'nora', organization: 'alpha', roles: [] },
  locked: { login: 'lars', organization: 'alpha', roles: ['read', 'analyze', 'orgadmin'] },
  stranger: { login: 'bob', organization: 'beta', roles: ['read', 'analyze', 'orgadmin'] },
  ofLockedOrganization: { login: 'carl', organization: 'closed', roles: ['read', 'analyze'] },
} as const satisfies Record<string, { login: string; organization: string; roles: Role[] }>

export type Person = keyof typeof people

export const keyOf = (login: string) => `${login}-key-0123456789abcdef0123456789abcdef`
export const passwordOf = (login: string) => `${login}-password`

export const testMasterKey = 'a master key for tests, long enough'

export interface TestApp {
  deps: Deps
  clock: TestClock
  http: Awaited<ReturnType<typeof buildApp>>['http']
  /** For routes that a test adds; only of `makeOwnApp`. */
  route: Awaited<ReturnType<typeof buildApp>>['route']
  /** Every line the server logged so far. */
  logged(): string
  forgetLog(): void
  /** The typed client, signed in by API key; `nobody` sends no credentials. */
  as(person: Person | 'nobody'): Client<typeof contract>
  inject(options: InjectOptions & { as?: Person }): Promise<LightMyRequestResponse>
}

export interface Options {
  environment?: Record<string, string>
  /** Start without organizations and users, as on a first start. */
  empty?: boolean
  /** Hash passwords as the server does, for tests that measure time. */
  withRealHashes?: boolean
  /** Starts the engine too; it is stopped before the database is closed. */
  startEngine?: (deps: Deps) => Promise<Engine>
  /** Starts the platform too. */
  startPlatform?: (deps: Deps) => Promise<Platform>
  /** Files elsewhere than in a folder. */
  openBlobs?: (db: Deps['db'], folder: string) => Promise<Deps['blobs']>
  /** Location of the built page; without it there is none. */
  pageDirectory?: string
  /** When the time of background work is over; otherwise the clock of the machine decides. */
  deadline?: BackgroundOptions['deadline']
}

/** The whole server on a fresh database, without a port. */
export async function makeApp(
  open: TestDatabases['open'],
  options: Options = {},
): Promise<TestApp> {
  const kind = lendableKind(open, options)
  if (kind === undefined) return makeOwnApp(open, options)
  atEnd(usePasswordCost(cheapHashes))
  return lendApp(kind, open, (from) => makeOwnApp(from, options, inject('runFolder')))
}

/** Those with the usual settings are lent; undefined for all others. */
function lendableKind(open: TestDatabases['open'], { startPlatform, ...rest }: Options) {
  const name = [sqlite, postgres].find((known) => known.open === open)?.name
  const isUsual = Object.values(rest).every((value) => value === undefined)
  if (name === undefined || !isUsual) return undefined
  if (startPlatform !== undefined && startPlatform !== startUsualPlatform) return undefined
  return startPlatform ? `${name} with platform` : name
}

// Thousands of sign-ins would take 50 ms each.
const cheapHashes = { memory: 8, passes: 1, parallelism: 1 }

/** One that was never used before, nor will be. */
export async function makeOwnApp(
  open: TestDatabases['open'],
  {
    environment = {},
    empty = false,
    withRealHashes = false,
    startEngine,
    startPlatform,
    pageDirectory,
    openBlobs,
    deadline,
  }: Options = {},
  parentFolder = tmpdir(),
): Promise<TestApp> {
  const database = await open()
  const folder = await mkdtemp(join(parentFolder, 'assay-test-'))
  const lines: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }),
  )
  const clock = testClock()
  const stop = new AbortController()
  const { instance, secrets } = await openInstallation(database.db, testMasterKey, clock.now())
  const config = loadConfig({
    environment: { ...keptRules, ASSAY_DATA_DIR: folder, ...environment },
  })
  let listening: TestApp['http'] | undefined
  const deps: Deps = {
    config,
    clock,
    log,
    db: database.db,
    queue: database.queue,
    checkDatabase: database.check,
    slowDatabase: database.slow,
    schemaProblem: () => undefined,
    dialect: database.dialect,
    cluster: database.cluster,
    secrets,
    bus: makeBus(database.cluster),
    background: makeBackground({
      clock,
      log,
      stopping: stop.signal,
      ...(deadline ? { deadline } : {}),
    }),
    blobs:
      (await openBlobs?.(database.db, join(folder, 'blobs'))) ??
      openFolderBlobs(join(folder, 'blobs'), {
        maxBytes: config.http.uploadLimitBytes,
        now: clock.now,
      }),
    stopping: stop.signal,
    selfUrl: () => selfUrl(listening),
    instance,
  }
  if (!withRealHashes) atEnd(usePasswordCost(cheapHashes))
  if (!empty) await seed(deps)
  const engine = await startEngine?.(deps)
  const platform = await startPlatform?.(deps)
  const { http, route } = await buildApp(deps, {
    engine,
    platform,
    ...(pageDirectory === undefined ? {} : { pageDirectory }),
  })
  listening = http
  atEnd(async () => {
    stop.abort()
    await http.close()
    await platform?.stop()
    await engine?.stop(0)
    await rm(folder, { recursive: true, force: true })
  })

  const credentials = (person: Person | 'nobody' | undefined): Record<string, string> =>
    person === undefined || person === 'nobody'
      ? {}
      : { authorization: `Bearer ${keyOf(people[person].login)}` }
  // A client has a function for each of hundreds of calls: to make one takes as long as a request.
  const clients = new Map<Person | 'nobody', Client<typeof contract>>()
  const clientOf = (person: Person | 'nobody') => {
    const headers = () => credentials(person)
    const options = { baseUrl: 'http://localhost', fetch: fetchBy(http, lines), headers }
    const client = clients.get(person) ?? createClient(contract, options)
    clients.set(person, client)
    return client
  }
  return {
    deps,
    clock,
    http,
    route,
    logged: () => lines.join(''),
    forgetLog: () => void lines.splice(0),
    as: clientOf,
    inject: ({ as, ...options }) =>
      http.inject({ ...options, headers: { ...credentials(as), ...options.headers } }),
  }
}

function testClock(): TestClock {
  let now = Date.UTC(2026, 0, 15, 12)
  const slept: number[] = []
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    sleep: async (ms) => void slept.push(ms),
    overridesDatabase: true,
    slept,
  }
}

async function seed({ db, clock, secrets }: Deps): Promise<void> {
  const created = { created_at: clock.now(), created_by: 'init' }
  await db
    .insertInto('organizations')
    .values([
      { name: 'alpha', description: 'First team', status: 'Active', ...created },
      { name: 'beta', description: 'Second team', status: 'Active', ...created },
      { name: 'closed', description: 'Gone team', status: 'Locked', ...created },
    ])
    .execute()
  const users = Object.entries(people).map(async ([person, { login, organization, roles }]) => ({
    login,
    organization,
    name: `Name of ${login}`,
    roles: JSON.stringify(roles),
    status: person === 'locked' ? ('Locked' as const) : ('Active' as const),
    preferences: '{}',
    password_hash: await hashPassword(passwordOf(login)),
    ...sealedKey(secrets, login, keyOf(login)),
    ...created,
  }))
  await db
    .insertInto('users')
    .values(await Promise.all(users))
    .execute()
}

/** `fetch` that goes straight into the server; every success is held against the contract. */
const fetchBy =
  (http: TestApp['http'], log: readonly string[]): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const response = await http.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
    })
    // The caller gets an id; a failing test needs the cause.
    if (response.statusCode === 500)
      process.stderr.write(log.filter((line) => line.startsWith('{"level":50')).join(''))
    checkAnswer(request.method, url.pathname, response)
    const isEmpty = response.statusCode === 204 || response.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    })
  }
