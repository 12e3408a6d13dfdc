import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProcessRunner } from '../../src/engine/runners/process/process-runner.ts'
import { bubblewrap, sandboxRemedy, testSandbox } from '../../src/engine/runners/sandbox/sandbox.ts'
import { builtFile } from '../built.ts'
import { atEnd, sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import {
  processesNaming,
  program,
  requestFor,
  script,
  temporary,
  titled,
  written,
} from './running.ts'

const execute = promisify(execFile)
const reason = await testSandbox(bubblewrap({}))
const title = titled('a sandboxed program', reason && `${reason}; ${sandboxRemedy(reason)}`)

describe.skipIf(reason !== undefined)(title, () => {
  const environment = { PATH: process.env.PATH }
  const makeRunner = async (HIDDEN_FILE?: string, graceMs = 100) => {
    const runner = await createProcessRunner({
      environment: { ...environment, HIDDEN_FILE },
      passEnvironment: ['HIDDEN_FILE'],
      sandbox: 'required',
      launcherUrl: builtFile('launcher.js'),
      graceMs,
      lookEveryMs: 50,
      maxProcesses: 30,
    })
    atEnd(runner.stop)
    return runner
  }
  const usualRunner = sharedByTests(() => makeRunner())

  it('sees a read-only system, its own folder, its own processes and no network', async () => {
    const data = temporary()
    writeFileSync(join(data, 'master.key'), 'secret')
    const runner = await makeRunner(join(data, 'master.key'))
    const request = await requestFor({ command: program('sees.sh') }, { mayUseNetwork: false })
    mkdirSync(join(request.root, 'cortex-job-of-somebody-else'))
    const { tail, exitCode } = await runner.run(request)
    expect(exitCode).toBe(0)
    expect(tail.split('\n')).toEqual(
      expect.arrayContaining([
        'system: read-only',
        'kernel: read-only',
        'input: read-only',
        'temp: writable',
        'folders: 1',
        'secret: hidden',
      ]),
    )
    // Only the loopback device, and only the few processes of the job itself.
    expect(tail).toMatch(/interfaces: \d+ 1\n/)
    expect(Number(/processes: (\d+)/.exec(tail)?.[1])).toBeLessThan(10)
    expect(existsSync('/tmp/private')).toBe(false)
    expect(await request.folder.readReport(100)).toContain('success')
  })

  it('has the network when it may', async () => {
    const runner = await usualRunner()
    const request = await requestFor({ command: program('sees.sh') })
    const { tail } = await runner.run(request)
    expect(tail).not.toMatch(/interfaces: \d+ 1\n/)
  })

  it('sees what its environment names in a private folder, and nothing else', async () => {
    // In the very folder that the sandbox replaces.
    const root = mkdtempSync('/tmp/engine-test-')
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const put = (...names: string[]) => {
      mkdirSync(join(root, ...names.slice(0, -1)), { recursive: true })
      writeFileSync(join(root, ...names), 'x')
    }
    put('packages', 'named.py')
    put('venv', 'bin', 'tool')
    put('venv', 'pyvenv.cfg')
    put('venv', 'lib', 'package.py')
    put('data', 'master.key')
    put('beside')
    const runner = await createProcessRunner({
      environment: {
        PATH: `${join(root, 'venv', 'bin')}:${environment.PATH}`,
        PYTHONPATH: [join(root, 'packages'), '/tmp'].join(':'),
        SSL_CERT_FILE: join(root, 'nothing.pem'),
      },
      sandbox: 'required',
      launcherUrl: builtFile('launcher.js'),
      serverFiles: [{ what: 'the data folder', path: join(root, 'data') }],
    })
    onTestFinished(runner.stop)
    const text = `#!/bin/sh\nfind ${root} -type f; touch ${root}/packages/x || echo read-only\n`
    const workingFolder = temporary()
    const command = script(workingFolder, 'find.sh', text, 0o755)
    const { tail } = await runner.run(await requestFor({ command, workingFolder }))

    const seen = tail.split('\n').filter((line) => line.startsWith(root))
    expect(seen.sort()).toEqual(
      ['packages/named.py', 'venv/bin/tool', 'venv/lib/package.py', 'venv/pyvenv.cfg'].map((name) =>
        join(root, name),
      ),
    )
    expect(tail).toContain('read-only')
  })

  it('cannot write outside of its folder', async () => {
    const runner = await usualRunner()
    const request = await requestFor({ command: program('escape.sh') })
    await runner.run(request)
    expect(existsSync(join(request.root, 'escaped'))).toBe(false)
  })

  it.each([['stubborn.sh'], ['slow.sh']])('is ended with all its children: %s', async (name) => {
    const runner = await usualRunner()
    const controller = new AbortController()
    const { signal } = controller
    const request = await requestFor({ command: program(name) }, { signal })
    const running = runner.run(request)
    await written(request.folder.path, 'pid')
    controller.abort()
    await running
  })

  it('is asked to end before it is ended', async () => {
    const runner = await makeRunner(undefined, patienceMs)
    const controller = new AbortController()
    const { signal } = controller
    const request = await requestFor({ command: program('polite.sh') }, { signal })
    const running = runner.run(request)
    await written(request.folder.path, 'pid')
    controller.abort()
    expect((await running).exitCode).toBe(0)
    expect(await written(request.folder.path, 'asked')).toBe('asked')
  })

  it('leaves no process behind when it ends by itself', async () => {
    const runner = await usualRunner()
    const request = await requestFor({ command: program('outlives.sh') })
    await runner.run(request)
    await written(request.folder.path, 'child')
    // The number that it wrote is one of the sandbox; outside it is known by its argument.
    await expect.poll(() => processesNaming(request.folder.path)).toEqual([])
  })

  it('is held to the number of processes', async () => {
    const runner = await usualRunner()
    const request = await requestFor({ command: program('forks.sh') })
    expect((await runner.run(request)).limit).toBe('process limit of 30 exceeded')
  })
})

it('a sandbox that is required and does not work is refused at the start', async () => {
  const options = { environment: { PATH: '/nowhere' }, sandbox: 'required' } as const
  const path = process.env.PATH
  process.env.PATH = '/nowhere'
  try {
    await expect(createProcessRunner(options)).rejects.toThrow('bwrap is not installed')
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const runner = await createProcessRunner({ ...options, sandbox: 'auto', log })
    const reason = 'bwrap is not installed; install bubblewrap (apt, dnf, apk: bubblewrap)'
    expect(runner.sandbox).toEqual({ mode: 'auto', active: false, reason })
    expect(lines).toEqual([`programs run unsandboxed: ${reason}`])
  } finally {
    process.env.PATH = path
  }
})

it('a sandbox that is not installed leaves nothing that keeps the process from ending', async () => {
  const sandbox = new URL('../../src/engine/runners/sandbox/sandbox.ts', import.meta.url)
  // In a process that has no other timers.
  const script = `import { bubblewrap, sandboxRemedy, testSandbox } from '${sandbox.href}'
    console.log(await testSandbox(bubblewrap({ bubblewrap: '/nowhere/bwrap' })))
    console.log(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length)`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script])

  expect(stdout).toBe('/nowhere/bwrap is not installed\n0\n')
})
