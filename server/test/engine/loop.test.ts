import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startLoop } from '../../src/engine/execution/loop.ts'
import type { ClaimedJob } from '../../src/engine/job-rows/claimed.ts'
import { patienceMs } from '../patience.ts'

/** The loop only asks a job for its name. */
const job = (id: string) => ({ id }) as ClaimedJob

interface Options {
  slots?: number
  pollMs?: number
  waiting?: string[]
  /** Between the question to the database and its answer. */
  answer?: (taken: string[]) => Promise<void>
}

/** A loop over a list of names; each run lasts until the test ends it or its signal comes. */
function watchedLoop({ slots = 2, pollMs = 3_600_000, waiting = [], answer }: Options = {}) {
  const runs = new Map<string, PromiseWithResolvers<void>>()
  const seen = { most: 0, claims: 0, started: [] as string[], aborted: [] as string[] }
  const failures: Error[] = []
  const ended = new Map<string, () => void>()
  const loop = startLoop({
    slots,
    pollMs,
    log: pino({ level: 'silent' }),
    async claim(count) {
      seen.claims += 1
      const failure = failures.shift()
      if (failure) throw failure
      const taken = waiting.splice(0, count)
      await answer?.(taken)
      return taken.map(job)
    },
    async execute({ id }, signal, ran) {
      const run = Promise.withResolvers<void>()
      runs.set(id, run)
      seen.started.push(id)
      ended.set(id, ran)
      seen.most = Math.max(seen.most, loop.running().length)
      signal.addEventListener('abort', () => {
        seen.aborted.push(id)
        run.resolve()
      })
      await run.promise
    },
  })
  onTestFinished(async () => {
    loop.abort()
    await loop.drain()
  })
  return {
    ...loop,
    seen,
    waiting,
    failures,
    /** The program has ended; its end is not stored yet. */
    ran: (id: string) => ended.get(id)?.(),
    end: (id: string) => runs.get(id)?.resolve(),
    fail: (id: string) => runs.get(id)?.reject(new Error(`${id} failed`)),
    /** Everything that follows from what was done has been done. */
    idle: () => new Promise((resolve) => setImmediate(resolve)),
    started: (...ids: string[]) => vi.waitFor(() => expect(seen.started).toEqual(ids), patienceMs),
  }
}

it('runs as many jobs at once as it has slots, and the next as soon as one ends', async () => {
  const loop = watchedLoop({ slots: 2, waiting: ['a', 'b', 'c', 'd'] })
  await loop.started('a', 'b')

  loop.end('b')
  await loop.started('a', 'b', 'c')
  loop.wake()
  loop.end('a')
  await loop.started('a', 'b', 'c', 'd')

  expect(loop.seen.most).toBeLessThanOrEqual(2)
  expect(loop.running()).toEqual(['c', 'd'])
})

it('starts the next while the end of the last is being stored, and not without limit', async () => {
  const loop = watchedLoop({ slots: 1, waiting: ['a', 'b', 'c'] })
  await loop.started('a')

  loop.ran('a')
  await loop.started('a', 'b')
  expect(loop.running()).toEqual(['a', 'b'])
  loop.ran('b')
  await loop.idle()
  expect(loop.seen.started).toEqual(['a', 'b'])

  loop.end('a')
  await loop.started('a', 'b', 'c')
  expect(loop.running()).toEqual(['b', 'c'])
})

it('claims nothing without slots', async () => {
  const loop = watchedLoop({ slots: 0, waiting: ['a'] })

  loop.wake()
  await loop.drain()

  expect(loop.seen.claims).toBe(0)
})

it('does not lose a nudge that comes while it asks', async () => {
  const asked = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const loop = watchedLoop({
    answer: async (taken) => {
      asked.resolve()
      if (taken.length === 0) await first.promise
    },
  })
  await asked.promise

  // The question has already been answered with nothing; the answer is on its way.
  loop.waiting.push('a')
  loop.wake()
  first.resolve()

  await loop.started('a')
  expect(loop.seen.claims).toBe(2)
})

it('finds by its poll what it was not notified of', async () => {
  const loop = watchedLoop({ pollMs: 5 })
  await vi.waitFor(() => expect(loop.seen.claims).toBe(1), patienceMs)

  loop.waiting.push('a')

  await loop.started('a')
})

it('ends one job by its name and no other', async () => {
  const loop = watchedLoop({ slots: 3, waiting: ['a', 'b'] })
  await loop.started('a', 'b')

  loop.cancel('a')
  loop.cancel('nobody')

  await vi.waitFor(() => expect(loop.running()).toEqual(['b']), patienceMs)
  expect(loop.seen.aborted).toEqual(['a'])
})

it('continues after a job that could not be ended', async () => {
  const loop = watchedLoop({ slots: 1, waiting: ['a', 'b'] })
  await loop.started('a')

  loop.fail('a')

  await loop.started('a', 'b')
})

it('continues after a claim that failed, at the next nudge or poll', async () => {
  const loop = watchedLoop({ pollMs: 5 })
  await vi.waitFor(() => expect(loop.seen.claims).toBeGreaterThan(0), patienceMs)
  loop.failures.push(new Error('no database'), new Error('still none'))

  loop.waiting.push('a')

  await loop.started('a')
  expect(loop.failures).toEqual([])
})

it('does not ask in a circle while claims fail', async () => {
  const loop = watchedLoop()
  await vi.waitFor(() => expect(loop.seen.claims).toBe(1), patienceMs)
  loop.failures.push(...Array.from({ length: 100 }, () => new Error('no database')))

  loop.wake()
  loop.wake()
  await loop.drain()

  expect(loop.seen.claims).toBeLessThanOrEqual(3)
})

it('drains: takes nothing new and waits for what runs', async () => {
  const loop = watchedLoop({ slots: 2, waiting: ['a', 'b', 'c'] })
  await loop.started('a', 'b')
  let isDrained = false

  const drained = loop.drain().then(() => {
    isDrained = true
  })
  loop.end('a')
  await vi.waitFor(() => expect(loop.running()).toEqual(['b']), patienceMs)
  expect(isDrained).toBe(false)
  loop.end('b')
  await drained

  expect(loop.seen.started).toEqual(['a', 'b'])
  expect(loop.waiting).toEqual(['c'])
})

it('starts nothing that a claim brings after the end was ordered', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const loop = watchedLoop({
    waiting: ['a'],
    answer: async () => {
      asked.resolve()
      await answered.promise
    },
  })
  await asked.promise

  const drained = loop.drain()
  loop.abort()
  answered.resolve()
  await drained

  expect(loop.seen.started).toEqual([])
})

it('ends its own old run before it runs a job that it had lost and claimed again', async () => {
  const loop = watchedLoop({ slots: 3, waiting: ['a'] })
  await loop.started('a')

  loop.waiting.push('a')
  loop.wake()
  await loop.started('a', 'a')
  await vi.waitFor(() => expect(loop.seen.aborted).toEqual(['a']), patienceMs)

  expect(loop.running()).toEqual(['a'])
  loop.cancel('a')
  await loop.drain()
  expect(loop.seen.aborted).toEqual(['a', 'a'])
})

it('reserves a slot for a new job, which is then not free for others', async () => {
  const loop = watchedLoop({ slots: 1 })
  await vi.waitFor(() => expect(loop.seen.claims).toBe(1), patienceMs)
  await settled()

  const slot = loop.reserve()
  const second = loop.reserve()
  loop.waiting.push('waiting')
  const isTaken = loop.wake()
  slot?.start(job('new'))

  expect(second).toBeUndefined()
  expect(isTaken).toBe(false)
  await vi.waitFor(() => expect(loop.seen.started).toEqual(['new']), patienceMs)
  loop.end('new')
  await vi.waitFor(() => expect(loop.seen.started).toEqual(['new', 'waiting']), patienceMs)
})

it('reserves nothing while jobs are being claimed, nor after a stop, which waits for what is reserved', async () => {
  const answer = Promise.withResolvers<void>()
  const loop = watchedLoop({ answer: () => answer.promise })
  const during = loop.reserve()
  answer.resolve()
  await settled()
  const slot = loop.reserve()
  let isDrained = false

  const drained = loop.drain().then(() => {
    isDrained = true
  })
  await settled()

  expect(during).toBeUndefined()
  expect(slot).toBeDefined()
  expect(loop.reserve()).toBeUndefined()
  expect(isDrained).toBe(false)
  slot?.cancel()
  await drained
})

it('does not ask for more after the end of a job when the last claim left nothing', async () => {
  const loop = watchedLoop({ waiting: ['one'] })
  await vi.waitFor(() => expect(loop.seen.started).toEqual(['one']), patienceMs)
  await settled()
  const before = loop.seen.claims

  loop.end('one')
  await vi.waitFor(() => expect(loop.running()).toEqual([]), patienceMs)
  await settled()

  expect(loop.seen.claims).toBe(before)
})

/** Everything that was on its way has come. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
