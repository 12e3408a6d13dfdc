import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everyOrganization, type Scope } from '../../src/domain/caller.ts'
import type { Criteria } from '../../src/domain/criteria.ts'
import { jobCounts, jobModel } from '../../src/engine/job-rows/model.ts'
import { deleteJob } from '../../src/engine/job-rows/store.ts'
import { removeOldJobs } from '../../src/engine/jobs/retention.ts'
import type { Database, Db } from '../../src/storage/database.ts'
import { migrate, migrations } from '../../src/storage/schema/migrate.ts'
import { search } from '../../src/storage/search/search.ts'
import { criteriaOf } from '../criteria.ts'
import { databases, onlyPostgres } from '../databases.ts'
import { planOf } from './query-plan.ts'
import { everything, makeQueue, organizations, queueOn, type TestQueue } from './queue-fixtures.ts'

const { counts: _, ...withoutCounts } = jobModel

/** One row, so the page is full and the total must be known or counted. */
const request = (criteria: Criteria) => ({
  columns: ['id'] as const,
  criteria,
  range: { offset: 0, limit: 1 },
  sort: [],
})

const totals = async ({ db, dialect }: Database, criteria: Criteria, scope: Scope) => ({
  kept: (await search(db, dialect, jobModel, request(criteria), scope)).total,
  counted: (await search(db, dialect, withoutCounts, request(criteria), scope)).total,
})

const fields = ['status', 'dataType', 'type', 'workerId', 'analyzerName', 'organization', 'nothing']
const values = ['Success', 'Waiting', 'Deleted', 'other', 'analyzer', 'alpha-analyzer', 'alpha', '']

const field = fc.constantFrom(...fields)
const value = fc.constantFrom(...values)
const leaf: fc.Arbitrary<Criteria> = fc.oneof(
  fc.record({ kind: fc.constant('equals'), field, value }),
  fc.record({ kind: fc.constant('in'), field, values: fc.array(value, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('range'), field, bounds: fc.record({ gte: value }) }),
  fc.record({ kind: fc.constant('wildcard'), field, pattern: fc.constantFrom('*a*', 'S*', '?') }),
  fc.record({ kind: fc.constant('exists'), field }),
  fc.constantFrom<Criteria>({ kind: 'all' }, { kind: 'none' }, { kind: 'type', type: 'job' }),
  // Not to be known without counting; the total must be right all the same.
  fc.constantFrom<Criteria>(
    { kind: 'equals', field: 'tlp', value: 2 },
    { kind: 'anywhere', value: 'alpha', words: 'any' },
    { kind: 'parent', type: 'organization', of: { kind: 'all' } },
  ),
)
const criteria = criteriaOf(leaf)

const organization = fc.constantFrom(...organizations.slice(0, 2))
const pick = fc.nat(1000)
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      organization,
      type: fc.constantFrom('analyzer' as const, 'responder' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('claim' as const), count: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('finish' as const), pick, isOk: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('give back', 'retain', 'fold', 'undo') }),
  },
)

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

async function happen(queue: TestQueue, one: Event): Promise<void> {
  const { db, dialect } = queue.deps
  const now = queue.clock.now()
  const rows = await queue.rows()
  const chosen = 'pick' in one ? rows[one.pick % rows.length] : undefined
  switch (one.kind) {
    case 'submit':
      await queue.submit(one)
      return
    case 'claim':
      await queue.deps.jobQueue.claim('me', one.count, everything)
      return
    case 'finish': {
      const end = { status: one.isOk ? 'Success' : 'Failure', runner: null } as const
      if (chosen) await queue.deps.jobQueue.end(chosen, end)
      return
    }
    case 'delete':
      if (chosen) await deleteJob(db, chosen.organization, chosen.id, 'x', now)
      return
    case 'give back':
      await queue.deps.jobQueue.giveBack('me')
      return
    case 'retain':
      queue.clock.advance(day)
      await removeOldJobs(queue.deps)
      return
    case 'fold':
      await dialect.rowCounts.fold(db, jobCounts)
      return
    case 'undo':
      await db
        .transaction()
        .execute(async (tx) => {
          await tx.deleteFrom('jobs').where('status', '<>', 'InProgress').execute()
          throw new Error('undone')
        })
        .catch(() => undefined)
  }
}

const day = 86_400_000
const retaining = { ASSAY_JOB_RETENTION: '2d' }

describe.each(databases)('$name: the kept totals of jobs', ({ open, openEmpty }) => {
  it('are what counting gives, whatever happens and whatever is asked', async () => {
    const queue = await makeQueue(open, retaining)
    const asked = fc.array(fc.tuple(criteria, fc.constantFrom(everyOrganization, 'alpha')), {
      minLength: 3,
      maxLength: 6,
    })

    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 30, size: 'max' }),
        asked,
        async (events, all) => {
          await queue.clear()
          for (const one of events) await happen(queue, one)
          for (const [criteria, scope] of all) {
            const { kept, counted } = await totals(queue.database, criteria, scope)
            expect(kept).toBe(counted)
          }
        },
      ),
      { seed: 20261115, numRuns: Number(process.env.COUNT_RUNS ?? 20), verbose: 1 },
    )
  })

  it('are right while several processes change jobs at the same time', async () => {
    const queue = await makeQueue(open, retaining)
    const second = await queue.database.another()
    const churn = async ({ db, dialect }: Database, owner: string) => {
      const own = queueOn(queue.deps, db)
      for (let round = 0; round < 8; round += 1) {
        await Promise.all(organizations.map((organization) => queue.submit({ organization })))
        const jobs = await own.claim(owner, 3, everything)
        const end = { status: 'Success', runner: null } as const
        await Promise.all(jobs.map((job) => own.end(job, end)))
        await dialect.rowCounts.fold(db, jobCounts)
      }
    }

    await Promise.all([churn(queue.database, 'one'), churn(second, 'two')])

    for (const value of ['Waiting', 'InProgress', 'Success']) {
      const of = { kind: 'equals', field: 'status', value } as const
      const { kept, counted } = await totals(second, of, everyOrganization)
      expect(kept).toBe(counted)
    }
    expect((await totals(second, { kind: 'all' }, everyOrganization)).kept).toBe(64)
  })

  it('are there for jobs from before there were any', async () => {
    const old = await openEmpty()
    await migrate(old, 0, migrations.slice(0, 4))
    for (const [id, organization] of Object.entries({ a: 'alpha', b: 'alpha', c: 'beta' }))
      await addOldJob(old.db, id, organization)

    await migrate(old, 1)

    expect(await totals(old, { kind: 'all' }, 'alpha')).toEqual({ kept: 2, counted: 2 })
    expect(await totals(old, { kind: 'all' }, 'beta')).toEqual({ kept: 1, counted: 1 })
  })

  it('stay few rows, however much happens', async () => {
    const queue = await makeQueue(open)
    const { db, dialect } = queue.deps
    for (let at = 0; at < 20; at += 1) await queue.submit({ organization: 'alpha' })
    await queue.deps.jobQueue.claim('me', 20, everything)

    await dialect.rowCounts.fold(db, jobCounts)

    const rows = await db.selectFrom('job_counts').selectAll().where('count', '<>', 0).execute()
    expect(rows).toMatchObject([{ organization: 'alpha', status: 'InProgress', count: 20 }])
  })

  it('are read without looking at a job', async () => {
    const queue = await makeQueue(open)
    const { db, dialect } = queue.deps
    const successful: Criteria = { kind: 'equals', field: 'status', value: 'Success' }

    const plan = await planOf(db, (watched) =>
      search(watched, dialect, jobModel, request(successful), 'alpha'),
    )

    expect(plan).toContain('job_counts')
    // The page alone.
    expect(plan.split('\n').filter((line) => /\bjobs\b/.test(line))).toHaveLength(1)
  })
})

/** SQLite counts in place: nothing piles up. */
describe.each(onlyPostgres)('$name: the kept totals of jobs', ({ open }) => {
  it('of a pile that one statement could not add up become few, too', async () => {
    const queue = await makeQueue(open)
    const { db, dialect } = queue.deps
    await queue.submit({ organization: 'alpha' })
    await sql`insert into job_counts select organization, status, data_type, type, worker_id,
      worker_name, by from job_counts, generate_series(1, 12000) as n, lateral (
        select case when n % 2 = 0 then 1 else -1 end as by) as change`.execute(db)

    await dialect.rowCounts.fold(db, jobCounts)

    const rows = await db.selectFrom('job_counts').selectAll().execute()
    expect(rows.length).toBeLessThanOrEqual(3)
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(1)
  })
})

const addOldJob = async (db: Db, id: string, organization: string) => {
  await sql`insert into organizations (name, description, status, created_at, created_by)
    values (${organization}, '', 'Active', 1, 'ann') on conflict do nothing`.execute(db)
  await sql`insert into jobs (id, organization, type, worker_id, worker_name, worker_definition_id,
      status, data_type, tlp, pap, message, parameters, cache_key, priority, turn, attempts,
      created_at, created_by)
    values (${id}, ${organization}, 'analyzer', 'w', 'W', 'W', 'Success', 'other', 2, 2, '', '{}',
      'key', 0, 0, 1, 1, 'ann')`.execute(db)
}
