import { describe, expect, it, vi } from 'vitest'
import { makeBackground } from '../../src/background/background.ts'
import type { Item, Room, Work, workNames } from '../../src/background/work.ts'
import type { EngineDeps } from '../../src/engine/deps.ts'
import { followUpWork } from '../../src/engine/execution/follow-files.ts'
import { retentionWork } from '../../src/engine/jobs/retention.ts'
import { recheckWork } from '../../src/engine/rechecks/schedule.ts'
import { feedWork } from '../../src/engine/threat-feeds/schedule.ts'
import { saveFeed } from '../../src/engine/threat-feeds/store.ts'
import { channelWork } from '../../src/knowledge/channels/send.ts'
import { outboxWork } from '../../src/knowledge/outbox/send.ts'
import { actWork } from '../../src/platform/automation/act.ts'
import { matchWork } from '../../src/platform/automation/match.ts'
import { clockWork } from '../../src/platform/clocks/tell.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import { makeMailReader } from '../../src/platform/mail/read-aside.ts'
import { mailboxWork } from '../../src/platform/mailboxes/fetch.ts'
import { mailWork } from '../../src/platform/mailboxes/process.ts'
import { mispWork } from '../../src/platform/misp/pull.ts'
import { startsWork } from '../../src/platform/tracking/interrupted.ts'
import { startContext } from '../../src/platform/tracking/starts.ts'
import { trackingWork } from '../../src/platform/tracking/track.ts'
import { deliveryWork } from '../../src/platform/webhooks/deliver.ts'
import type { Db } from '../../src/storage/database.ts'
import { databases } from '../databases.ts'
import { planOf } from '../engine/query-plan.ts'
import { patienceMs } from '../patience.ts'
import { insertRows, row } from '../platform/rows.ts'
import { makeApp, people, type TestApp } from '../setup.ts'

interface Kind {
  work(app: TestApp): Work
  /** Makes this many rows of an organization due. */
  add(app: TestApp, organization: string, count: number): Promise<void>
  /** Work that can be done twice without harm is not claimed. */
  isLeased?: false
}

const asEngine = ({ deps }: TestApp) => deps as EngineDeps
const asPlatform = ({ deps }: TestApp) => deps as PlatformDeps
/** Claims of a kind know the items of that kind; here they only come and go. */
const anyWork = <T extends Item>(work: Work<T>) => work as unknown as Work

/**
 * A kind of work without an entry does not compile. Sweeps belong to no organization: each has a separate place. Sinks of
 * the audit trail are the operator's, each with a place.
 */
const kinds: Record<Exclude<(typeof workNames)[number], 'sweeps' | 'audit'>, Kind> = {
  deliveries: {
    work: (app) => anyWork(deliveryWork(asPlatform(app))),
    async add({ deps: { db }, clock }, organization, count) {
      const hooks = Array.from({ length: Math.min(count, 20) }, (_, at) => ({
        ...{ id: `~${organization}${at}`, organization, name: 'x', url: 'http://127.0.0.1:1/' },
        ...{ secret_sealed: '', object_types: '[]', enabled: 1, created_at: 1, created_by: 'x' },
      }))
      await db.insertInto('webhooks').values(hooks).execute()
      await insertEach(count, (at) =>
        db.insertInto('webhook_deliveries').values({
          ...{ id: `${organization}${at}`, organization, body: '{}', attempts: 0 },
          webhook_id: `~${organization}${at % 20}`,
          created_at: clock.now(),
          next_attempt_at: clock.now(),
        }),
      )
    },
  },
  outbox: {
    work: (app) => anyWork(outboxWork(app.deps)),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('outbox').values({
          ...{ id: `${organization}${at}`, organization, channel: 'mail', target: `p${at}` },
          ...{ body: '{}', attempts: 0, created_at: clock.now(), next_attempt_at: clock.now() },
        }),
      ),
  },
  channels: {
    work: (app) => anyWork(channelWork(app.deps)),
    async add({ deps: { db }, clock }, organization, count) {
      await insertEach(Math.min(count, 20), (at) =>
        db.insertInto('channels').values({
          ...{ id: `~${organization}${at}`, organization, name: `${at}`, form: 'slack' },
          ...{ host: 'x', url_sealed: '', kinds: '[]', min_severity: 3, max_tlp: 2 },
          ...{ language: 'en', state: 'on', created_at: 1, created_by: 'x' },
        }),
      )
      await insertEach(count, (at) =>
        db.insertInto('outbox').values({
          ...{ id: `${organization}${at}`, organization, channel: 'chat', body: '{}' },
          ...{ target: `~${organization}${at % 20}`, attempts: 0, created_at: clock.now() },
          chat_at: clock.now(),
        }),
      )
    },
  },
  feeds: {
    work: (app) => anyWork(feedWork(asEngine(app), () => undefined)),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(Math.min(count, 20), (at) => ({
        execute: () => saveFeed(db, feedOf(organization, at), 'x', clock.now()),
      })),
  },
  rechecks: {
    work: (app) => anyWork(recheckWork(asEngine(app), 3_600_000)),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('value_watches').values({
          ...{ id: `${organization}${at}`, organization, value_hash: `${at}`, is_file: 0 },
          ...{ data_type: 'domain', data: `${at}.example`, every: 'day', created_at: 1 },
          login: organization === 'alpha' ? people.orgadmin.login : people.stranger.login,
          next_at: clock.now(),
        }),
      ),
  },
  'follow-ups': {
    work: (app) => anyWork(followUpWork(asEngine(app), 3_600_000)),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) => ({
        async execute() {
          const id = `${organization}${at}`
          await insertJob(db, organization, id)
          const row = { job_id: id, organization, taken_until: clock.now(), attempts: 1 }
          await db.insertInto('files_to_follow').values(row).execute()
        },
      })),
  },
  starts: {
    work: (app) => anyWork(startsWork(asPlatform(app), [], () => undefined)),
    add: ({ deps: { db, secrets }, clock }, organization, count) =>
      insertEach(count, (at) => {
        const name = { organization, request_key: `${organization}${at}` }
        return db.insertInto('starting_jobs').values({
          ...{ ...name, kind: 'action', engine_id: 'local', created_by: 'x', created_at: 1 },
          ...{ cause_run: null, attempts: 1, failures: 0, due_at: clock.now() },
          request_sealed: secrets.seal(startContext(name), '{}'),
        })
      }),
  },
  tracking: {
    work: (app) => {
      const known = (table: 'actions' | 'observable_jobs') => ({ table }) as never
      return anyWork(trackingWork(asPlatform(app), [known('actions'), known('observable_jobs')]))
    },
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('actions').values({
          ...{ id: `~${organization}${at}`, organization, status: 'Waiting', report: '{}' },
          ...{ engine_id: `engine ${at % 3}`, engine_job_id: 'j', operations: '[]' },
          ...{ responder_id: 'r', responder_name: 'r', responder_definition: 'r' },
          ...{ object_type: 'Case', object_id: 'c', tlp: 2, pap: 2, parameters: '{}' },
          ...{ start_date: 1, created_at: 1, created_by: 'x', poll_failures: 0 },
          next_poll_at: clock.now(),
        }),
      ),
  },
  mailboxes: {
    work: (app) => anyWork(mailboxWork(asPlatform(app), () => undefined)),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('mailboxes').values({
          ...{ id: `~${organization}${at}`, organization, name: `${at}`, host: '127.0.0.1' },
          ...{ port: 1, security: 'tls', auth: 'password', username: 'u', folder: 'INBOX' },
          ...{ done_folder: 'd', failed_folder: 'f', take: 'attached', per_hour: 1, state: 'on' },
          ...{ failures: 0, allow: '[]', deny: '[]', alert: '{}', secret_sealed: '' },
          ...{ created_at: 1, created_by: 'x', next_at: clock.now() },
        }),
      ),
  },
  mails: {
    work: (app) => anyWork(mailWork(asPlatform(app), makeMailReader())),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('mail_messages').values({
          ...{ id: `~${organization}${at}`, organization, content_hash: `${at}`, part: 0 },
          ...{ uploaded_by: '', received_at: 1, size: 1, state: 'new', attempts: 0 },
          next_at: clock.now(),
        }),
      ),
  },
  misp: {
    work: (app) => anyWork(mispWork(asPlatform(app))),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('misp_pulls').values({
          ...{
            organization,
            server: `~${organization}${at}`,
            position: 1,
            failures: 0,
            next_at: clock.now(),
          },
        }),
      ),
  },
  rules: {
    work: (app) => anyWork(matchWork(asPlatform(app), () => undefined)),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('rule_events').values({
          ...{ id: `${organization}${at}`, organization, kind: 'alert.created', attempts: 0 },
          ...{ object_id: `~${at}`, root_id: `~${at}`, cause_run: null, details: '{}' },
          at: clock.now(),
          due_at: clock.now(),
        }),
      ),
  },
  'rule-steps': {
    work: (app) => {
      const deps = { ...asPlatform(app), selfUrl: () => 'http://127.0.0.1:1/' }
      return anyWork(actWork(deps, () => undefined))
    },
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) =>
        db.insertInto('rule_runs').values({
          ...{ id: `${organization}${at}`, organization, rule_id: 'r', rule_name: 'r', version: 1 },
          ...{ mode: 'on', trigger: 'alert.created', first_event_id: `${organization}${at}` },
          ...{ root_type: 'alert', root_id: `~${at}`, root_title: 'x', objects: '[]' },
          ...{ object_count: 0, because: '{}', reason: null, run_as: 'x', state: 'running' },
          ...{ cause_run: null, chain: '[]', ended_at: null, attempts: 0 },
          at: clock.now(),
          due_at: clock.now(),
        }),
      ),
  },
  clocks: {
    work: (app) => anyWork(clockWork(asPlatform(app))),
    add: ({ deps: { db }, clock }, organization, count) =>
      insertEach(count, (at) => ({
        async execute() {
          const id = `~${organization}${at}`
          await insertRows(db, { cases: [row.case(id, { organization, number: ++caseNumber })] })
          const due = { soon_at: 1, due_at: clock.now(), next_at: clock.now() }
          await db
            .insertInto('case_clocks')
            .values({
              ...{ id, organization, case_id: id, kind: 'resolve', minutes: 1, warn_at: 80 },
              ...{ by_person: 0, started_at: 1, paused_ms: 0, ...due },
            })
            .execute()
        },
      })),
  },
  retention: {
    work: (app) => anyWork(retentionWork(asEngine(app), new Map(), () => undefined)),
    add: async () => undefined,
    isLeased: false,
  },
}

let caseNumber = 0

async function insertEach(count: number, one: (at: number) => { execute(): Promise<unknown> }) {
  for (let at = 0; at < count; at += 1) await one(at).execute()
}

const feedOf = (organization: string, at: number) => ({
  ...{ id: `${organization}${at}`, organization, name: `feed-${at}`, resource: 'upload:x' },
  ...{ address_sealed: null, refresh_minutes: 60 },
  format: 'auto' as const,
  level: 'info' as const,
})

const insertJob = (db: Db, organization: string, id: string) =>
  db
    .insertInto('jobs')
    .values({
      ...{ id, organization, worker_id: 'w', worker_name: 'w', worker_definition_id: 'w' },
      ...{ type: 'analyzer', status: 'Success', data_type: 'file', tlp: 2, pap: 2, message: '' },
      ...{ parameters: '{}', cache_key: id, priority: 0, turn: 0, attempts: 1 },
      ...{ created_at: 1, created_by: 'x' },
    })
    .execute()

const table = Object.entries(kinds)
const environment = { ASSAY_JOB_RETENTION: '30d' }

describe.each(databases)('$name: background work', ({ open }) => {
  it.each(table)(
    '%s: whatever one organization has due and lets hang, that of another begins',
    async (_name, { work: make, add }) => {
      const app = await makeApp(open, { environment })
      const { clock, deps } = app
      const work = make(app)
      await add(app, 'alpha', 100)
      const begun: string[] = []
      let hanging = 0
      const stop = new AbortController()
      const { log } = deps
      const background = makeBackground({
        ...{ clock, log, stopping: stop.signal },
        deadline: () => () => undefined,
      })
      const working = background.start({
        ...work,
        run: ({ organization }, signal) => {
          begun.push(organization)
          const { promise, resolve } = Promise.withResolvers<'later'>()
          if (organization === 'alpha') hanging += 1
          signal.addEventListener('abort', () => resolve('later'))
          return promise
        },
      })
      await vi.waitFor(() => expect(begun).toContain('alpha'), { timeout: patienceMs })

      await add(app, 'beta', 1)
      await vi.waitFor(
        () => {
          working.wake()
          expect(begun).toContain('beta')
        },
        { timeout: patienceMs },
      )

      const { atOnce, perOrganization } = work.limits
      expect(perOrganization).toBeLessThan(atOnce)
      expect(hanging).toBeGreaterThan(0)
      expect(hanging).toBeLessThanOrEqual(perOrganization)
      await working.stop()
    },
  )

  it.each(table.filter(([, { isLeased }]) => isLeased !== false))(
    '%s: is claimed by one process at a time, and by another when that one is not heard of',
    async (_name, { work: make, add }) => {
      const app = await makeApp(open, { environment })
      await add(app, 'alpha', 12)
      const roomFor = (): Room => ({
        count: 100,
        now: app.clock.now(),
        hasRoom: () => true,
        held: () => 0,
      })
      const claimAll = async () => {
        const claims = await Promise.all(
          Array.from({ length: 4 }, () => make(app).claim('alpha', roomFor())),
        )
        return claims.flat().map((item) => JSON.stringify(item).match(/"alpha\d+"|"~alpha\d+"/g))
      }

      const first = await claimAll()
      expect(new Set(first.map(String)).size).toBe(first.length)
      expect(first.length).toBeGreaterThan(0)
      const rest = await claimAll()
      expect(new Set([...first, ...rest].map(String)).size).toBe(first.length + rest.length)

      app.clock.advance(24 * 3_600_000)
      const again = new Set((await claimAll()).map(String))
      expect(first.every((id) => again.has(String(id)))).toBe(true)
    },
  )

  it.each(table)(
    '%s: finds whose turn it is along an index',
    async (_name, { work: make, add }) => {
      const app = await makeApp(open, { environment })
      await add(app, 'alpha', 12)
      await add(app, 'beta', 1)
      const walk = {
        now: app.clock.now(),
        after: undefined,
        upTo: undefined,
        without: [],
        limit: 9,
      }
      const work = make(app)
      const only = (found: readonly string[]) =>
        found.filter((organization) => ['alpha', 'beta'].includes(organization))
      expect(only(await work.organizations(walk))).toEqual(['alpha', 'beta'])
      expect(only(await work.organizations({ ...walk, after: 'alpha' }))).toEqual(['beta'])
      expect(only(await work.organizations({ ...walk, upTo: 'alpha' }))).toEqual(['alpha'])
      expect(only(await work.organizations({ ...walk, without: ['alpha'] }))).toEqual(['beta'])
      const plan = await planOf(app.deps.db, (db) =>
        make({ ...app, deps: { ...app.deps, db } }).organizations(walk),
      )
      if (app.deps.dialect.name === 'sqlite')
        expect(plan).not.toMatch(/SCAN (?!walk|CONSTANT ROW|organizations)/)
      const due = await work.due?.(app.clock.now())
      if (due) expect(due).toMatchObject({ oldest: app.clock.now() })
    },
  )
})
