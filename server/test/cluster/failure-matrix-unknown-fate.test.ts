import { expect, it } from 'vitest'
import { sharedByTests } from '../lifetime.ts'
import { startProxy } from '../outage/proxy.ts'
import { describeDrill, makeDrillCluster } from './drill-cluster.ts'

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

describeDrill('a statement that was done and whose answer was lost', () => {
  const shared = sharedByTests(async () => {
    const cluster = await makeDrillCluster({ settings })
    const [ofWeb, ofWorker] = [await startProxy(cluster.url), await startProxy(cluster.url)]
    const web = await cluster.web('web', { ASSAY_DATABASE_URL: ofWeb.url })
    const worker = await cluster.worker('worker', { ASSAY_DATABASE_URL: ofWorker.url })
    return { cluster, ofWeb, ofWorker, web, worker }
  })

  it('makes no second job of a submission, of any kind', async () => {
    const { cluster, ofWeb: proxy, web } = await shared()

    for (const program of ['Look', 'Act', 'Hash'] as const) {
      const before = await cluster.jobs()
      const starts = cluster.allStarts(program).length
      const isCut = proxy.cutAfter(/submit_jobs_1/)
      const response = await cluster.request(web, program, 'token')
      await isCut

      expect(response.status, program).toBe(200)
      const job = (await response.json()) as { id: string; fromCache?: boolean }
      expect(job.fromCache, program).toBeUndefined()
      const made = [...(await cluster.jobs()).keys()].filter((id) => !before.has(id))
      expect(made, program).toEqual([job.id])
      await cluster.hasEnded(job.id)
      expect(cluster.allStarts(program)).toHaveLength(starts + 1)
    }
  })

  it.each(ends)('loses no end that $what', async ({ what, program, statement }) => {
    const { cluster, ofWorker: proxy, web, worker } = await shared()
    cluster.hold(program)
    const ids: string[] = []
    for (const token of ['one', 'two', 'three'])
      ids.push(await cluster.submit(web, program, `${token}, ${what}`))
    await expect
      .poll(() => ids.map((id) => cluster.startsOf(program, id).length))
      .toEqual([1, 1, 1])

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
    await expect.poll(() => cluster.spooled('worker')).toEqual([])
    await expect.poll(() => cluster.jobFolders('worker')).toEqual([])
    expect(worker.child.exitCode).toBeNull()
  })
})
