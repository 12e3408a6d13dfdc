import { expect } from 'vitest'
import { claimedColumns, leaseMs } from '../../src/engine/job-rows/claimed.ts'
import { deleteJob, jobColumns } from '../../src/engine/job-rows/store.ts'
import type {
  Answer,
  EnteringQueue,
  HeldQueue,
  JobEnd,
  Queue,
  Submission,
} from '../../src/engine/queue/queue.ts'
import type { Answer as ValueAnswer } from '../../src/engine/values/answers.ts'
import { noFile } from '../platform/rows.ts'
import { everything } from './queue-fixtures.ts'
import type { Place, Script } from './queue-rows.ts'

/** An operation of the queue without a script does not compile. */
type Operation = keyof Queue | Exclude<keyof HeldQueue | keyof EnteringQueue, 'db'>

export const submission = (
  id: string,
  job: Partial<Submission['job']> = {},
  how: Partial<Omit<Submission, 'job'>> = {},
): Submission => ({
  freshMs: 600_000,
  rate: undefined,
  isLook: false,
  ...how,
  job: {
    id,
    organization: 'alpha',
    type: 'analyzer',
    worker_id: `${job.organization ?? 'alpha'}-${job.type ?? 'analyzer'}`,
    worker_name: 'a worker',
    worker_definition_id: 'Fixture_1_0',
    status: 'Waiting',
    data_type: 'other',
    data: 'x',
    data_hash: 'x',
    ...noFile,
    tlp: 2,
    pap: 2,
    message: '',
    parameters: '{}',
    label: null,
    cache_key: id,
    merge_key: null,
    needs: 'default/any',
    error_message: null,
    priority: 0,
    created_by: 'ada',
    asked_by: 'ada',
    asked_kind: 'person',
    cause: null,
    ...job,
  },
})

const equal = { cache_key: 'same', merge_key: 'same' }

const add = async ({ queue }: Place, ...ids: string[]) => {
  for (const id of ids) await queue.submit(submission(id))
}

/** Jobs that run, in the order of their ids: what is claimed at once has no other. */
async function start(place: Place, owner: string, ...ids: string[]) {
  await add(place, ...ids)
  const jobs = await place.queue.claim(owner, ids.length, everything)
  expect(jobs.map(({ id }) => id).sort()).toEqual([...ids].sort())
  return jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function startOne(place: Place, owner: string, id: string) {
  const [job] = await start(place, owner, id)
  if (!job) throw new Error('nothing was claimed')
  return job
}

const success: JobEnd = { status: 'Success', runner: 'process', report: '{"full":{}}', input: '{}' }

const said = (level: number | null, change: Partial<ValueAnswer> = {}): ValueAnswer => ({
  value_hash: 'a value',
  worker_id: 'alpha-analyzer',
  worker_name: 'a worker',
  data_type: 'other',
  text_hash: 'x',
  is_file: 0,
  level,
  file_name: null,
  error: level === null ? 'it was away' : null,
  not_applicable: null,
  reasons: level === null ? '[]' : '["seen"]',
  data: 'x',
  ...change,
})

const artifact = (job: string, id: string) => ({
  ...noFile,
  ...{ id, job_id: job, organization: 'alpha', data_type: 'domain', data: 'found', tlp: 2 },
  ...{ tags: '["a"]', message: null, created_at: 1, created_by: 'ada', value_hash: 'v', kind: 'k' },
})

/** Of an accepted job what callers see; SQLite knows more of it at that moment. */
export const shown = (answer: Answer) => ({
  ...answer,
  ...('job' in answer && {
    job: Object.fromEntries(jobColumns.map((column) => [column, answer.job[column]])),
  }),
  ...('claimed' in answer &&
    answer.claimed && {
      claimed: Object.fromEntries(
        claimedColumns.map((column) => [column, answer.claimed?.[column]]),
      ),
    }),
})

export const scripts: Record<Operation, Script> = {
  async submit({ queue, clock }) {
    const rate = { jobs: 3, windowMs: 60_000 }
    const answers: Answer[] = []
    const send = async (...what: Parameters<typeof submission>) =>
      void answers.push(await queue.submit(submission(...what)))
    await send('begun', equal, { claimFor: 'me' })
    await send('again', equal)
    clock.advance(700_000)
    await send('much-later', equal)
    await send('look', {}, { isLook: true })
    await send('waits', {}, { rate })
    await send('not-begun', {}, { rate, claimFor: 'me' })
    clock.advance(10)
    await send('person', { priority: 1 }, { rate })
    await send('too-many', {}, { rate })
    await send('never', {}, { rate: { jobs: 0, windowMs: 60_000 } })
    await send('look-limited', {}, { rate, isLook: true })
    await send('other', { organization: 'beta' })
    await send('refused', { status: 'Failure', error_message: 'TLP' })
    const request = { key: 'mine', hash: 'h' }
    await send('named', {}, { request })
    await send('named-again', {}, { request })
    await send('named-else', {}, { request: { key: 'mine', hash: 'other' } })
    await send('named-beta', { organization: 'beta' }, { request })
    await send('named-limited', {}, { request: { key: 'limited', hash: 'h' }, rate })
    await send('named-equal', equal, { request: { key: 'equal', hash: 'h' } })
    await send('named-look', {}, { request, isLook: true })
    const told = answers.map((answer) =>
      'job' in answer ? `${answer.is} ${answer.job.id}` : answer.is,
    )
    expect(told.join(', ')).toBe(
      'new begun, equal begun, equal begun, free, new waits, new not-begun, ' +
        'new person, rate, rate, rate, new other, new refused, new named, repeated named, taken, ' +
        'new named-beta, rate, equal begun, repeated named',
    )
    return answers.map(shown)
  },

  async entering(place) {
    const { queue, db } = place
    const held = { needs: 'held', priority: -100 }
    const answers = await queue.entering(async (own) => [
      await own.submit(submission('first', equal)),
      await own.submit(submission('second', equal)),
      await own.submit(submission('look', {}, { isLook: true })),
      await own.submit(submission('held', held, { request: { key: 'named', hash: 'h' } })),
      await own.submit(submission('held-again', held, { request: { key: 'named', hash: 'h' } })),
    ])
    expect(answers.map(({ is }) => is)).toEqual(['new', 'equal', 'free', 'new', 'repeated'])
    const undone = queue.entering(async (own) => {
      await own.submit(submission('undone'))
      throw new Error('something else went wrong')
    })
    await expect(undone).rejects.toThrow('something else went wrong')
    expect(await db.selectFrom('jobs').select('id').where('id', '=', 'undone').execute()).toEqual(
      [],
    )
    // One that is held may not start, so it keeps no other from starting at once.
    await queue.claim('me', 1, everything)
    expect(await queue.claim('me', 9, everything)).toEqual([])
    const begun = await queue.submit(submission('begun', {}, { claimFor: 'me' }))
    expect(begun).toMatchObject({ is: 'new', claimed: { id: 'begun' } })
    const next = await queue.submit(submission('next', { organization: 'beta' }))
    expect(next).toMatchObject({ is: 'new' })
    const after = await queue.submit(submission('after', {}, { claimFor: 'me' }))
    expect(after).not.toHaveProperty('claimed.id')
    return [...answers, begun].map(shown)
  },

  async claim(place) {
    const { queue, clock } = place
    await add(place, 'a1', 'a2', 'a3')
    await queue.submit(submission('b1', { organization: 'beta' }))
    await queue.submit(submission('c1', { organization: 'gamma', priority: 1 }))
    await queue.submit(submission('d1', { organization: 'delta', needs: 'default/docker' }))
    clock.advance(5)
    expect(await queue.claim('me', 0, everything)).toEqual([])
    expect(await queue.claim('me', 5, ['default/builtin'])).toEqual([])
    const claimed = [
      await queue.claim('me', 1, everything),
      await queue.claim('me', 9, ['default/any'], 'alpha'),
      await queue.claim('me', 1, ['default/any'], 'alpha'),
      await queue.claim('you', 2, ['default/any']),
      await queue.claim('you', 9, ['default/docker']),
      await queue.claim('me', 9, everything),
    ]
    expect(claimed.map((jobs) => jobs.map(({ id }) => id))).toEqual([
      ['c1'],
      ['b1'],
      [],
      ['a1', 'a2'],
      ['d1'],
      ['a3'],
    ])
    return claimed
  },

  async end(place) {
    const { queue, clock, db } = place
    const watch = { organization: 'alpha', value_hash: 'a value', data_type: 'other', is_file: 0 }
    await db
      .insertInto('value_watches')
      .values({ id: 'w', login: 'ada', data: 'x', created_at: 1, ...watch })
      .execute()
    const ends: [string, JobEnd][] = [
      ['plain', success],
      ['found', { ...success, artifacts: [artifact('found', 'f1'), artifact('found', 'f2')] }],
      ['asked', { ...success, answer: said(1) }],
      ['worse', { ...success, answer: said(3, { reasons: '["worse"]' }) }],
      ['away', { status: 'Failure', runner: null, errorMessage: 'bad', answer: said(null) }],
      ['better', { ...success, answer: said(1, { worker_name: 'renamed' }) }],
      ['long', { ...success, report: JSON.stringify('é'.repeat(1_100_000)), answer: said(2) }],
      ['blocks', { ...success, feed: { feed: 'f', dataType: 'ip', value: '192.0.2.1', days: 2 } }],
      ['alike', { ...success, similarity, follows: true, answer: said(2, { value_hash: 'file' }) }],
    ]
    const answers: unknown[] = []
    for (const [id, end] of ends) {
      const job = await startOne(place, 'me', id)
      clock.advance(7)
      const first = await queue.end(job, end)
      expect(first.isEnded).toBe(true)
      expect((await queue.end(job, { ...end, runner: 'twice' })).isEnded).toBe(false)
      answers.push(first)
    }
    const deleted = await startOne(place, 'me', 'deleted')
    await deleteJob(db, 'alpha', 'deleted', 'ada', clock.now())
    const early = await startOne(place, 'me', 'early')
    await queue.giveBack('me')
    const [late] = await queue.claim('me', 1, everything)
    expect(late).toMatchObject({ id: 'early', run: 2 })
    for (const job of [deleted, early])
      expect(await queue.end(job, success)).toEqual({ isEnded: false, notified: [] })
    return answers
  },

  async read(place) {
    const { queue } = place
    const bodies = { short: 10, middle: 70_000, long: 1_100_000 }
    for (const [id, length] of Object.entries(bodies)) {
      const report = JSON.stringify('x'.repeat(length))
      await queue.end(await startOne(place, 'me', id), { ...success, report })
    }
    await add(place, 'waits')
    const found = await Promise.all(
      ['short', 'middle', 'long', 'waits', 'none'].map((id) => queue.read('alpha', id)),
    )
    expect(found.map((row) => row && [row.report_body?.length, row.report_bytes])).toEqual([
      [12, 12],
      [70_002, 70_002],
      [undefined, 1_100_002],
      [undefined, null],
      undefined,
    ])
    expect(await queue.read('beta', 'short')).toBeUndefined()
    return found
  },

  async renew(place) {
    const { queue, clock } = place
    const [first, second] = await start(place, 'me', 'one', 'two')
    if (!first || !second) throw new Error('nothing was claimed')
    await queue.end(second, success)
    clock.advance(1_000)
    const earlier = { id: first.id, run: first.run - 1 }
    expect(await queue.renew([])).toEqual([])
    expect(await queue.renew([first, second, earlier])).toMatchObject([{ id: 'two' }, earlier])
    expect((await place.row('one')).locked_until).toBe(clock.now() + leaseMs)
  },

  async giveBack(place) {
    const { queue } = place
    await start(place, 'me', 'one', 'two', 'three')
    await queue.submit(submission('acts', { type: 'responder' }))
    await queue.claim('me', 1, everything)
    await start(place, 'you', 'theirs')
    const back = await queue.giveBack('me', ['two'])
    expect(back.map(({ id }) => id).sort()).toEqual(['one', 'three'])
    expect(await queue.giveBack('nobody')).toEqual([])
    expect(await place.row('one')).toMatchObject({ status: 'Waiting', attempts: 0, run: 1 })
  },

  async release(place) {
    const { queue } = place
    const job = await startOne(place, 'me', 'without-file')
    await add(place, 'next', 'last')
    expect(await queue.release({ id: job.id, run: job.run + 1 })).toBe(false)
    expect(await queue.release(job)).toBe(true)
    expect(await queue.release(job)).toBe(false)
    const order = await queue.claim('me', 3, everything)
    expect(order.map(({ id }) => id)).toEqual(['next', 'last', 'without-file'])
    return order
  },

  async running(place) {
    const { queue } = place
    await start(place, 'me', 'one', 'two')
    await add(place, 'waits')
    const running = await queue.running()
    expect(running.map(({ id }) => id).sort()).toEqual(['one', 'two'])
    return byId(running)
  },

  async lost(place) {
    const { queue, clock } = place
    await start(place, 'me', 'silent')
    clock.advance(20_000)
    await start(place, 'me', 'alive')
    expect(await queue.lost()).toEqual([])
    clock.advance(10_001)
    const lost = await queue.lost()
    expect(lost).toMatchObject([{ id: 'silent', late_ms: 1 }])
    return lost
  },

  async requeue(place) {
    const { queue, clock } = place
    await start(place, 'me', 'kept', 'lost')
    await add(place, 'next')
    clock.advance(leaseMs + 1)
    const [kept, lost] = byId(await queue.lost())
    if (!kept || !lost) throw new Error('nothing was lost')
    expect(await queue.renew([kept])).toEqual([])
    expect(await queue.requeue(kept)).toBe(false)
    expect(await queue.requeue(lost)).toBe(true)
    expect(await queue.requeue(lost)).toBe(false)
    await queue.claim('you', 2, everything)
    const again = (await queue.running()).find(({ id }) => id === 'lost')
    expect(again && (await queue.requeue(again, 0))).toBe(true)
    expect(await place.row('lost')).toMatchObject({ status: 'Waiting', attempts: 0, run: 2 })
  },

  async fail(place) {
    const { queue, clock } = place
    await start(place, 'me', 'lost')
    clock.advance(leaseMs + 1)
    const [lost] = await queue.lost()
    if (!lost) throw new Error('nothing was lost')
    expect(await queue.fail(lost, 'stopped')).toBe(true)
    expect(await queue.fail(lost, 'again')).toBe(false)
    expect(await place.row('lost')).toMatchObject({ status: 'Failure', error_message: 'stopped' })
  },

  async together(place) {
    const { queue } = place
    await add(place, 'one', 'two')
    const crash = new Error('crash')
    const failing = queue.together(async (own) => {
      expect(await own.claim('me', 1, everything)).toMatchObject([{ id: 'one' }])
      throw crash
    })
    await expect(failing).rejects.toBe(crash)
    expect(await place.row('one')).toMatchObject({ status: 'Waiting', run: 0 })
    return queue.together((own) => own.claim('me', 1, everything))
  },

  async room(place) {
    const { queue } = place
    await start(place, 'me', 'one', 'two')
    const workers = [
      { id: 'alpha-analyzer', needs: 'default/any', max: 3 },
      { id: 'beta-analyzer', needs: 'default/any', max: 2 },
    ]
    const room = await queue.together((own) => own.room(workers))
    expect(Object.fromEntries(room)).toEqual({ 'alpha-analyzer': 1, 'beta-analyzer': 2 })
  },

  async isOurTurn({ queue }) {
    const turns = await queue.together(async (own) => [
      await own.isOurTurn('unrunnable jobs'),
      await own.isOurTurn('unrunnable jobs'),
    ])
    expect(turns).toEqual([true, true])
  },
}

const similarity = {
  ...{ sha256: 'a'.repeat(64), size: 7, filename: 'a.bin', blockSize: 3, tlshLength: 4 },
  ...{ ssdeep: '3:a:b', tlsh: 'T1' },
}

export const byId = <T extends { id: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
