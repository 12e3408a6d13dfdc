import { CompiledQuery, type Insertable, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { heldNeeds, heldPriority } from '../../src/domain/budgets/fairness.ts'
import { recoverExpired } from '../../src/engine/execution/lease.ts'
import { hasSeveralTenants } from '../../src/engine/execution/several-tenants.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import type { JobRow } from '../../src/engine/job-rows/store.ts'
import { submit } from '../../src/engine/jobs/submit.ts'
import { claimSteps } from '../../src/engine/queue/sqlite.ts'
import { queueEnds } from '../../src/engine/queue/sqlite-submit.ts'
import type { Db } from '../../src/storage/database.ts'
import type { JobTable } from '../../src/storage/tables/jobs.ts'
import { databases, onlyPostgres } from '../databases.ts'
import { planOf } from './query-plan.ts'
import {
  claim,
  everything,
  loseAll,
  makeQueue,
  numbers,
  onHandle,
  queueOn,
  type TestQueue,
} from './queue-fixtures.ts'

describe.each(databases)('$name: a claim', ({ open }) => {
  it('of another organization passes over a queue of any length', async () => {
    const queue = await makeQueue(open)
    const { db } = queue.deps
    const other = () => queue.deps.jobQueue.claim('me', 1, everything, 'alpha')
    for (const _ of numbers(30)) await queue.submit({ organization: 'alpha', isPerson: true })
    expect(await other()).toEqual([])
    const beta = await queue.submit({ organization: 'beta' })
    const gamma = await queue.submit({ organization: 'gamma', isPerson: true })

    const claimed = [await other(), await other(), await other()].flat().map(({ id }) => id)

    expect(claimed).toEqual([gamma, beta])
    expect(await queue.row(beta)).toMatchObject({ status: 'InProgress', locked_by: 'me' })
    expect(await hasSeveralTenants(db)).toBe(true)
  })

  it('takes each job exactly once, despite races', async () => {
    const queue = await makeQueue(open)
    const ids = await Promise.all(numbers(200).map(() => queue.submit({ organization: 'alpha' })))
    const handles = await Promise.all(numbers(5).map(() => queue.database.another()))

    const claimed = await Promise.all(
      handles.map(async ({ db }, index) => {
        const own: string[] = []
        for (let isOver = false; !isOver; ) {
          const rows = await queueOn(queue.deps, db).claim(`owner${index}`, 3, everything)
          own.push(...rows.map(({ id }) => id))
          isOver = rows.length === 0
        }
        return own
      }),
    )

    expect(claimed.flat().sort()).toEqual(ids.sort())
    const rows = await queue.rows()
    expect(rows.filter(({ attempts }) => attempts !== 1)).toEqual([])
    for (const [index, own] of claimed.entries())
      expect(rows.filter(({ id }) => own.includes(id)).map((row) => row.locked_by)).toEqual(
        own.map(() => `owner${index}`),
      )
  })

  it("brings another organization's first job next, however long the queue is", async () => {
    const queue = await makeQueue(open)
    await Promise.all(numbers(1000).map(() => queue.submit({ organization: 'alpha' })))
    await claim(queue, 'p', 400)

    const first = await queue.submit({ organization: 'beta' })
    const person = await queue.submit({ organization: 'gamma', isPerson: true })
    const next = await claim(queue, 'p', 3)

    expect(next[0]?.id).toBe(person)
    expect(next.slice(1).map(({ organization }) => organization)).toContain('beta')
    expect(next.map(({ id }) => id)).toContain(first)
  })

  it.each([
    { how: 'was lost', comeBack: (queue: TestQueue) => loseAll(queue) },
    { how: 'was given back', comeBack: ({ deps }: TestQueue) => deps.jobQueue.giveBack('p') },
  ])('serves a job that $how at once, not behind a new queue', async ({ comeBack }) => {
    const queue = await makeQueue(open)
    const ids: string[] = []
    for (const _ of numbers(12)) ids.push(await queue.submit({ organization: 'alpha' }))
    const early = await claim(queue, 'early', 11)
    await claim(queue, 'p', 1)
    for (const job of early) await queue.deps.jobQueue.end(job, { status: 'Success', runner: null })
    for (const _ of numbers(12)) await queue.submit({ organization: 'beta' })

    await comeBack(queue)

    const next = await claim(queue, 'q', 2)
    expect(next.map(({ id }) => id)).toContain(ids[11])
  })

  it('does not let a newcomer overtake all others because an old job came back', async () => {
    const queue = await makeQueue(open)
    await queue.submit({ organization: 'alpha' })
    await claim(queue, 'p', 1)
    for (const _ of numbers(12)) await queue.submit({ organization: 'beta' })
    await claim(queue, 'q', 8)
    queue.clock.advance(leaseMs + 1)
    await queue.deps.db
      .updateTable('jobs')
      .set({ locked_until: queue.clock.now() + leaseMs })
      .where('locked_by', '=', 'q')
      .execute()
    await recoverExpired(queue.deps)
    for (const _ of numbers(8)) await queue.submit({ organization: 'gamma' })

    const next = await claim(queue, 'q', 5)

    const served = next.map(({ organization }) => organization).sort()
    expect(served).toEqual(['alpha', 'beta', 'beta', 'gamma', 'gamma'])
  })

  it('reads only what waits, however many jobs have ended', async () => {
    const queue = await makeQueue(open)
    await addEndedJobs(queue, 3000)
    for (const _ of numbers(20)) await queue.submit({ organization: 'beta' })
    await queue.deps.db.executeQuery(CompiledQuery.raw('analyze'))
    const { deps, clock } = queue

    const claiming =
      deps.dialect.name === 'sqlite' &&
      (await planOf(deps.db, () => claimSteps('p', 5, clock.now(), everything)))
    const expiring = await planOf(deps.db, (db) => queueOn(deps, db).lost())
    const submitting = await planOf(deps.db, () => queueEnds('alpha', 0))
    const releasing = await planOf(deps.db, (db) => queueOn(deps, db).giveBack('p'))

    if (claiming) expect(claiming).toMatch(/jobs_waiting\b/)
    else {
      const claimed = await rowsRead(deps.db, (db) => queueOn(deps, db).claim('p', 5, everything))
      expect(claimed).toBeLessThanOrEqual(rowsOfClaim(5))
    }
    expect(expiring).toMatch(/jobs_running\b/)
    expect(submitting).toMatch(/jobs_waiting\b/)
    expect(submitting).toMatch(/jobs_waiting_of_organization\b/)
    expect(releasing).toMatch(/jobs_running\b/)
    expect(`${claiming}${expiring}${submitting}${releasing}`).not.toMatch(
      /Seq Scan on jobs|SCAN jobs(?! USING (COVERING )?INDEX)/,
    )
  })
})

const others = 10_000

describe.each(databases)('$name: jobs that no node here can run', ({ open }) => {
  it('cost a claim nothing, though ten thousand stand in front', async () => {
    const queue = await makeQueue(open)
    const { deps } = queue
    await addForeignJobs(queue, others)
    const own = new Set<string>()
    for (const _ of numbers(20)) own.add(await queue.submit({ organization: 'beta' }))
    await deps.db.executeQuery(CompiledQuery.raw('analyze'))
    const accepts = ['default/any', 'default/process/*']

    if (deps.dialect.name === 'sqlite') {
      const plan = await planOf(deps.db, () => claimSteps('me', 4, queue.clock.now(), accepts))
      expect(plan).toMatch(/jobs_waiting_needs \(needs=\?\)/)
      expect(plan).not.toMatch(/SCAN jobs(?! USING (COVERING )?INDEX)|TEMP B-TREE/)
    } else {
      for (const send of [
        (db: Db) => queueOn(deps, db).claim('me', 4, accepts),
        (db: Db) => queueOn(deps, db).claim('me', 1, accepts, 'alpha'),
      ]) {
        expect(await rowsRead(deps.db, send)).toBeLessThanOrEqual(rowsOfClaim(4))
      }
    }

    const claimed = await deps.jobQueue.claim('me', 100, accepts)
    expect(claimed.every(({ id }) => own.has(id))).toBe(true)
    expect(await deps.jobQueue.claim('me', 1, accepts, 'beta')).toEqual([])
    expect(await deps.jobQueue.claim('me', 3, ['default/docker'])).toHaveLength(3)
  })

  it('since they are held, cost it nothing either, with statistics and without', async () => {
    const queue = await makeQueue(open)
    const { deps, clock } = queue
    await addForeignJobs(queue, others)
    await deps.db.updateTable('jobs').set({ needs: heldNeeds, priority: heldPriority }).execute()
    const own: string[] = []
    for (const _ of numbers(8)) own.push(await queue.submit({ organization: 'beta' }))
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await deps.db.executeQuery(CompiledQuery.raw('analyze'))
      if (deps.dialect.name === 'sqlite') {
        const plan = await planOf(deps.db, () => claimSteps('me', 4, clock.now(), everything))
        expect(plan).toMatch(/jobs_waiting\b/)
        expect(plan).not.toMatch(/SCAN jobs(?! USING (COVERING )?INDEX)|TEMP B-TREE/)
      }
      const read = (count: number) =>
        rowsRead(deps.db, (db) => queueOn(deps, db).claim('me', count, everything))
      if (deps.dialect.name === 'postgres') expect(await read(4)).toBeLessThanOrEqual(4 * 4)
    }
    const claimed = await deps.jobQueue.claim('me', 100, everything)
    expect(claimed.every(({ id }) => own.includes(id))).toBe(true)
    expect(await deps.jobQueue.claim('me', 100, everything)).toEqual([])
  })

  it('are left to a node that offers one of the ways to run them', async () => {
    const queue = await makeQueue(open)
    const { deps } = queue
    const id = await queue.submit({ organization: 'alpha' })
    const needs = 'default/process/A_1|default/docker'
    await deps.db.updateTable('jobs').set({ needs }).execute()

    expect(await deps.jobQueue.claim('me', 1, ['default/any', 'default/builtin'])).toEqual([])
    expect(await deps.jobQueue.claim('me', 1, ['default/process/A'])).toEqual([])
    expect(await deps.jobQueue.claim('me', 1, ['default/docker'])).toMatchObject([{ id, run: 1 }])
  })

  it('are passed over also when others hold every candidate', async () => {
    const queue = await makeQueue(open)
    for (const _ of numbers(40)) await queue.submit({ organization: 'alpha' })
    const handles = await Promise.all(numbers(8).map(() => queue.database.another()))

    const claimed = await Promise.all(
      handles.map(({ db }, at) => queueOn(queue.deps, db).claim(`owner${at}`, 5, everything)),
    )

    expect(claimed.flat()).toHaveLength(40)
  })
})

describe.each(onlyPostgres)('$name: a submission', ({ open }) => {
  it('reads none of the jobs that run, also if statistics know of none', async () => {
    const queue = await makeQueue(open)
    const { deps } = queue
    await addEndedJobs(queue, 10_000)
    await deps.db.updateTable('jobs').set({ status: 'Success' }).execute()
    await deps.db.executeQuery(CompiledQuery.raw('analyze'))
    const [template] = await queue.rows()
    await addCopies(queue, 1_000, (at) => ({
      ...(template as JobRow),
      ...{ id: `running-${at}`, status: 'InProgress', locked_by: 'other', locked_until: 1, run: 1 },
    }))
    const submitting = (db: Db) =>
      submit(
        onHandle(deps, db),
        { login: 'somebody', organization: 'alpha', roles: [], via: 'key' },
        'analyzer',
        'alpha-analyzer',
        { data: 'new', dataType: 'other', force: true },
      )

    expect(await rowsRead(deps.db, submitting)).toBeLessThan(10)
  })
})

/** Three candidates for each, read again to be locked, then the change, and looks at the needs. */
const rowsOfClaim = (count: number) => 7 * count + 8

/** How many rows of jobs PostgreSQL reads for it: plans inside a function are not explained. */
async function rowsRead(db: Db, send: (db: Db) => Promise<unknown>): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const before = await rowsReadSoFar(tx)
    await send(tx)
    return (await rowsReadSoFar(tx)) - before
  })
}

async function rowsReadSoFar(tx: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
    where relname = 'jobs'`.execute(tx)
  return Number(rows[0]?.read)
}

/** Jobs of people, for a runner that does not exist: they are ahead of everything else. */
async function addForeignJobs(queue: TestQueue, count: number) {
  const template = await queue.row(await queue.submit({ organization: 'alpha', isPerson: true }))
  await queue.clear()
  await addCopies(queue, count, (at) => ({
    ...template,
    id: `foreign-${at}`,
    needs: 'default/docker',
    turn: at,
  }))
}

async function addEndedJobs(queue: TestQueue, count: number) {
  const template = await queue.row(await queue.submit({ organization: 'alpha' }))
  await addCopies(queue, count, (at) => ({ ...template, id: `ended-${at}`, status: 'Success' }))
}

async function addCopies(
  queue: TestQueue,
  count: number,
  copy: (at: number) => Insertable<JobTable>,
) {
  for (let at = 0; at < count; at += 500)
    await queue.deps.db
      .insertInto('jobs')
      .values(numbers(500).map((index) => copy(at + index)))
      .execute()
}
