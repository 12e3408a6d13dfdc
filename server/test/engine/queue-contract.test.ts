import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { databases, onlyPostgres, sqlite } from '../databases.ts'
import { byId, scripts, shown, submission } from './queue-contract.ts'
import { everything, queueOn } from './queue-fixtures.ts'
import { clearRows, makePlace, type Place, play, type Script } from './queue-rows.ts'

describe.each(databases)('$name: the queue keeps its contract', ({ open }) => {
  it.each(Object.entries(scripts))('%s', async (_operation, script) => {
    await play(await makePlace(open), script)
  })
})

describe.each(onlyPostgres)('$name: the queue', ({ open }) => {
  it.each(Object.entries(scripts))(
    'answers and leaves what it does on SQLite: %s',
    async (_operation, script) => {
      const here = await play(await makePlace(open), script)
      const there = await play(await makePlace(sqlite.open), script)

      expect(here).toEqual(there)
    },
  )

  it('takes one statement for a submission, a claim, an end and a read', async () => {
    const statements: string[] = []
    const { deps } = await makePlace(() => open({ onStatement: (text) => statements.push(text) }))
    const { jobQueue } = deps
    const counts: number[] = []
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      statements.length = 0
      const result = await work()
      counts.push(statements.length)
      return result
    }

    // The first of each opens its connection.
    for (const id of ['before', 'counted']) {
      counts.length = 0
      await counted(() => jobQueue.submit(submission(id)))
      const [job] = await counted(() => jobQueue.claim('me', 1, everything))
      if (!job) throw new Error('nothing was claimed')
      await counted(() => jobQueue.end(job, { status: 'Success', runner: null, report: '{}' }))
      await counted(() => jobQueue.read('alpha', id))
    }

    expect(counts).toEqual([1, 1, 1, 1])
  })

  it('lets one process at a time do what one is to do', async () => {
    const { deps, database } = await makePlace(open)
    const { db } = await database.another()
    const isTheirs = () => queueOn(deps, db).together((own) => own.isOurTurn('unrunnable jobs'))

    const turns = await deps.jobQueue.together(async (own) => [
      await own.isOurTurn('unrunnable jobs'),
      await isTheirs(),
    ])

    expect([...turns, await isTheirs()]).toEqual([true, false, true])
  })

  it('leaves the rows that it leaves on SQLite, whatever happens in whatever order', async () => {
    const [here, there] = [await makePlace(open), await makePlace(sqlite.open)]

    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40, size: 'max' }), async (operations) => {
        for (const { deps } of [here, there]) await clearRows(deps.db)
        expect(await play(here, happen(operations))).toEqual(await play(there, happen(operations)))
      }),
      { seed: 20261118, numRuns: Number(process.env.QUEUE_RUNS ?? 15), verbose: 1 },
    )
  })
})

const organization = fc.constantFrom('alpha', 'beta', 'gamma')
const owner = fc.constantFrom('me', 'you')
const pick = fc.nat(100)

const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      organization,
      key: fc.option(fc.constantFrom('k1', 'k2')),
      priority: fc.constantFrom(0, 0, 1),
      rate: fc.option(fc.constantFrom(1, 4), { freq: 4 }),
      claimFor: fc.option(owner),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), owner, count: fc.nat(3) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      pick,
      level: fc.option(fc.nat(3)),
      value: fc.constantFrom('v1', 'v2'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const), owner }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), owner }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('recover' as const), isTried: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.constantFrom(1, 10_000, 30_001, 660_000),
    }),
  },
)

type Happening = typeof operation extends fc.Arbitrary<infer E> ? E : never

/** Ids by number, which also breaks ties: so both databases are asked the same. */
const happen =
  (operations: readonly Happening[]): Script =>
  async (place) => {
    const told: unknown[] = []
    for (const [at, one] of operations.entries()) told.push(await happenOne(place, one, at))
    return told
  }

async function happenOne({ queue, clock }: Place, one: Happening, at: number): Promise<unknown> {
  const running = byId(await queue.running())
  const chosen = 'pick' in one ? running[one.pick % running.length] : undefined
  switch (one.kind) {
    case 'submit': {
      const { organization, key, priority, rate, claimFor } = one
      const keys = key === null ? {} : { cache_key: key, merge_key: key }
      const job = { organization, priority, ...keys }
      const limit = rate === null ? undefined : { jobs: rate, windowMs: 60_000 }
      const how = { rate: limit, claimFor: claimFor ?? undefined }
      return shown(await queue.submit(submission(String(at).padStart(4, '0'), job, how)))
    }
    case 'claim':
      return byId(await queue.claim(one.owner, one.count, everything))
    case 'end': {
      if (!chosen) return undefined
      const answer = {
        ...{ value_hash: one.value, worker_id: 'w', worker_name: 'w', data_type: 'other' },
        ...{ text_hash: 'x', is_file: 0, file_name: null, data: 'x', reasons: `["${at}"]` },
        ...{ level: one.level, error: one.level === null ? 'bad' : null },
        not_applicable: one.level === null && at % 2 === 0 ? ('other' as const) : null,
      }
      return one.level === null
        ? queue.end(chosen, {
            ...{ status: 'Failure', runner: null, errorMessage: 'bad', answer },
            ...(answer.not_applicable === null ? {} : { notApplicable: answer.not_applicable }),
          })
        : queue.end(chosen, { status: 'Success', runner: 'process', report: `${at}`, answer })
    }
    case 'renew':
      return queue.renew(running.filter(({ locked_by }) => locked_by === one.owner))
    case 'giveBack':
      return byId(await queue.giveBack(one.owner))
    case 'release':
      return chosen && queue.release(chosen)
    case 'recover': {
      const answers: boolean[] = []
      for (const job of byId(await queue.lost()))
        answers.push(one.isTried ? await queue.requeue(job) : await queue.fail(job, 'lost'))
      return answers
    }
    case 'clock':
      return clock.advance(one.ms)
  }
}
