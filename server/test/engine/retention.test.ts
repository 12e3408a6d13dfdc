import { Readable } from 'node:stream'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { removeOldJobs, startRetention } from '../../src/engine/jobs/retention.ts'
import { markOrphaned } from '../../src/storage/blobs/orphaned-blobs.ts'
import type { JobTable } from '../../src/storage/tables/jobs.ts'
import { databases } from '../databases.ts'
import { givenCase, givenLog, givenObservable } from '../platform/investigation.ts'
import { planOf } from './query-plan.ts'
import { makeQueue, type TestQueue } from './queue-fixtures.ts'

const day = 86_400_000

/** A queue whose jobs may stay for 30 days. */
const retaining = { ASSAY_JOB_RETENTION: '30d' }

async function keep({ deps }: TestQueue, content: string): Promise<string> {
  const blob = await deps.blobs.stage(Readable.from([Buffer.from(content)]))
  await blob.keep()
  return blob.sha256
}

async function isStored({ deps }: TestQueue, sha256: string): Promise<boolean> {
  const blob = await deps.blobs.open(sha256)
  blob?.stream.destroy()
  return blob !== undefined
}

interface Given {
  status?: JobTable['status']
  organization?: string
  file?: string
  artifact?: string
}

/** A job that was submitted now, with a report and an artifact. */
async function addJob(queue: TestQueue, given: Given = {}): Promise<string> {
  const { status = 'Success', organization = 'alpha', file, artifact } = given
  const { db } = queue.deps
  const id = await queue.submit({ organization })
  await db
    .updateTable('jobs')
    .set({ status, ...(file === undefined ? {} : { attachment_id: file, data: null }) })
    .where('id', '=', id)
    .execute()
  await db.insertInto('reports').values({ job_id: id, organization, body: '{}' }).execute()
  const row = { id: `artifact-${id}`, job_id: id, organization, data_type: 'other', tlp: 2 }
  const rest = { tags: '[]', created_at: 0, created_by: 'x', attachment_id: artifact ?? null }
  await db
    .insertInto('artifacts')
    .values({ ...row, ...rest })
    .execute()
  return id
}

/** Acts when the database has answered who has a file, which is the only union that is queried. */
function afterLook(work: () => Promise<unknown>): KyselyPlugin {
  const looks = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode' && node.setOperations) looks.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (looks.has(queryId)) await work()
      return result
    },
  }
}

const idsIn = async ({ deps }: TestQueue, table: 'reports' | 'artifacts') =>
  (await deps.db.selectFrom(table).select('job_id').execute()).map(({ job_id }) => job_id).sort()

describe.each(databases)('$name: retention', ({ open }) => {
  it('removes old jobs with their reports and artifacts, and leaves the others', async () => {
    const queue = await makeQueue(open, retaining)
    for (const status of ['Success', 'Failure', 'Deleted'] as const)
      await addJob(queue, { status, organization: 'beta' })
    const unfinished = [
      await addJob(queue, { status: 'Waiting' }),
      await addJob(queue, { status: 'InProgress' }),
    ]
    queue.clock.advance(10 * day)
    const young = await addJob(queue)
    queue.clock.advance(20 * day + 1)

    expect(await removeOldJobs(queue.deps)).toBe(3)

    const left = [...unfinished, young].sort()
    expect((await queue.rows()).map(({ id }) => id).sort()).toEqual(left)
    expect(await idsIn(queue, 'reports')).toEqual(left)
    expect(await idsIn(queue, 'artifacts')).toEqual(left)
    expect(await removeOldJobs(queue.deps)).toBe(0)
  })

  it('removes files without references, and no others', async () => {
    const queue = await makeQueue(open, retaining)
    const lonely = { file: await keep(queue, 'file'), artifact: await keep(queue, 'artifact') }
    const shared = { file: await keep(queue, 'both'), artifact: await keep(queue, 'both too') }
    const crossed = await keep(queue, 'file of one, artifact of another')
    await addJob(queue, lonely)
    await addJob(queue, lonely)
    await addJob(queue, shared)
    await addJob(queue, { file: crossed })
    queue.clock.advance(30 * day + 1)
    await addJob(queue, { ...shared, organization: 'beta' })
    await addJob(queue, { artifact: crossed, organization: 'beta' })

    expect(await removeOldJobs(queue.deps)).toBe(4)

    for (const file of Object.values(lonely)) expect(await isStored(queue, file)).toBe(false)
    for (const file of [...Object.values(shared), crossed])
      expect(await isStored(queue, file)).toBe(true)
  })

  it('counts from the end, so late results are not lost', async () => {
    const queue = await makeQueue(open, retaining)
    const { db } = queue.deps
    const late = await addJob(queue)
    const early = await addJob(queue)
    const ended = (id: string, end_date: number) =>
      db.updateTable('jobs').set({ end_date }).where('id', '=', id).execute()
    await ended(early, queue.clock.now())
    queue.clock.advance(29 * day)
    await ended(late, queue.clock.now())
    queue.clock.advance(2 * day)

    expect(await removeOldJobs(queue.deps)).toBe(1)

    expect((await queue.rows()).map(({ id }) => id)).toEqual([late])
    queue.clock.advance(29 * day)
    expect(await removeOldJobs(queue.deps)).toBe(1)
  })

  it('spares a file that is submitted again in the same instant', async () => {
    const queue = await makeQueue(open, retaining)
    const file = await keep(queue, 'file')
    await addJob(queue, { file })
    queue.clock.advance(30 * day + 1)
    // The file is unused, says the database; and before it is removed, an equal one is kept.
    const keepAgain = vi.fn(() => keep(queue, 'file'))

    await removeOldJobs({ ...queue.deps, db: queue.deps.db.withPlugin(afterLook(keepAgain)) })
    expect(keepAgain).toHaveBeenCalledOnce()
    await addJob(queue, { file })

    expect(await isStored(queue, file)).toBe(true)
    await removeOldJobs(queue.deps)
    queue.clock.advance(2 * 3_600_000)
    await removeOldJobs(queue.deps)
    expect(await isStored(queue, file)).toBe(true)
  })

  it('removes the file later when the submission came to nothing', async () => {
    const queue = await makeQueue(open, retaining)
    const file = await keep(queue, 'file')
    await addJob(queue, { file })
    queue.clock.advance(30 * day + 1)
    await keep(queue, 'file')
    await removeOldJobs(queue.deps)
    expect(await isStored(queue, file)).toBe(true)

    queue.clock.advance(3_600_001)
    await removeOldJobs(queue.deps)

    expect(await isStored(queue, file)).toBe(false)
    expect(await queue.deps.db.selectFrom('orphaned_blobs').selectAll().execute()).toEqual([])
  })

  it('finishes the removal of files that a crash interrupted', async () => {
    const queue = await makeQueue(open, retaining)
    const file = await keep(queue, 'file')
    await addJob(queue, { file })
    queue.clock.advance(30 * day + 1)
    const crash = new Error('power is gone')
    const broken = { ...queue.deps.blobs, remove: () => Promise.reject(crash) }

    await expect(removeOldJobs({ ...queue.deps, blobs: broken })).rejects.toThrow(crash)
    expect(await isStored(queue, file)).toBe(true)
    await removeOldJobs(queue.deps)

    expect(await isStored(queue, file)).toBe(false)
  })

  it('finds old jobs and owners of files by indexes', async () => {
    const { deps } = await makeQueue(open, retaining)
    await markOrphaned(deps.db, ['x'])

    const plan = await planOf(deps.db, (watched) => removeOldJobs({ ...deps, db: watched }))

    // PostgreSQL reads a table of no rows as a whole, whatever indexes there are.
    if (deps.dialect.name === 'sqlite') {
      expect(plan).not.toMatch(/SCAN (jobs|artifacts)/)
      expect(plan).toContain('jobs_by_attachment (attachment_id=?)')
      expect(plan).toContain('artifacts_by_attachment (attachment_id=?)')
    }
  })

  it('leaves the files that observables and logs of cases have', async () => {
    const queue = await makeQueue(open, retaining)
    const ofObservable = await keep(queue, 'observable')
    const ofLog = await keep(queue, 'log')
    await addJob(queue, { file: ofObservable, artifact: ofLog })
    await givenCase(queue.deps)
    await givenObservable(queue.deps, { attachment_id: ofObservable })
    await givenLog(queue.deps, { attachment_id: ofLog })
    queue.clock.advance(30 * day + 1)

    expect(await removeOldJobs(queue.deps)).toBe(1)

    for (const file of [ofObservable, ofLog]) expect(await isStored(queue, file)).toBe(true)
  })

  it('goes in small steps, so nothing waits for it', async () => {
    const queue = await makeQueue(open, retaining)
    const template = await queue.row(await addJob(queue))
    const copies = Array.from({ length: 449 }, (_, index) => ({ ...template, id: `c${index}` }))
    await queue.deps.db.insertInto('jobs').values(copies).execute()
    queue.clock.advance(30 * day + 1)
    const deletes: number[] = []
    const listener: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (node.kind === 'DeleteQueryNode')
          deletes.push(queue.deps.db.getExecutor().compileQuery(node, queryId).parameters.length)
        return node
      },
      transformResult: async ({ result }) => result,
    }

    await removeOldJobs({ ...queue.deps, db: queue.deps.db.withPlugin(listener) })

    expect(await queue.rows()).toEqual([])
    expect(deletes.length).toBeGreaterThan(1)
    expect(Math.max(...deletes)).toBeLessThanOrEqual(200)
  })

  it('is off unless it is set, and ends with the server', async () => {
    const off = await makeQueue(open)
    const stopped = await makeQueue(open, retaining)
    for (const queue of [off, stopped]) {
      await addJob(queue)
      queue.clock.advance(1000 * day)
    }

    await startRetention(off.deps).stop()
    await removeOldJobs({ ...stopped.deps, stopping: AbortSignal.abort() })

    expect(await off.rows()).toHaveLength(1)
    expect(await stopped.rows()).toHaveLength(1)
  })
})
