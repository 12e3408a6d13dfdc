import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { keptJobs, removeOldJobs } from '../../src/engine/jobs/retention.ts'
import { previewOf } from '../../src/engine/jobs/retention-preview.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makeEngineApp, programs } from './setup.ts'

const day = 86_400_000

async function keep({ deps }: TestApp, content: string): Promise<string> {
  const blob = await deps.blobs.stage(Readable.from([Buffer.from(content)]))
  await blob.keep()
  return blob.sha256
}

/** A job that ended so many days ago, with a report of ten bytes and an artifact. */
async function addJob(
  app: TestApp,
  id: string,
  {
    organization = 'alpha',
    ago = 40,
    file,
  }: { organization?: string; ago?: number; file?: string },
) {
  const at = app.clock.now() - ago * day
  const { db } = app.deps
  const hasFile = { attachment_id: file ?? null, attachment_size: file === undefined ? null : 100 }
  await db
    .insertInto('jobs')
    .values({
      ...{ id, organization, type: 'analyzer', worker_id: 'w', worker_name: 'Echo' },
      ...{ worker_definition_id: 'Echo_1_0', status: 'Success', data_type: 'ip' },
      ...{ data: file === undefined ? '1.1.1.1' : null, tlp: 2, pap: 2, message: '' },
      ...{ parameters: '{}', cache_key: id, priority: 0, turn: 0, attempts: 1 },
      ...{ created_at: at, end_date: at, created_by: 'alan', ...hasFile },
    })
    .execute()
  await db.insertInto('reports').values({ job_id: id, organization, body: '{"é": 12}' }).execute()
  const artifact = { id: `artifact-${id}`, job_id: id, organization, data_type: 'other', tlp: 2 }
  await db
    .insertInto('artifacts')
    .values({ ...artifact, tags: '[]', data: 'xyz', created_at: at, created_by: 'alan' })
    .execute()
}

const idsOf = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('jobs').select('id').orderBy('id').execute()).map(({ id }) => id)

describe.each(databases)('$name: retention of an organization', ({ open }) => {
  const start = (environment: Record<string, string> = {}) =>
    makeEngineApp(open, [programs.echo], { environment })

  it('counts in a dry run what a run then removes, and leaves the others alone', async () => {
    const app = await start()
    const [shared, own] = [await keep(app, 'shared'), await keep(app, 'own')]
    await addJob(app, 'old', { ago: 40 })
    await addJob(app, 'older', { ago: 50, file: own })
    await addJob(app, 'with-shared', { ago: 45, file: shared })
    await addJob(app, 'young', { ago: 20, file: shared })
    await addJob(app, 'of-beta', { organization: 'beta', ago: 50 })
    const ada = app.as('orgadmin')
    await ada.updateRetention({ id: 'alpha' }, { jobDays: 60 })

    const now = await ada.previewRetention({ id: 'alpha' }, {})
    const less = await ada.previewRetention({ id: 'alpha' }, { jobDays: 30 })

    expect(now).toMatchObject({ keptDays: 60, jobs: 0, bytes: 0 })
    expect(less).toEqual({
      keptDays: 30,
      jobs: 3,
      reports: 3,
      artifacts: 3,
      files: 1,
      // One observable, three reports with a two-byte character, three artifacts, one file.
      bytes: 7 + 3 * 10 + 3 * 3 + 100,
      oldest: app.clock.now() - 50 * day,
      isComplete: true,
    })
    expect(await idsOf(app)).toHaveLength(5)
    await ada.updateRetention({ id: 'alpha' }, { jobDays: 30 })
    expect(await removeOldJobs(app.deps)).toBe(3)
    expect(await idsOf(app)).toEqual(['of-beta', 'young'])
    const { rows } = await ada.listAudit({ range: '0-1' })
    expect(rows[0]).toMatchObject({
      action: 'retention.run',
      actor: '(retention)',
      objectId: 'alpha',
      details: { jobs: 3, oldest: less.oldest },
    })
  })

  it('removes more than one portion, also of jobs that were made at the same moment', async () => {
    const app = await start()
    await addJob(app, 'first', { ago: 41 })
    const { deps } = app
    const like = await deps.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', 'first')
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 1_200 }, (_, index) => ({ ...like, id: `same-${index}` }))
    for (let at = 0; at < many.length; at += 300)
      await deps.db
        .insertInto('jobs')
        .values(many.slice(at, at + 300))
        .execute()

    expect(await previewOf(deps, 'alpha', 30 * day)).toMatchObject({
      jobs: 1_201,
      reports: 1,
      isComplete: true,
    })
    await app.as('root').updateRetention({ id: 'alpha' }, { jobDays: 30 })
    expect(await removeOldJobs(deps, 'beta')).toBe(0)
    expect(await removeOldJobs(deps, 'alpha')).toBe(1_201)
    expect(await keptJobs(deps, 'alpha')).toEqual([{ organization: 'alpha', ms: 30 * day }])
  })
})

describe.each(oneDatabase)('$name: retention of an organization', ({ open }) => {
  const start = (environment: Record<string, string> = {}) =>
    makeEngineApp(open, [programs.echo], { environment })

  it('is chosen by its administrator or a superadmin, within the limits, and audited', async () => {
    const app = await start({ ASSAY_JOB_RETENTION: '60d', ASSAY_JOB_RETENTIONMIN: '7d' })
    const ada = app.as('orgadmin')
    const alpha = { id: 'alpha' }

    expect(await ada.getRetention(alpha, {})).toEqual({
      jobDays: null,
      keptDays: 60,
      limits: { defaultDays: 60, minDays: 7, maxDays: 0 },
    })
    expect(await ada.updateRetention(alpha, { jobDays: 30 })).toMatchObject({ keptDays: 30 })
    expect(await app.as('root').updateRetention(alpha, { jobDays: 0 })).toMatchObject({
      jobDays: 0,
      keptDays: 0,
    })
    await expect(ada.updateRetention(alpha, { jobDays: 6 })).rejects.toThrow('at least 7')
    expect(await ada.updateRetention(alpha, { jobDays: null })).toMatchObject({
      jobDays: null,
      keptDays: 60,
    })
    const { rows } = await ada.listAudit({ range: 'all' })
    expect(
      rows.filter(({ action }) => action === 'retention.update').map(({ details }) => details),
    ).toEqual([{ jobDays: null }, { jobDays: 0 }, { jobDays: 30 }])
  })

  it('holds nothing longer than the installation allows', async () => {
    const app = await start({ ASSAY_JOB_RETENTIONMAX: '90d' })
    const ada = app.as('orgadmin')

    for (const jobDays of [0, 91])
      await expect(ada.updateRetention({ id: 'alpha' }, { jobDays })).rejects.toThrow('at most 90')
    expect(await ada.getRetention({ id: 'alpha' }, {})).toMatchObject({ keptDays: 90 })
  })
})
