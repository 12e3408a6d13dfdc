import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  keepLeases,
  recoverDead,
  recoverExpired,
  releaseJobs,
} from '../../src/engine/execution/lease.ts'
import { type FinishedRun, settle } from '../../src/engine/execution/settle.ts'
import { openSpool, type SpoolOptions } from '../../src/engine/execution/spool.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import type { JobEvent } from '../../src/engine/jobs/events.ts'
import type { JobEnd } from '../../src/engine/queue/queue.ts'
import { machine } from '../../src/engine/runners/machine.ts'
import { databases, onlyPostgres, sqlite } from '../databases.ts'
import { everything, makeQueue, type TestQueue } from '../engine/queue-fixtures.ts'
import { openThroughProxy } from './own-postgres.ts'

interface Breakable {
  queue: TestQueue
  /** From here on the database stores nothing; the reason is not the data's. */
  takeAway(): Promise<void>
  bringBack(): Promise<void>
}

const places: { name: string; make(): Promise<Breakable> }[] = [
  {
    name: 'SQLite whose disk is full',
    async make() {
      const queue = await makeQueue(sqlite.open)
      const { db } = queue.deps
      const limit = (pages: number) =>
        sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db).then(() => undefined)
      return {
        queue,
        async takeAway() {
          const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
          await limit(rows[0]?.page_count ?? 0)
        },
        bringBack: () => limit(1_000_000),
      }
    },
  },
  ...onlyPostgres.map(() => ({
    name: 'PostgreSQL that is away',
    async make() {
      const { database, proxy } = await openThroughProxy()
      const queue = await makeQueue(async () => database)
      return { queue, takeAway: proxy.refuse, bringBack: proxy.accept }
    },
  })),
]

const folderOf = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-spool-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'spool')
}

async function openTestSpool({ deps }: TestQueue, options: Partial<SpoolOptions> = {}) {
  const folder = options.folder ?? (await folderOf())
  const spool = await openSpool(deps, { folder, limitBytes: 10_000_000, everyMs: 50, ...options })
  onTestFinished(spool.stop)
  return { spool, folder, files: () => readdir(folder) }
}

/** A job that is claimed, and an end for it that needs room. */
async function runOne(queue: TestQueue, type: 'analyzer' | 'responder' = 'analyzer', owner = 'me') {
  await queue.submit({ organization: 'alpha', type })
  const [job] = await queue.deps.jobQueue.claim(owner, 1, everything)
  if (!job) throw new Error('nothing was claimed')
  const { id, run, organization, created_by } = job
  const report = JSON.stringify({ full: randomBytes(150_000).toString('hex') })
  const end: JobEnd = { status: 'Success', runner: 'process', report }
  return { job: { id, run, organization, created_by }, end }
}

const artifact = (finished: FinishedRun, id: string, attachment: string | null = null) => ({
  id,
  job_id: finished.job.id,
  organization: finished.job.organization,
  data_type: 'other',
  data: 'found',
  attachment_id: attachment,
  tlp: 2,
  tags: '[]',
  created_at: 0,
  created_by: 'somebody',
})

const published = ({ deps }: TestQueue) => {
  const events: JobEvent[] = []
  onTestFinished(deps.events.onAny((event) => void events.push(event)))
  return events
}

describe.each(places)('$name: an end that cannot be stored', ({ make }) => {
  it('waits on disk, survives the process, and is stored when that is possible again', async () => {
    const { queue, takeAway, bringBack } = await make()
    const finished = await runOne(queue)
    await takeAway()
    await expect(settle(queue.deps, finished)).rejects.toThrow()
    const first = await openTestSpool(queue)
    await first.spool.keep(finished)
    await first.spool.stop()
    const events = published(queue)

    const { spool, files } = await openTestSpool(queue, { folder: first.folder })
    await spool.send()
    expect(await files()).toEqual([`${finished.job.id}-1.json`])
    expect(spool.runs()).toEqual([{ id: finished.job.id, run: 1 }])
    await bringBack()

    await expect.poll(files).toEqual([])
    expect(await queue.row(finished.job.id)).toMatchObject({ status: 'Success', run: 1 })
    const stored = await queue.deps.db.selectFrom('reports').selectAll().execute()
    expect(stored).toMatchObject([{ job_id: finished.job.id, body: finished.end.report }])
    expect(events).toMatchObject([{ jobId: finished.job.id, status: 'Success' }])
  })
})

/** What happens to a job that is not in it: an analyzer may be repeated. */
const lost = { analyzer: 'Waiting', responder: 'Failure' } as const

describe.each(databases)('$name: the spool', ({ open }) => {
  it.each(['analyzer', 'responder'] as const)(
    'keeps the job of an end in it from being given back by a stop: %s',
    async (type) => {
      const queue = await makeQueue(open)
      const { spool } = await openTestSpool(queue, { everyMs: 3_600_000 })
      const finished = await runOne(queue, type)
      const other = await runOne(queue, type)
      await spool.keep(finished)

      await releaseJobs({ ...queue.deps, spool }, 'me')

      expect(await queue.row(finished.job.id)).toMatchObject({ status: 'InProgress', run: 1 })
      // The other one was not done.
      expect((await queue.row(other.job.id)).status).toBe(lost[type])
    },
  )

  it('renews the lease of a job whose end is in it before lost jobs are looked for', async () => {
    const queue = await makeQueue(open)
    const { spool } = await openTestSpool(queue, { everyMs: 3_600_000 })
    const finished = await runOne(queue)
    const other = await runOne(queue)
    await spool.keep(finished)
    queue.clock.advance(leaseMs + 1)
    const { promise: recovered, resolve } = Promise.withResolvers<void>()
    const loop = {
      // Asked after lost jobs were recovered, for the folders that they left.
      running: () => {
        resolve()
        return []
      },
      runs: () => [],
      cancel: () => undefined,
      wake: () => false,
    }

    const leases = keepLeases({ ...queue.deps, spool }, 'me', loop, {
      renewMs: 20,
      unsureMs: 3_600_000,
      stopMs: 3_600_000,
    })
    await recovered
    await leases.stop()

    expect(await queue.row(finished.job.id)).toMatchObject({
      status: 'InProgress',
      run: 1,
      locked_until: queue.clock.now() + leaseMs,
    })
    // The other one was not done.
    expect(await queue.row(other.job.id)).toMatchObject({ status: 'Waiting' })
  })

  it.each(['analyzer', 'responder'] as const)(
    'keeps the job of a dead process whose end it could not send yet: %s',
    async (type) => {
      const queue = await makeQueue(open)
      const { spool } = await openTestSpool(queue, { everyMs: 3_600_000 })
      const dead = `${machine}/${process.pid}/an-earlier-start`
      const finished = await runOne(queue, type, dead)
      const other = await runOne(queue, type, dead)
      await spool.keep(finished)

      expect(await recoverDead({ ...queue.deps, spool }, 'self')).toBe(1)

      expect(await queue.row(finished.job.id)).toMatchObject({ status: 'InProgress', run: 1 })
      expect((await queue.row(other.job.id)).status).toBe(lost[type])
      await spool.send()
      expect((await queue.row(finished.job.id)).status).toBe('Success')
    },
  )

  it('drops the end of a run that another process has restarted, and its files', async () => {
    const queue = await makeQueue(open)
    const { spool, files } = await openTestSpool(queue, { everyMs: 3_600_000 })
    const finished = await runOne(queue)
    const sha256 = 'a'.repeat(64)
    const artifacts = [artifact(finished, 'one', sha256)]
    await spool.keep({ ...finished, end: { ...finished.end, artifacts } })
    queue.clock.advance(leaseMs + 1)
    await recoverExpired(queue.deps)
    const [again] = await queue.deps.jobQueue.claim('other', 1, everything)

    await spool.send()

    expect(again?.run).toBe(2)
    expect(await files()).toEqual([])
    expect(await queue.row(finished.job.id)).toMatchObject({ status: 'InProgress', run: 2 })
    const orphaned = await queue.deps.db.selectFrom('orphaned_blobs').selectAll().execute()
    expect(orphaned).toEqual([{ sha256 }])
  })

  it('recognizes its own end whose answer was lost, and reports it', async () => {
    const queue = await makeQueue(open)
    const { spool, files } = await openTestSpool(queue, { everyMs: 3_600_000 })
    const finished = await runOne(queue)
    const artifacts = [artifact(finished, 'one', 'a'.repeat(64))]
    const complete = { ...finished, end: { ...finished.end, artifacts } }
    await settle(queue.deps, complete)
    await spool.keep(complete)
    const events = published(queue)

    await spool.send()

    expect(await files()).toEqual([])
    expect(events).toMatchObject([{ jobId: finished.job.id, status: 'Success' }])
    expect(await queue.deps.db.selectFrom('orphaned_blobs').selectAll().execute()).toEqual([])
  })

  it('makes a Failure of what the database will never take', async () => {
    const queue = await makeQueue(open)
    const { spool, files } = await openTestSpool(queue, { everyMs: 3_600_000 })
    const finished = await runOne(queue)
    const artifacts = [artifact(finished, 'same'), artifact(finished, 'same')]
    await spool.keep({ ...finished, end: { ...finished.end, artifacts } })

    await spool.send()

    expect(await files()).toEqual([])
    const row = await queue.row(finished.job.id)
    expect(row).toMatchObject({ status: 'Failure' })
    expect(row.error_message).toContain('Storing the report failed')
  })
})

describe('the spool', () => {
  const { open } = sqlite

  it('can be read by its owner alone', async () => {
    const queue = await makeQueue(open)
    const { spool, folder } = await openTestSpool(queue, { everyMs: 3_600_000 })
    const finished = await runOne(queue)

    await spool.keep(finished)

    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [name = ''] = await readdir(folder)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  it('sets aside what it cannot read, and sends the rest', async () => {
    const queue = await makeQueue(open)
    const { folder, ...first } = await openTestSpool(queue, { everyMs: 3_600_000 })
    const finished = await runOne(queue)
    await first.spool.keep(finished)
    await writeFile(join(folder, '0-half-1.json'), '{"format":1,"job":')
    await writeFile(join(folder, '0-other-1.json'), '{"format":99}')
    await writeFile(join(folder, '0-number-1.json'), 'null')

    const { spool, files } = await openTestSpool(queue, { folder, everyMs: 3_600_000 })
    await spool.send()

    expect(await files()).toEqual([
      '0-half-1.json.broken',
      '0-number-1.json.broken',
      '0-other-1.json.broken',
    ])
    expect((await queue.row(finished.job.id)).status).toBe('Success')
  })

  it('says when it is full', async () => {
    const queue = await makeQueue(open)
    const { spool } = await openTestSpool(queue, { everyMs: 3_600_000, limitBytes: 400_000 })

    await spool.keep(await runOne(queue))
    expect(spool.isFull()).toBe(false)
    await spool.keep(await runOne(queue))
    expect(spool.isFull()).toBe(true)
    await spool.send()
    expect(spool.isFull()).toBe(false)
  })
})

describe.each(databases)('$name: a lost responder', ({ open }) => {
  it('waits for its process to come back with the result, but not forever', async () => {
    const queue = await makeQueue(open, { ASSAY_JOB_RESPONDERGRACE: '10m' })
    const finished = await runOne(queue, 'responder')
    const late = await runOne(queue, 'responder')
    queue.clock.advance(leaseMs + 60_000)

    expect(await recoverExpired(queue.deps, 'self')).toBe(0)
    await settle(queue.deps, finished)
    queue.clock.advance(10 * 60_000)
    expect(await recoverExpired(queue.deps, 'self')).toBe(1)

    expect((await queue.row(finished.job.id)).status).toBe('Success')
    expect(await queue.row(late.job.id)).toMatchObject({ status: 'Failure' })
  })
})
