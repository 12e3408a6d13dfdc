import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readReport } from '../../src/domain/report.ts'
import { interpreterIn } from '../../src/engine/runners/first-line.ts'
import {
  createProcessRunner,
  type ProcessRunnerOptions,
} from '../../src/engine/runners/process/process-runner.ts'
import type { RunRequest } from '../../src/engine/runners/runner.ts'
import { builtFile } from '../built.ts'
import { atEnd, sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'
import {
  ended,
  needPython,
  notLinux,
  program,
  requestFor,
  script,
  temporary,
  titled,
  written,
} from './running.ts'

const environment = { PATH: process.env.PATH, ASSAY_MASTER_KEY: 'hidden', OTHER: 'hidden too' }

async function makeRunner(options: Partial<ProcessRunnerOptions> = {}) {
  const runner = await createProcessRunner({
    ...{ environment, sandbox: 'off', lookEveryMs: 50 },
    launcherUrl: builtFile('launcher.js'),
    ...options,
  })
  atEnd(runner.stop)
  return runner
}
const usualRunner = sharedByTests(() => makeRunner())

async function run(name: string, options?: Partial<ProcessRunnerOptions>) {
  const runner = await (options ? makeRunner(options) : usualRunner())
  const request = await requestFor({ command: program(name) })
  const result = await runner.run(request)
  const output = await request.folder.readReport(100_000_000)
  return { ...result, output, root: request.root, folder: request.folder.path }
}

/**
 * Starts a program that would run for ten minutes, and ends it once it has reported that it runs.
 */
async function abortOnce(
  name: string,
  file: string,
  { graceMs = 100, prepare }: { graceMs?: number; prepare?: (request: RunRequest) => void } = {},
) {
  const runner = await makeRunner({ graceMs })
  const controller = new AbortController()
  const request = await requestFor({ command: program(name) }, { signal: controller.signal })
  prepare?.(request)
  const running = runner.run(request)
  const pid = await written(request.folder.path, file)
  controller.abort()
  return { result: await running, pid, request }
}

describe('a program', () => {
  it('gets the folder as its only argument and leaves its report there', async () => {
    const { exitCode, output } = await run('echo.sh')
    expect(exitCode).toBe(0)
    const full = { dataType: 'ip', data: '1.1.1.1' }
    expect(JSON.parse(String(output))).toMatchObject({ success: true, full })
  })

  it('in Python writes UTF-8 and numbers beyond JavaScript', async () => {
    needPython()
    const runner = await makeRunner({ environment: { ...environment, LC_ALL: 'POSIX' } })
    const request = await requestFor(
      { command: program('python-echo.py') },
      { input: { data: 'ä€' } },
    )
    const end = await runner.run(request)
    const output = await request.folder.readReport(1000)
    expect(readReport(output, { phase: 'run', ...end })).toMatchObject({
      full: '{"data": "ä€", "big": 1180591620717411303424, "none": null}',
    })
  })

  it('that crashes gives its exit code and its last words', async () => {
    expect(await run('crash.sh')).toMatchObject({
      exitCode: 3,
      tail: expect.stringContaining('Traceback (most recent call last): boom'),
      output: undefined,
    })
  })

  it('that writes garbage ends as a failure that says so', async () => {
    const { output, ...end } = await run('garbage.sh')
    const report = readReport(output, { phase: 'run', ...end })
    const message = expect.stringContaining('not valid JSON')
    expect(report).toMatchObject({ status: 'Failure', message })
  })

  it('may write a report of 50 MB', async () => {
    const { output, ...end } = await run('big-report.mjs')
    const report = readReport(output, { phase: 'run', ...end })
    expect(report.status === 'Success' && report.full.length).toBeGreaterThan(50_000_000)
  })

  it('that prints 20 MB is not held up, and the last 64 KiB are kept', async () => {
    const { exitCode, tail, output } = await run('loud.sh')
    expect(exitCode).toBe(0)
    expect(tail.length).toBe(65_536)
    expect(tail).toMatch(/the end/)
    expect(output).toContain('success')
  })

  it('that is missing is refused in clear words', async () => {
    await expect(run('missing.sh')).rejects.toThrow(/missing\.sh does not exist/)
    await expect(run('nothing.txt')).rejects.toThrow(/has no shebang line/)
    await expect(run('.')).rejects.toThrow(/is not a file/)
    const runner = await usualRunner()
    const worker = { command: program('echo.sh'), workingFolder: '/nowhere' }
    await expect(runner.run(await requestFor(worker))).rejects.toThrow(
      /its catalog folder is missing$/,
    )
  })

  it('without the x bit is started by the interpreter that it names', async () => {
    expect((await run('no-x-bit.sh')).output).toContain('1.1.1.1')
  })

  it('whose first line ends in CR LF is started all the same', async () => {
    const runner = await usualRunner()
    const text = '#!/bin/sh\r\necho "$0" >&2 #\r\n'
    const command = script(temporary(), 'crlf.sh', text, 0o755)
    const result = await runner.run(await requestFor({ command }))
    expect(result).toMatchObject({ exitCode: 0, tail: expect.stringContaining(command) })
  })

  it('can write outside of its folder without a sandbox, but no file is taken from there', async () => {
    const { root, output } = await run('escape.sh')
    expect(existsSync(join(root, 'escaped'))).toBe(true)
    expect(output).toContain('../input/input.json')
  })

  it('that links its report to another file has none', async () => {
    expect((await run('link.sh')).output).toBeUndefined()
  })
})

it.each([
  ['#!/bin/sh\n', '/bin/sh', '', false],
  ['#! /usr/bin/env python3\r\n', '/usr/bin/env', 'python3', true],
  ['#!/usr/bin/env -S python3 -u\nx', '/usr/bin/env', '-S python3 -u', false],
  ['#!/bin/sh', '/bin/sh', '', false],
])('reads the first line %j as the kernel does', (text, path, argument, isCutByCr) => {
  expect(interpreterIn(text)).toEqual({ path, argument, isCutByCr })
})

describe('the environment', () => {
  it('is built from nothing', async () => {
    const server = { ...environment, HTTPS_PROXY: 'http://proxy:3128', EXTRA: 'wanted', TZ: 'UTC' }
    const passEnvironment = ['EXTRA', 'ASSAY_MASTER_KEY']
    const { tail } = await run('environment.sh', { environment: server, passEnvironment })
    const names = [...tail.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(tail).not.toMatch(/hidden|ASSAY_/)
    expect(
      names.filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name ?? '')).sort(),
    ).toEqual([
      'EXTRA',
      'HTTPS_PROXY',
      'JOB_FOLDER_MARK',
      'LANG',
      'LC_ALL',
      'PATH',
      'PYTHONUTF8',
      'TZ',
      'https_proxy',
    ])
    expect(tail).toContain('https_proxy=http://proxy:3128')
    expect(tail.trimEnd().endsWith(program('').replace(/\/$/, ''))).toBe(true)
  })

  it('names the certificates of the job', async () => {
    const runner = await usualRunner()
    const worker = { command: program('environment.sh') }
    const request = await requestFor(worker, { certificates: 'PEM' })
    const { tail } = await runner.run(request)
    expect(tail).toContain(`REQUESTS_CA_BUNDLE=${request.folder.path}/input/cacerts\n`)
  })
})

describe.skipIf(notLinux)(titled('the end from outside', notLinux), () => {
  it('reaches a program that would run on', async () => {
    const { result, pid } = await abortOnce('slow.sh', 'pid')
    expect(result).toMatchObject({ exitCode: null, tail: 'ready\n' })
    await ended(pid)
  })

  it('leaves a polite program the time to end by itself', async () => {
    const { result, request } = await abortOnce('polite.sh', 'pid', { graceMs: patienceMs })
    expect(result.exitCode).toBe(0)
    expect(await written(request.folder.path, 'asked')).toBe('asked')
  })

  it('comes hard to one that does not listen', async () => {
    const { result, pid } = await abortOnce('stubborn.sh', 'pid')
    expect(result.exitCode).toBeNull()
    await ended(pid)
  })

  it('reaches a child in a separate session', async () => {
    const { pid, request } = await abortOnce('outlives.sh', 'pid', {
      prepare: ({ folder }) => writeFileSync(join(folder.path, 'input', 'stay'), ''),
    })
    await ended(pid)
    await ended(readFileSync(join(request.folder.path, 'output', 'child'), 'utf8').trim())
  })

  it('reaches what a program left behind when it ended by itself', async () => {
    const { exitCode, folder } = await run('outlives.sh')
    expect(exitCode).toBe(0)
    await ended(await written(folder, 'child'))
  })

  it('starts nothing when it comes first', async () => {
    const runner = await usualRunner()
    const request = await requestFor(
      { command: program('slow.sh') },
      { signal: AbortSignal.abort() },
    )
    expect(await runner.run(request)).toEqual({ exitCode: null, tail: '' })
  })
})

describe.skipIf(notLinux)(titled('a limit', notLinux), () => {
  it('on processes ends a fork bomb', async () => {
    expect(await run('forks.sh', { maxProcesses: 30 })).toMatchObject({
      exitCode: null,
      limit: 'process limit of 30 exceeded',
    })
  })

  it('on the folder ends a program that fills the disk', async () => {
    expect(await run('writes.sh', { outputBytes: 10_485_760 })).toMatchObject({
      limit: 'output limit of 10 MiB exceeded',
    })
  })

  it('on memory is kept by the system', async () => {
    needPython()
    const { exitCode, tail } = await run('memory.py', {
      memoryBytes: 209_715_200,
      lookEveryMs: 60_000,
    })
    expect(exitCode).toBe(1)
    expect(tail).toContain('MemoryError')
  })

  it('on memory counts the processes together', async () => {
    needPython()
    const text = '#!/bin/sh\nfor n in 1 2 3; do "$P" "$1" & done; wait\n'.replace(
      '$P',
      program('memory.py'),
    )
    const command = script(temporary(), 'three.sh', text, 0o755)
    const runner = await makeRunner({ memoryBytes: 629_145_600 })
    const result = await runner.run(await requestFor({ command }))
    expect(result.limit).toBe('memory limit of 600 MiB exceeded')
  })

  it('that is not reached changes nothing', async () => {
    const limits = { memoryBytes: 1_073_741_824, maxProcesses: 50, outputBytes: 104_857_600 }
    expect(await run('big-report.mjs', limits)).toMatchObject({ exitCode: 0 })
  })
})

describe('one launcher', () => {
  const wordy = `#!/bin/sh
said=$(cat "$1/input/input.json")
echo "out $said"; echo "err $said" >&2
echo "{}" > "$1/output/output.json"
`

  it('keeps the words of many programs apart, one after the other and at once', async () => {
    const runner = await usualRunner()
    const command = script(temporary(), 'wordy.sh', wordy, 0o755)
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    const said = (n: number) => `{"data":"<${n}>"}`
    const slots = [0, 1, 2, 3].map(async (slot) => {
      for (const n of numbers.filter((number) => number % 4 === slot)) {
        const { tail, exitCode } = await runner.run(
          await requestFor({ command }, { input: { data: `<${n}>` } }),
        )
        expect(exitCode).toBe(0)
        expect(tail.trimEnd().split('\n').sort()).toEqual([`err ${said(n)}`, `out ${said(n)}`])
      }
    })
    await Promise.all(slots)
  })

  it('makes the folder, reads the report and removes both', async () => {
    const runner = await usualRunner()
    const request = await requestFor(
      { command: program('echo.sh') },
      { certificates: 'PEM', isMade: false },
    )
    const { exitCode, report } = await runner.run(request)
    expect(exitCode).toBe(0)
    expect(JSON.parse(report?.text ?? '')).toMatchObject({ full: { data: '1.1.1.1' } })
    await expect.poll(() => readdirSync(request.root)).toEqual([])
  })

  it('leaves a folder with more files in it to the server', async () => {
    const runner = await usualRunner()
    const text = '#!/bin/sh\necho "{}" > "$1/output/output.json"; echo x > "$1/output/more"\n'
    const command = script(temporary(), 'more.sh', text, 0o755)
    const request = await requestFor({ command }, { isMade: false })
    const { report } = await runner.run(request)
    expect(report).toBeUndefined()
    const output = join(request.folder.path, 'output')
    expect(readdirSync(output).sort()).toEqual(['more', 'output.json'])
    await request.folder.remove()
    expect(readdirSync(request.root)).toEqual([])
  })

  it('is ended when its time is up, and says how long that was', async () => {
    const runner = await makeRunner({ graceMs: 100 })
    const request = await requestFor({ command: program('slow.sh') }, { timeoutMs: 300 })
    expect(await runner.run(request)).toMatchObject({ exitCode: null, timeoutMs: 300 })
  })

  it('starts programs whose path a shell would read otherwise', async () => {
    const runner = await usualRunner()
    const folder = join(temporary(), `it's $HOME "and" \`more\` *`)
    mkdirSync(folder)
    const command = script(folder, '-n $(x).sh', wordy, 0o755)
    const request = await requestFor({ command, workingFolder: folder })
    expect(await runner.run(request)).toMatchObject({ exitCode: 0 })
    expect(await request.folder.readReport(100)).toBe('{}\n')
  })

  it('survives a program that kills its parent', async () => {
    if (notLinux) skipTest(notLinux)
    const runner = await makeRunner()
    const text = '#!/bin/sh\necho $$ > "$1/output/pid"; kill -9 $PPID; while :; do sleep 1; done\n'
    const command = script(temporary(), 'parricide.sh', text, 0o755)
    const request = await requestFor({ command })
    expect(await runner.run(request)).toMatchObject({ exitCode: null })
    await ended(await written(request.folder.path, 'pid'))
    expect(await runner.run(await requestFor({ command: program('echo.sh') }))).toMatchObject({
      exitCode: 0,
    })
  })
})

it('that may not use the network does not run without a sandbox', async () => {
  const runner = await usualRunner()
  const request = await requestFor({ command: program('echo.sh') }, { mayUseNetwork: false })
  await expect(runner.run(request)).rejects.toThrow('Network access is blocked')
})
