// Our queue without HTTP: producers that submit and wait for the end of their job, jobs that do nothing
// in the process itself. `node bench/queue-process.ts`; settings come by environment.
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../server/src/app.ts'
import { makeBackground } from '../server/src/background/background.ts'
import type { Deps } from '../server/src/deps.ts'
import { everyOrganization } from '../server/src/domain/caller.ts'
import { startEngine } from '../server/src/engine/engine.ts'
import type { Runner } from '../server/src/engine/runners/runner.ts'
import { makeBus } from '../server/src/events/bus.ts'
import { bootstrapFirstUser } from '../server/src/identity/setup/first-user.ts'
import { openInstallation } from '../server/src/identity/setup/installation.ts'
import { loadConfig } from '../server/src/settings/config.ts'
import { openFolderBlobs } from '../server/src/storage/blobs/open.ts'
import { openDatabase } from '../server/src/storage/database.ts'
import { migrate } from '../server/src/storage/schema/migrate.ts'
import type { QueuePlan } from './measured-queue.ts'
import { noop } from './noop-definition.ts'
import { bootstrapKey, trivialReport } from './program.ts'

const config = loadConfig({})
const clock = { now: () => Date.now(), sleep: async () => undefined }
const database = await openDatabase({ url: config.database.url ?? '' })
await migrate(database, clock.now())
const { instance, secrets } = await openInstallation(database.db, bootstrapKey, clock.now())
const bus = makeBus(database.cluster)
const blobs = openFolderBlobs(join(config.data.dir, 'blobs'), { maxBytes: 1 })
const stopping = new AbortController()
const log = pino({ level: 'error' })
const deps: Deps = {
  ...{ config, clock, instance, secrets, bus, blobs },
  ...database,
  checkDatabase: database.check,
  slowDatabase: database.slow,
  schemaProblem: () => undefined,
  log,
  background: makeBackground({ clock, log, stopping: stopping.signal }),
  stopping: stopping.signal,
  selfUrl: () => undefined,
}
await bootstrapFirstUser(deps)

/** In the process itself, as the jobs of the other queue are. */
const runner: Runner = {
  name: 'builtin',
  accepts: ({ builtin }) => builtin === 'Noop',
  run: async () => ({ exitCode: 0, tail: '', report: { text: trivialReport } }),
}
const engine = await startEngine(deps, [runner], { builtins: [noop] })
const { http } = await buildApp(deps, { engine })

async function call<T>(key: string, url: string, payload: object = {}): Promise<T> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await http.inject({ method: 'POST', url, headers, payload })
  if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`)
  const isJson = response.headers['content-type']?.toString().includes('json') ?? false
  return (isJson ? response.json() : response.body) as T
}

const organization = 'bench'
const login = 'analyst'
await call(bootstrapKey, '/api/organization', { name: organization, description: organization })
const roles = ['read', 'analyze', 'orgadmin']
await call(bootstrapKey, '/api/user', { login, name: login, roles, organization })
const key = await call<string>(bootstrapKey, `/api/user/${login}/key/renew`)
const { id: workerId } = await call<{ id: string }>(key, '/api/organization/analyzer/Noop_1_0', {
  name: 'Noop',
})

const waiting = new Map<string, () => void>()
const ended = new Set<string>()
bus.on(everyOrganization, (event) => {
  if (!('jobId' in event) || event.status === 'Waiting' || event.status === 'InProgress') return
  const answer = waiting.get(event.jobId)
  waiting.delete(event.jobId)
  if (answer) answer()
  else ended.add(event.jobId)
})

let serial = 0
const caller = { login, organization, roles: ['read', 'analyze', 'orgadmin'], via: 'key' } as const

async function measure({ count, producers }: QueuePlan): Promise<number> {
  const started = performance.now()
  let added = 0
  const produce = async () => {
    while (added < count) {
      added += 1
      serial += 1
      const input = { data: `${serial}.bench.example`, dataType: 'domain', tlp: 2, force: true }
      const { job } = await engine.submit(caller, 'analyzer', workerId, input)
      if (!ended.delete(job.id)) await new Promise<void>((resolve) => waiting.set(job.id, resolve))
    }
  }
  await Promise.all(Array.from({ length: producers }, produce))
  return performance.now() - started
}

process.on('message', (plan: QueuePlan) => {
  void measure(plan).then((ms) => process.send?.(ms))
})
process.on('disconnect', async () => {
  stopping.abort()
  await http.close()
  await engine.stop(0)
  await database.close()
})
