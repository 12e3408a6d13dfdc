import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { startProxy } from '../outage/proxy.ts'
import { makeDrillCluster } from './drill-cluster.ts'

const hasPostgres = databases.some(({ name }) => name === 'postgres')
const timeout = 240_000
/** The proxy knows statements by their text. */
const settings = { ASSAY_DATABASE_NAMEDSTATEMENTS: 'false' }

const ends = [
  { what: 'many share', program: 'Look', statement: /end_jobs_\d/ },
  {
    what: 'has a large report, before its commit',
    program: 'Large',
    statement: /insert into "reports"/i,
  },
  { what: 'has a large report, at its commit', program: 'Large', statement: /commit/i },
] as const

describe.skipIf(!hasPostgres)('a statement that was done and whose answer was lost', () => {
  it('makes no second job of a submission, of any kind', { timeout }, async () => {
    const cluster = await makeDrillCluster({ settings })
    const proxy = await startProxy(cluster.url)
    const web = await cluster.web('web', { ASSAY_DATABASE_URL: proxy.url })

    for (const program of ['Look', 'Act', 'Hash'] as const) {
      const isCut = proxy.cutAfter(/submit_jobs_1/)
      const response = await cluster.request(web, program, 'token')
      await isCut

      expect(response.status, program).toBe(200)
      const job = (await response.json()) as { id: string; fromCache?: boolean }
      expect(job.fromCache, program).toBeUndefined()
      const made = await cluster.ask('select id from jobs where worker_name = $1', [program])
      expect(made, program).toEqual([{ id: job.id }])
    }
    await cluster.worker('worker')
    for (const id of (await cluster.jobs()).keys()) await cluster.hasEnded(id)
    for (const program of ['Look', 'Act', 'Hash'] as const)
      expect(cluster.allStarts(program)).toHaveLength(1)
  })

  it.each(ends)('loses no end that $what', { timeout }, async ({ program, statement }) => {
    const cluster = await makeDrillCluster({ settings })
    const proxy = await startProxy(cluster.url)
    const web = await cluster.web('web')
    const worker = await cluster.worker('worker', { ASSAY_DATABASE_URL: proxy.url })
    cluster.hold(program)
    const ids = []
    for (const token of ['one', 'two', 'three']) ids.push(await cluster.submit(web, program, token))
    await expect.poll(() => cluster.allStarts(program).length, { timeout: 60_000 }).toBe(3)

    const isCut = proxy.cutAfter(statement)
    cluster.letEnd(program)
    await isCut
    for (const id of ids) await cluster.hasEnded(id)

    const states = await cluster.jobs()
    for (const id of ids) {
      const { report } = await cluster.end(web, id)
      expect(states.get(id)).toMatchObject({ status: 'Success', run: 1, attempts: 1 })
      expect(cluster.startsOf(program, id)).toEqual([report?.full?.folder])
    }
    await expect.poll(() => cluster.spooled('worker'), { timeout: 60_000 }).toEqual([])
    await expect.poll(() => cluster.jobFolders('worker'), { timeout: 60_000 }).toEqual([])
    expect((await worker.stop()).code).toBe(0)
  })
})
