import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '@assay/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases, sqlite, type TestDatabases } from '../databases.ts'
import { listen } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { keyOf, type Person, type TestApp } from '../setup.ts'
import { type FixtureProgram, makeOwnEngineApp, programs } from './setup.ts'

/** Says who it is, then runs until it is let go or ended: each by the name that is its observable. */
const held = {
  ...programs.waiting,
  script: `name=$(sed 's/.*"data":"\\([^"]*\\)".*/\\1/' "$1/input/input.json")
echo $$ > "$(dirname "$0")/pid-$name"
while [ ! -e "$(dirname "$0")/go-$name" ]; do sleep 0.05; done
echo '{"success":true,"summary":{},"full":{},"artifacts":[],"operations":[]}' > "$1/output/output.json"`,
} satisfies FixtureProgram

/** An engine for all tests of a `describe`; each holds jobs of its own. */
async function makeHolder(open: TestDatabases['open'], environment: Record<string, string> = {}) {
  const app = await makeOwnEngineApp(open, [held], { environment })
  const { id } = await app.enable('orgadmin', 'Waiting')
  const client = app.as('analyze')
  const folder = join(app.catalogue.analyzers, 'Waiting')
  return {
    app,
    client,
    async hold() {
      const data = randomUUID()
      const release = () => writeFile(join(folder, `go-${data}`), '')
      // Its slot is for the next test, unless the engine is gone already.
      onTestFinished(() => release().catch(() => undefined))
      const job: Job = await client.runAnalyzer({ id }, { data, dataType: 'ip' })
      const wait = (atMost?: string, as: Person = 'analyze') =>
        app.inject({
          as,
          url: `/api/job/${job.id}/waitreport`,
          query: atMost === undefined ? {} : { atMost },
        })
      const pid = () => readFile(join(folder, `pid-${data}`), 'utf8').catch(() => '')
      return {
        job,
        wait,
        release,
        pid: async () => Number(await vi.waitUntil(pid, { timeout: patienceMs })),
      }
    },
  }
}

/** Requests that have reached the server over the network since this was asked. */
function arrivals({ http }: TestApp) {
  let count = 0
  http.server.on('request', () => {
    count += 1
  })
  return (wanted: number) => vi.waitUntil(() => count >= wanted, { timeout: patienceMs })
}

/** Of this process; none where it is not available. */
const threads = async () =>
  Number(
    /Threads:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8').catch(() => ''))?.[1] ?? 0,
  )

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('waiting for a report', () => {
  const holder = sharedByTests(() => makeHolder(sqlite.open))

  it.each([
    '10minute',
    '10 minute',
    '600second',
    '600 seconds',
    '900s',
    '1hour',
    '1.5 h',
    '600000ms',
    'Inf',
  ])('for %s ends as soon as the job does', async (atMost) => {
    const { hold } = await holder()
    const { wait, release } = await hold()
    const waiting = wait(atMost)

    await release()
    const response = await waiting

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 'Success', report: { success: true } })
  })

  it('waits a minute when nothing is said, which is long enough for a short job', async () => {
    const { hold } = await holder()
    const { wait, release } = await hold()
    const waiting = wait()

    await release()

    expect((await waiting).json().status).toBe('Success')
  })

  it.each(['0s', '1ms', '10 millis', '0.01 second'])(
    'answers 200 and the pending job when %s is over',
    async (atMost) => {
      const { hold } = await holder()
      const { wait } = await hold()

      const response = await wait(atMost)

      const { status, report } = response.json()
      expect(response.statusCode).toBe(200)
      expect(['Waiting', 'InProgress']).toContain(status)
      expect(report).toBe(status)
    },
  )

  it.each(['soon', '1', '1 fortnight', '-1s', '', '1 s 2', 'NaN s'])(
    'refuses "%s" while the job is pending, and does not read it afterwards',
    async (atMost) => {
      const { client, hold } = await holder()
      const { job, wait, release } = await hold()

      const pending = await wait(atMost)
      await release()
      await client.waitReport({ id: job.id }, { atMost: 'Inf' })
      const ended = await wait(atMost)

      expect(pending.statusCode).toBe(400)
      expect(pending.json().type).toBe('NumberFormatException')
      expect(ended.statusCode).toBe(200)
    },
  )

  const threadless = 'may be done by a thousand connections at once without a thread for each'
  it(threadless, async () => {
    // One that listens is not for the others.
    const { app, hold } = await makeHolder(sqlite.open)
    const { job, release } = await hold()
    const url = `http://127.0.0.1:${await listen(app)}/api/job/${job.id}/waitreport?atMost=Inf`
    const headers = { authorization: `Bearer ${keyOf('alan')}` }
    const arrived = arrivals(app)
    const threadsBefore = await threads()
    const wait = async () => {
      const answer = await fetch(url, { headers })
      return ((await answer.json()) as Job).status
    }
    // Not more at a time than the kernel queues for a listener: on a busy machine it resets the rest.
    const waiting: Promise<string>[] = []
    while (waiting.length < 1000) {
      waiting.push(...Array.from({ length: 100 }, wait))
      await arrived(waiting.length)
    }
    const threadsMeanwhile = await threads()

    await release()

    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['Success']))
    expect(threadsMeanwhile - threadsBefore).toBeLessThan(20)
  })

  it('is answered with the pending job when the server stops', async () => {
    // Looked at after the server, which is made later, has stopped.
    const answered = Promise.withResolvers<Response>()
    onTestFinished(async () => {
      const answer = await answered.promise
      const { status, report } = (await answer.json()) as { status: string; report: string }
      expect(answer.status).toBe(200)
      expect(['Waiting', 'InProgress']).toContain(status)
      expect(report).toBe(status)
    })
    const { app, hold } = await makeHolder(sqlite.open)
    const { job } = await hold()
    const url = `http://127.0.0.1:${await listen(app)}/api/job/${job.id}/waitreport?atMost=Inf`

    const arrived = arrivals(app)
    const headers = { authorization: `Bearer ${keyOf('alan')}` }
    fetch(url, { headers }).then(answered.resolve, answered.reject)

    await arrived(1)
  })

  it('ends when the job is deleted', async () => {
    const { client, hold } = await holder()
    const { job, wait } = await hold()
    const waiting = wait('Inf')

    await client.deleteJob({ id: job.id })
    const response = await waiting

    expect(response.json()).toMatchObject({ status: 'Deleted', report: 'Deleted' })
  })
})

describe.each(databases)('$name: a job', ({ open }) => {
  const holder = sharedByTests(() => makeHolder(open, { ASSAY_JOB_SLOTS: '1' }))

  it('ends the waiting for it as soon as it ends itself', async () => {
    const { hold } = await holder()
    const { wait, release } = await hold()
    const waiting = wait('Inf')

    await release()

    expect((await waiting).json()).toMatchObject({ status: 'Success', report: { success: true } })
  })

  it('that is deleted has its program stopped, and stays deleted', async () => {
    const { client, hold } = await holder()
    const { job, pid } = await hold()
    const program = await pid()
    expect(isAlive(program)).toBe(true)

    await client.deleteJob({ id: job.id })
    await vi.waitUntil(() => !isAlive(program), { timeout: patienceMs })
    const after = await client.getReport({ id: job.id })

    expect(after).toMatchObject({ status: 'Deleted', report: 'Deleted', updatedBy: 'alan' })
  })

  it('that is deleted is not brought back by a program that has just ended', async () => {
    const { client, hold } = await holder()
    const { job, release, pid } = await hold()
    const program = await pid()

    await Promise.all([release(), client.deleteJob({ id: job.id })])
    await vi.waitUntil(() => !isAlive(program), { timeout: patienceMs })
    const next = await hold()
    await next.release()
    await next.wait('Inf')

    expect((await client.getJob({ id: job.id })).status).toBe('Deleted')
  })

  it('that is deleted while it waits never starts', async () => {
    const { client, hold } = await holder()
    const first = await hold()
    const second = await hold()

    await client.deleteJob({ id: second.job.id })
    await first.release()
    await first.wait('Inf')
    const third = await hold()
    await third.release()
    await third.wait('Inf')

    const after = await client.getJob({ id: second.job.id })
    expect(after.status).toBe('Deleted')
    expect(after).not.toHaveProperty('startDate')
  })
})
