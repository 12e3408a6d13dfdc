import { describe, expect, it } from 'vitest'
import { recoverExpired } from '../../src/engine/execution/lease.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import { submit } from '../../src/engine/jobs/submit.ts'
import { openQueue } from '../../src/engine/queue/open.ts'
import type { Answer } from '../../src/engine/queue/queue.ts'
import { databases, onlyPostgres } from '../databases.ts'
import { submission } from './queue-contract.ts'
import { everything, makeQueue, numbers, onHandle, type TestQueue } from './queue-fixtures.ts'
import { makeEngineApp } from './setup.ts'

const hour = 3_600_000

const caller = { login: 'ada', organization: 'alpha', roles: [], via: 'key' as const }

/** Two processes that take submissions at the same time. */
async function makePair(queue: TestQueue) {
  const { db } = await queue.database.another()
  const both = [queue.deps, onHandle(queue.deps, db)] as const
  const run = (at: number, data: string) =>
    submit(both[at % 2 === 0 ? 0 : 1], caller, 'analyzer', 'alpha-analyzer', {
      data,
      dataType: 'other',
    })
  return { both, run }
}

const same = { cache_key: 'key', merge_key: 'key' }

const idOf = (answer: Answer) => ('job' in answer ? answer.job.id : undefined)

describe.each(databases)('$name: submissions of several processes', ({ open }) => {
  it('that are equal become one job, and all are answered with it', async () => {
    const queue = await makeQueue(open)
    const { run } = await makePair(queue)

    const answers = await Promise.all(numbers(300).map((at) => run(at, `value ${at % 10}`)))

    const rows = await queue.rows()
    expect(rows).toHaveLength(10)
    expect(new Set(answers.map(({ job }) => job.id))).toEqual(new Set(rows.map(({ id }) => id)))
    expect(answers.filter(({ fromCache }) => !fromCache)).toHaveLength(10)
    for (const [at, { job }] of answers.entries()) expect(job.data).toBe(`value ${at % 10}`)
  })

  it('pass exactly as often as the rate allows', async () => {
    const queue = await makeQueue(open)
    await queue.deps.db.updateTable('workers').set({ rate: 20, rate_unit: 'Hour' }).execute()
    const { run } = await makePair(queue)

    const results = await Promise.allSettled(numbers(80).map((at) => run(at, `value ${at}`)))

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await queue.rows()).toHaveLength(20)
    const refused = results.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ type: 'RateLimitExceeded', retryAfterSeconds: 3600 })
  })

  it('take turns one after the other, each organization from the one being served', async () => {
    const queue = await makeQueue(open)
    await Promise.all(numbers(20).map(() => queue.submit({ organization: 'alpha' })))
    await queue.deps.jobQueue.claim('p', 5, everything)
    await Promise.all(numbers(3).map(() => queue.submit({ organization: 'beta' })))

    const turns = async (organization: string) =>
      (await queue.rows())
        .filter((row) => row.status === 'Waiting' && row.organization === organization)
        .map(({ turn }) => turn)
        .sort((a, b) => a - b)

    expect(await turns('alpha')).toEqual(numbers(15).map((at) => at + 5))
    expect(await turns('beta')).toEqual([5, 6, 7])
  })
})

describe.each(onlyPostgres)('$name: a submission', ({ open }) => {
  it('that is sent again after a lost answer is the same job, and new', async () => {
    const { deps, rows } = await makeQueue(open)
    const forced = { cache_key: 'other', merge_key: null }

    const answers = [
      await deps.jobQueue.submit(submission('first', same)),
      await deps.jobQueue.submit(submission('first', same)),
      await deps.jobQueue.submit(submission('forced', forced)),
      await deps.jobQueue.submit(submission('forced', forced)),
      await deps.jobQueue.submit(submission('second', same)),
    ]

    expect(answers.map(({ is }) => is)).toEqual(['new', 'new', 'new', 'new', 'equal'])
    expect(answers.map(idOf)).toEqual(['first', 'first', 'forced', 'forced', 'first'])
    expect(await rows()).toHaveLength(2)
  })

  it('that only looks leaves nothing, and says what would happen', async () => {
    const { deps, rows } = await makeQueue(open)
    const look = { ...submission('look', same), isLook: true }
    const limited = { ...look, rate: { jobs: 0, windowMs: 1000 } }

    expect(await deps.jobQueue.submit(look)).toEqual({ is: 'free' })
    expect(await deps.jobQueue.submit(limited)).toMatchObject({ is: 'rate', blocker: undefined })
    expect(await rows()).toEqual([])
    await deps.jobQueue.submit(submission('first', same))
    expect(idOf(await deps.jobQueue.submit(look))).toBe('first')
  })

  it('whose text the database cannot hold fails alone', async () => {
    const { deps, rows } = await makeQueue(open)
    const data = (at: number) => (at === 7 ? 'a\u0000b' : at === 8 ? 'half a \ud800 pair' : 'x')

    const results = await Promise.allSettled(
      numbers(20).map((at) =>
        deps.jobQueue.submit(
          submission(`job-${at}`, { merge_key: null, cache_key: `${at}`, data: data(at) }),
        ),
      ),
    )

    expect(results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([7])
    expect(await rows()).toHaveLength(19)
  })
})

describe.each(onlyPostgres)('$name: processes whose clocks are an hour wrong', ({ open }) => {
  const wrongBy = ({ deps }: TestQueue, ms: number) => {
    const clock = { ...deps.clock, now: () => Date.now() + ms, overridesDatabase: false }
    return { ...deps, clock, jobQueue: openQueue({ ...deps, clock }) }
  }

  it.each([hour, -hour])('take no jobs from each other, nor lose their own (%d ms)', async (ms) => {
    const queue = await makeQueue(open)
    const [wrong, right] = [wrongBy(queue, ms), wrongBy(queue, 0)]
    const input = { data: 'x', dataType: 'other' }
    const before = Date.now() - 60_000
    await submit(wrong, caller, 'analyzer', 'alpha-analyzer', input)
    const [job] = await wrong.jobQueue.claim('wrong', 1, everything)
    if (!job) throw new Error('nothing was claimed')

    expect(await recoverExpired(right)).toBe(0)
    expect(await recoverExpired(wrong)).toBe(0)
    expect(await wrong.jobQueue.renew([job])).toEqual([])
    const held = await queue.row(job.id)
    expect(held.locked_until).toBeGreaterThan(before + leaseMs)
    expect(held.locked_until).toBeLessThan(Date.now() + 2 * leaseMs + 60_000)
    const end = { status: 'Success', runner: null, report: '{}' } as const
    expect(await wrong.jobQueue.end(job, end)).toMatchObject({ isEnded: true })

    const row = await queue.row(job.id)
    for (const moment of [row.created_at, row.start_date, row.end_date]) {
      expect(moment).toBeGreaterThan(before)
      expect(moment).toBeLessThan(Date.now() + 60_000)
    }
    // The cache window is the database's, too.
    const again = await submit(right, caller, 'analyzer', 'alpha-analyzer', input)
    expect(again.job.id).toBe(job.id)
  })

  it('find what ran out by the clock of the database', async () => {
    const queue = await makeQueue(open)
    const late = wrongBy(queue, -hour)
    await submit(late, caller, 'analyzer', 'alpha-analyzer', { data: 'x', dataType: 'other' })
    const [job] = await late.jobQueue.claim('late', 1, everything)
    await queue.deps.db
      .updateTable('jobs')
      .set({ locked_until: Date.now() - 1000 })
      .execute()

    expect(await recoverExpired(late)).toBe(1)
    const [second] = await late.jobQueue.claim('late', 1, everything)

    expect(second).toMatchObject({ id: job?.id, run: 2 })
    const end = { status: 'Success', runner: null, report: '{}' } as const
    expect(job && (await late.jobQueue.end(job, end)).isEnded).toBe(false)
    expect(second && (await late.jobQueue.end(second, end)).isEnded).toBe(true)
  })
})

describe.each(onlyPostgres)('$name: a hundred jobs', ({ open }) => {
  it('cost no more than 250 round trips, from the call to the report', async () => {
    const statements: string[] = []
    const app = await makeEngineApp(
      () => open({ onStatement: (text) => statements.push(text) }),
      [],
      { environment: { ASSAY_JOB_RUNNERS: 'builtin' } },
    )
    const client = app.as('analyze')
    const { id } = await app
      .as('orgadmin')
      .enableAnalyzer({ id: 'Assay_Hash_1_0' }, { name: 'Hashes' })
    const runAll = (count: number, from: number) =>
      Promise.all(
        numbers(count).map(async (at) => {
          const data = (from + at).toString(16).padStart(32, '0')
          const job = await client.runAnalyzer({ id }, { data, dataType: 'hash' })
          return client.waitReport({ id: job.id }, { atMost: 'Inf' })
        }),
      )
    // Until threads and connections exist, and enabling the analyzer is a second ago: before that,
    // every job reads its worker again.
    const readsWorker = (text: string) => text.startsWith('select "id", "organization", "type"')
    for (let from = 1000; from === 1000 || statements.filter(readsWorker).length > 1; from += 8) {
      statements.length = 0
      await runAll(8, from)
    }
    statements.length = 0

    const reports = await runAll(100, 100_000)

    expect(reports.map(({ status }) => status)).toEqual(numbers(100).map(() => 'Success'))
    const kinds = Map.groupBy(statements, (text) => text.slice(0, 60))
    const told = [...kinds].map(([text, all]) => `${all.length} ${text}`).join('\n')
    expect(statements.length, told).toBeLessThanOrEqual(250)
  })
})
