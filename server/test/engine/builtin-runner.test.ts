import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import {
  type BuiltinRunnerOptions,
  createBuiltinRunner,
} from '../../src/engine/runners/builtin/builtin-runner.ts'
import { program, requestFor, written } from './running.ts'

const modules = {
  fixture: pathToFileURL(program('builtin-fixtures.mjs')),
  missing: pathToFileURL(program('no-such-module.mjs')),
}
const runner = createBuiltinRunner({ modules, threads: 1, memoryMb: 64 })
afterAll(() => runner.stop())

const request = (data: string, signal = new AbortController().signal) =>
  requestFor({ builtin: 'fixture' }, { input: { dataType: 'other', data }, signal })

async function run(data: string) {
  const job = await request(data)
  const result = await runner.run(job)
  return { ...result, output: await job.folder.readReport(1_000_000) }
}

it('accepts the names that it has a module for', async () => {
  const { worker } = await request('x')
  expect(runner.accepts(worker)).toBe(true)
  expect(runner.accepts({ ...worker, builtin: 'other' })).toBe(false)
  expect(runner.accepts({ ...worker, builtin: null })).toBe(false)
})

it('leaves the report in the folder, as every program does', async () => {
  const { exitCode, output } = await run('hello')
  expect(exitCode).toBe(0)
  const full = { input: { dataType: 'other', data: 'hello' } }
  expect(JSON.parse(String(output))).toMatchObject({ success: true, full })
})

it('turns an exception into a failure report', async () => {
  const { exitCode, tail, output } = await run('throw')
  expect(exitCode).toBe(1)
  expect(tail).toContain('TypeError: the analyzer is broken')
  const errorMessage = 'the analyzer is broken'
  expect(JSON.parse(String(output))).toEqual({ success: false, errorMessage })
})

it('keeps what it prints', async () => {
  expect((await run('print')).tail).toBe('one line')
})

it.each([
  ['an exception outside of its promise', 'crash', 'outside of every promise'],
  ['a call of process.exit', 'exit', ''],
])('loses only the job to %s', async (_, data, printed) => {
  const [broken, next] = await Promise.all([run(data), run('hello')])
  expect(broken.exitCode).toBeGreaterThan(0)
  expect(broken.tail).toContain(printed)
  expect(next.exitCode).toBe(0)
})

it('ends an analyzer that takes all memory, and says so', async () => {
  const [greedy, next] = await Promise.all([run('memory'), run('hello')])
  expect(greedy.limit).toBe('memory limit of 64 MiB exceeded')
  expect(next.exitCode).toBe(0)
})

it('ends an endless loop from outside; the next job gets a new thread', async () => {
  const controller = new AbortController()
  const job = await request('hang', controller.signal)
  const running = runner.run(job)
  await written(job.folder.path, 'pid')
  const next = run('hello')
  controller.abort()
  expect((await running).exitCode).toBeNull()
  expect((await next).exitCode).toBe(0)
})

it('gives up a job that still waits for a thread at once', async () => {
  const hanging = new AbortController()
  const job = await request('hang', hanging.signal)
  const running = runner.run(job)
  await written(job.folder.path, 'pid')
  const waiting = new AbortController()
  const waits = runner.run(await request('hello', waiting.signal))
  waiting.abort()
  expect(await waits).toEqual({ exitCode: null, tail: '' })
  hanging.abort()
  await running
})

it('shows the modules nothing of the environment of the server', async () => {
  process.env.ASSAY_SECRET_OF_TEST = 'x'
  try {
    const { output } = await run('environment')
    expect(JSON.parse(String(output)).full.names).toEqual([])
  } finally {
    delete process.env.ASSAY_SECRET_OF_TEST
  }
})

it('fails a job whose module cannot be loaded', async () => {
  const job = await requestFor({ builtin: 'missing' })
  expect(await runner.run(job)).toMatchObject({
    exitCode: 1,
    tail: expect.stringContaining('no-such-module'),
  })
})

/** A job without a file, whose folder was never made. */
const textJob = (data: string, signal = new AbortController().signal) =>
  requestFor({ builtin: 'fixture' }, { input: { dataType: 'other', data }, signal, isMade: false })

async function runText(data: string) {
  const job = await textJob(data)
  const { report, ...result } = await runner.run(job)
  const isMade = existsSync(job.folder.path)
  await job.folder.remove()
  return { ...result, output: report?.text, isMade, isLeft: existsSync(job.folder.path) }
}

it('runs a job without a file without a folder', async () => {
  const { output, ...result } = await runText('hello')

  expect(result).toMatchObject({ exitCode: 0, isMade: false })
  const full = { input: { dataType: 'other', data: 'hello' } }
  expect(JSON.parse(String(output))).toMatchObject({ success: true, full })
})

it('makes the folder for an analyzer that asks for it', async () => {
  const { output, ...result } = await runText('folder')

  expect(result).toMatchObject({ exitCode: 0, isMade: true, isLeft: false })
  expect(JSON.parse(String(output))).toMatchObject({
    full: { input: { data: 'folder' }, names: ['input', 'output'] },
  })
})

it('answers for an analyzer without a folder that throws, and for one that crashes', async () => {
  const thrown = await runText('throw')
  const crashed = await runText('crash')

  expect(thrown).toMatchObject({ exitCode: 1, isMade: false })
  expect(String(thrown.output)).toContain('the analyzer is broken')
  expect(crashed.output).toBeUndefined()
  expect(crashed.exitCode).toBe(1)
  expect((await runText('hello')).exitCode).toBe(0)
})

it('ends an endless loop of a job without a folder, and removes the one that it asked for', async () => {
  const controller = new AbortController()
  const job = await textJob('hang', controller.signal)
  const running = runner.run(job)
  await written(job.folder.path, 'pid')

  controller.abort()

  expect((await running).exitCode).toBeNull()
  await job.folder.remove()
  expect(existsSync(job.folder.path)).toBe(false)
})

function ownRunner(options: Partial<BuiltinRunnerOptions>) {
  const own = createBuiltinRunner({ modules, threads: 1, ...options })
  onTestFinished(() => own.stop())
  return own
}

it('ends a job when its time is up, and says how long that was', async () => {
  const own = ownRunner({})
  const job = { ...(await request('hang')), timeoutMs: 500 }
  expect(await own.run(job)).toMatchObject({ exitCode: null, timeoutMs: 500 })
  expect((await own.run(await request('hello'))).timeoutMs).toBeUndefined()
})

it('starts a thread for another organization while one holds all', async () => {
  const own = ownRunner({})
  const controller = new AbortController()
  const job = await request('hang', controller.signal)
  const running = own.run(job)
  await written(job.folder.path, 'pid')

  const other = await own.run({ ...(await request('hello')), organization: 'beta' })

  expect(other.exitCode).toBe(0)
  controller.abort()
  await running
})

it('gives up a job that has waited too long for a thread, in words for people', async () => {
  const own = ownRunner({ maxWaitMs: 300 })
  const controller = new AbortController()
  const job = await request('hang', controller.signal)
  const running = own.run(job)
  await written(job.folder.path, 'pid')

  await expect(own.run(await request('hello'))).rejects.toThrow(
    /^No thread for built-in analyzers became free/,
  )

  controller.abort()
  await running
})
