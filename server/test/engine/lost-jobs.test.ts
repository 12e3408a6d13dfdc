import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recoverDead, recoverExpired } from '../../src/engine/execution/lease.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import { deleteJob } from '../../src/engine/job-rows/store.ts'
import { machine } from '../../src/engine/runners/machine.ts'
import { newOwner } from '../../src/engine/runners/owner.ts'
import { databases } from '../databases.ts'
import { skipTest } from '../skip.ts'
import { claim, loseAll, makeQueue, numbers, onHandle } from './queue-fixtures.ts'
import { notLinux, stateOf } from './running.ts'

describe.each(databases)('$name: the jobs of a process', ({ open }) => {
  it('come back at once when it is dead on this machine', async () => {
    const queue = await makeQueue(open)
    const analyzer = await queue.submit({ organization: 'alpha' })
    const responder = await queue.submit({ organization: 'alpha', type: 'responder' })
    const child = spawn(process.execPath, ['-e', '0'])
    await once(child, 'exit')
    await claim(queue, `${machine}/${child.pid}/x`, 2)

    expect(await recoverDead(queue.deps, newOwner())).toBe(2)

    expect(await queue.row(analyzer)).toMatchObject({ status: 'Waiting', attempts: 1 })
    expect(await queue.row(responder)).toMatchObject({
      status: 'Failure',
      error_message: expect.stringMatching(/stopped while this responder was running.*Check/),
    })
  })

  it('come back when an earlier start had the same process number', async () => {
    const queue = await makeQueue(open)
    const id = await queue.submit({ organization: 'alpha' })
    const self = newOwner()
    await claim(queue, `${machine}/${process.pid}/an-earlier-start`, 1)

    expect(await recoverDead(queue.deps, self)).toBe(1)
    await claim(queue, self, 1)
    expect(await recoverDead(queue.deps, self)).toBe(0)

    expect(await queue.row(id)).toMatchObject({ status: 'InProgress', locked_by: self })
  })

  it('come back when it has ended and was not reaped, or its number is now another process', async () => {
    if (notLinux) skipTest(notLinux)
    const queue = await makeQueue(open)
    // Its child ends, and it never reaps it.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 600'])
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer]
    const zombie = Number(String(printed))
    await expect.poll(() => stateOf(zombie)).toBe('Z')
    const reused = `${machine}/${parent.pid}/1.x`
    for (const owner of [`${machine}/${zombie}/x`, reused]) {
      await queue.submit({ organization: 'alpha' })
      await claim(queue, owner, 1)
    }

    expect(await recoverDead(queue.deps, newOwner())).toBe(2)
  })

  it('are left alone while it lives here, or may live elsewhere', async () => {
    const queue = await makeQueue(open)
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'spawn')
    const owners = [`${machine}/${child.pid}/x`, `elsewhere/${2 ** 22 + 1}/x`, 'nonsense']
    for (const owner of owners) {
      await queue.submit({ organization: 'alpha' })
      await claim(queue, owner, 1)
    }

    expect(await recoverDead(queue.deps, newOwner())).toBe(0)
    expect(await recoverExpired(queue.deps)).toBe(0)

    expect((await queue.rows()).map(({ locked_by }) => locked_by).sort()).toEqual(owners.sort())
  })

  it('are taken from it once only, by the first that looks', async () => {
    const queue = await makeQueue(open)
    for (const _ of numbers(40)) await queue.submit({ organization: 'alpha' })
    await claim(queue, 'gone', 40)
    queue.clock.advance(leaseMs + 1)
    const handles = await Promise.all(numbers(3).map(() => queue.database.another()))

    const counts = await Promise.all(
      handles.map(({ db }) => recoverExpired(onHandle(queue.deps, db))),
    )

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(new Set((await queue.rows()).map(({ attempts }) => attempts))).toEqual(new Set([1]))
  })

  it('stay with it when it comes back to life just before they are taken', async () => {
    const queue = await makeQueue(open)
    const { jobQueue } = queue.deps
    const id = await queue.submit({ organization: 'alpha' })
    const slow = await claim(queue, 'slow', 1)
    queue.clock.advance(leaseMs + 1)
    const [lost] = await jobQueue.lost()

    await jobQueue.renew(slow)

    expect(lost && (await jobQueue.requeue(lost))).toBe(false)
    expect(lost && (await jobQueue.fail(lost, 'gone'))).toBe(false)
    expect(await queue.row(id)).toMatchObject({ status: 'InProgress', locked_by: 'slow' })
  })

  it('are ended and renewed by the run that continues, and by no earlier one', async () => {
    const queue = await makeQueue(open)
    const id = await queue.submit({ organization: 'alpha' })
    const [slow] = await claim(queue, 'slow', 1)
    await loseAll(queue)
    const [again] = await claim(queue, 'other', 1)
    const until = (await queue.row(id)).locked_until
    queue.clock.advance(1_000)
    const end = { status: 'Success', runner: 'process', report: '{}' } as const

    expect([slow?.run, again?.run]).toEqual([1, 2])
    expect(slow && (await queue.deps.jobQueue.renew([slow]))).toMatchObject([{ id, run: 1 }])
    expect(slow && (await queue.deps.jobQueue.end(slow, end)).isEnded).toBe(false)
    expect(await queue.row(id)).toMatchObject({ status: 'InProgress', locked_until: until })
    expect(again && (await queue.deps.jobQueue.end(again, end)).isEnded).toBe(true)
  })

  it('are given back when it stops, and those of others are not', async () => {
    const queue = await makeQueue(open)
    const ids = [await queue.submit({ organization: 'alpha' })]
    await claim(queue, 'stopping', 1)
    ids.push(await queue.submit({ organization: 'alpha' }))
    await claim(queue, 'other', 1)

    await queue.deps.jobQueue.giveBack('stopping')

    const rows = await Promise.all(ids.map(queue.row))
    expect(rows.map(({ status, locked_by }) => [status, locked_by])).toEqual([
      ['Waiting', null],
      ['InProgress', 'other'],
    ])
  })

  it('fail with the number of starts when it is lost for the second time', async () => {
    const queue = await makeQueue(open)
    const id = await queue.submit({ organization: 'alpha' })

    for (const owner of ['first', 'second']) {
      await claim(queue, owner, 1)
      await loseAll(queue)
    }

    expect(await queue.row(id)).toMatchObject({
      status: 'Failure',
      error_message: expect.stringContaining('stopped 2 times'),
      end_date: queue.clock.now(),
    })
  })

  it('stay deleted, whatever the process says afterwards', async () => {
    const queue = await makeQueue(open)
    const id = await queue.submit({ organization: 'alpha' })
    const [job] = await claim(queue, 'p', 1)
    await deleteJob(queue.deps.db, 'alpha', id, 'ada', 5)
    const end = { status: 'Success', runner: 'process', report: '{}' } as const

    expect(job && (await queue.deps.jobQueue.end(job, end)).isEnded).toBe(false)
    await queue.deps.jobQueue.giveBack('p')
    await loseAll(queue)

    expect(await queue.row(id)).toMatchObject({ status: 'Deleted', locked_by: null })
    expect(await queue.deps.db.selectFrom('reports').selectAll().execute()).toEqual([])
  })
})
