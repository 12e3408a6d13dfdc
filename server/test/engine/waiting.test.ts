import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '@assay/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases, type TestDatabases } from '../databases.ts'
import { listen } from '../forms.ts'
import { keyOf, type Person, type TestApp } from '../setup.ts'
import { type FixtureProgram, makeEngineApp, programs } from './setup.ts'

/** Says who it is, then runs until it is let go or ended. */
const pid = 'echo $$ > "$(dirname "$0")/pid"'
const held = { ...programs.waiting, script: `${pid}\n${programs.waiting.script}` }

async function makeHeld(open: TestDatabases['open'], program: FixtureProgram = held) {
  const app = await makeEngineApp(open, [program])
  const { id } = await app.enable('orgadmin', 'Waiting')
  const client = app.as('analyze')
  const job: Job = await client.runAnalyzer({ id }, { data: 'x', dataType: 'ip' })
  const folder = join(app.catalogue.analyzers, 'Waiting')
  const wait = (atMost?: string, as: Person = 'analyze') =>
    app.inject({
      as,
      url: `/api/job/${job.id}/waitreport`,
      query: atMost === undefined ? {} : { atMost },
    })
  return {
    app,
    client,
    job,
    wait,
    release: () => writeFile(join(folder, 'go'), ''),
    pid: () =>
      vi.waitUntil(
        async () => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0')),
        {
          timeout: 10_000,
        },
      ),
  }
}

/** Requests that have reached the server over the network since this was asked. */
function arrivals({ http }: TestApp) {
  let count = 0
  http.server.on('request', () => {
    count += 1
  })
  return (wanted: number) => vi.waitUntil(() => count >= wanted, { timeout: 45_000 })
}

/** Of this process; where nobody tells, none. */
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

describe.each(databases)('$name: waiting for a report', ({ open }) => {
  it.each([
    '1minute',
    '1 minute',
    '60second',
    '60 seconds',
    '90s',
    '1hour',
    '1.5 h',
    '60000ms',
    'Inf',
  ])('for %s ends as soon as the job does', async (atMost) => {
    const { wait, release } = await makeHeld(open)
    const waiting = wait(atMost)

    await release()
    const response = await waiting

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 'Success', report: { success: true } })
  })

  it('waits a minute when nothing is said, which is long enough for a short job', async () => {
    const { wait, release } = await makeHeld(open)
    const waiting = wait()

    await release()

    expect((await waiting).json().status).toBe('Success')
  })

  it.each(['0s', '1ms', '10 millis', '0.01 second'])(
    'answers 200 and the pending job when %s is over',
    async (atMost) => {
      const { wait } = await makeHeld(open)

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
      const { client, job, wait, release } = await makeHeld(open)

      const pending = await wait(atMost)
      await release()
      await client.waitReport({ id: job.id }, { atMost: '20s' })
      const ended = await wait(atMost)

      expect(pending.statusCode).toBe(400)
      expect(pending.json().type).toBe('NumberFormatException')
      expect(ended.statusCode).toBe(200)
    },
  )

  const threadless = 'may be done by a thousand connections at once without a thread for each'
  it(threadless, { timeout: 60_000 }, async () => {
    const { app, job, release } = await makeHeld(open)
    const url = `http://127.0.0.1:${await listen(app)}/api/job/${job.id}/waitreport?atMost=1minute`
    const headers = { authorization: `Bearer ${keyOf('alan')}` }
    const arrived = arrivals(app)
    const threadsBefore = await threads()
    const waiting = Array.from({ length: 1000 }, async () => {
      const answer = await fetch(url, { headers })
      return ((await answer.json()) as Job).status
    })
    await arrived(1000)
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
    const { app, job } = await makeHeld(open)
    const url = `http://127.0.0.1:${await listen(app)}/api/job/${job.id}/waitreport?atMost=Inf`

    const arrived = arrivals(app)
    const headers = { authorization: `Bearer ${keyOf('alan')}` }
    fetch(url, { headers }).then(answered.resolve, answered.reject)

    await arrived(1)
  })

  it('ends when the job is deleted', async () => {
    const { client, job, wait } = await makeHeld(open)
    const waiting = wait('Inf')

    await client.deleteJob({ id: job.id })
    const response = await waiting

    expect(response.json()).toMatchObject({ status: 'Deleted', report: 'Deleted' })
  })
})

describe.each(databases)('$name: deleting a job', ({ open }) => {
  it('stops its program, and it stays deleted', async () => {
    const { client, job, pid } = await makeHeld(open)
    const program = await pid()
    expect(isAlive(program)).toBe(true)

    await client.deleteJob({ id: job.id })
    await vi.waitUntil(() => !isAlive(program), { timeout: 10_000 })
    const after = await client.getReport({ id: job.id })

    expect(after).toMatchObject({ status: 'Deleted', report: 'Deleted', updatedBy: 'alan' })
  })

  it('keeps a program that has just ended from bringing it back', async () => {
    const { app, client, job, release, pid } = await makeHeld(open)
    const program = await pid()

    await Promise.all([release(), client.deleteJob({ id: job.id })])
    await vi.waitUntil(() => !isAlive(program), { timeout: 10_000 })
    const next = await app
      .as('orgadmin')
      .runAnalyzer({ id: job.workerId }, { data: 'y', dataType: 'ip' })
    await client.waitReport({ id: next.id }, { atMost: '20s' })

    expect((await client.getJob({ id: job.id })).status).toBe('Deleted')
  })

  it('keeps a job that waits from ever starting', async () => {
    const app = await makeEngineApp(open, [held], { environment: { ASSAY_JOB_SLOTS: '1' } })
    const { id } = await app.enable('orgadmin', 'Waiting')
    const client = app.as('analyze')
    const first = await client.runAnalyzer({ id }, { data: 'x', dataType: 'ip' })
    const second = await client.runAnalyzer({ id }, { data: 'y', dataType: 'ip' })

    await client.deleteJob({ id: second.id })
    await writeFile(join(app.catalogue.analyzers, 'Waiting', 'go'), '')
    await client.waitReport({ id: first.id }, { atMost: '20s' })
    const third = await client.runAnalyzer({ id }, { data: 'z', dataType: 'ip' })
    await client.waitReport({ id: third.id }, { atMost: '20s' })

    const after = await client.getJob({ id: second.id })
    expect(after.status).toBe('Deleted')
    expect(after).not.toHaveProperty('startDate')
  })
})
