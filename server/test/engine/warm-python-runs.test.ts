import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { ended, isRunning, processesNaming, script, titled } from './running.ts'
import {
  type Bench,
  bothWays,
  factsOf,
  firstLine,
  makeBench,
  noting,
  type Ran,
  visibleFolder,
  whyNotWarm,
} from './warm-python.ts'

const reason = await whyNotWarm()
const title = 'a Python program that is kept warm'

const atEnd: (() => unknown)[] = []
const onAllFinished = (end: () => unknown) => void atEnd.unshift(end)
afterAll(async () => {
  for (const end of atEnd) await end()
})

/** One program for all outcomes: it runs what its input says. */
const ends = { command: '' } as { command: string; plain: Bench; warm: Bench }
beforeAll(async () => {
  if (reason !== undefined) return
  ends.warm = await makeBench({}, onAllFinished)
  ends.plain = await makeBench({ warmPython: 'off' }, onAllFinished)
  const text = `${firstLine}import json, os, sys\nexec(json.load(open(sys.argv[1] + '/input/input.json'))['text'])\n`
  ends.command = script(ends.warm.programs, 'ends.py', text, 0o755)
  await ends.warm.warmUp(ends.command, { input: { text: '' } })
})

/** Both streams are read side by side: their lines may mix in another way. */
const sorted = ({ exitCode, tail, output }: Ran) => ({
  exitCode,
  output,
  tail: tail.split('\n').sort(),
})

describe.skipIf(reason !== undefined)(titled(title, reason), () => {
  it.each([
    ['sys.exit(3)', 3],
    ['sys.exit("some words")', 1],
    ['sys.exit()', 0],
    ['sys.exit(256 + 7)', 7],
    ['raise ValueError("wrong")', 1],
    [
      'def inner():\n    raise ValueError("deep")\ntry:\n    inner()\nexcept ValueError:\n    {}["x"]',
      1,
    ],
    ['os.abort()', null],
    ['os.kill(os.getpid(), 9)', null],
    ['os._exit(5)', 5],
    ['raise KeyboardInterrupt', null],
    ['import no_such_module', 1],
    ['print("no line end", end="")', 0],
    [
      'import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.3), print("late"))).start()',
      0,
    ],
    ['import atexit\natexit.register(print, "at the end")', 0],
    ['f = open(sys.argv[1] + "/output/output.json", "w")\nf.write("not closed")', 0],
    ['class Last:\n    def __del__(self):\n        print("gone", flush=True)\nkept = Last()', 0],
    [
      'import gzip\nf = gzip.open(sys.argv[1] + "/output/output.json", "wt")\nf.write("x")\nf.close()\nos.remove(f.buffer.name if hasattr(f, "buffer") else f.name)',
      0,
    ],
    ['sys.stdout.close()', 0],
    ['import subprocess\nsubprocess.run(["sh", "-c", "echo out; echo err >&2; exit 4"])', 0],
    ['import multiprocessing\nmultiprocessing.Process(target=print, args=("child",)).start()', 0],
    ['sys.stdout.write("x" * 10_000_000 + "\\n")\nsys.stderr.write("y" * 10_000_000 + "\\n")', 0],
  ])('ends as when it is started: %s', async (text, exitCode) => {
    const input = { text }
    const plain = await ends.plain.run(ends.command, { input })
    const warm = await ends.warm.run(ends.command, { input })
    expect([plain.isWarm, warm.isWarm]).toEqual([undefined, true])
    expect(sorted(warm)).toEqual(sorted(plain))
    expect(warm.exitCode).toBe(exitCode)
  })

  it('is kept within the same limits', async () => {
    const limits = { memoryBytes: 300_000_000, maxProcesses: 20, outputBytes: 2_000_000 }
    const bench = await makeBench(limits)
    const programs: Record<string, [string, RegExp]> = {
      memory: ['x = bytearray(400_000_000)', /MemoryError/],
      children: [
        'import multiprocessing, time\ndef eat():\n    x = bytearray(100_000_000)\n    time.sleep(60)\nfor _ in range(5):\n    multiprocessing.Process(target=eat).start()\ntime.sleep(60)',
        /memory limit of/,
      ],
      processes: [
        'import os, time\nfor _ in range(40):\n    if os.fork() == 0:\n        time.sleep(60)\n        os._exit(0)\ntime.sleep(60)',
        /process limit of 20/,
      ],
      output: [
        'import sys, time\nfor n in range(10):\n    open(f"{sys.argv[1]}/output/{n}", "wb").write(b"x" * 1_000_000)\ntime.sleep(60)',
        /output limit of/,
      ],
      file: [
        'import sys\nopen(sys.argv[1] + "/output/x", "wb").write(b"x" * 3_000_000)',
        // By the kernel at the write, or by the look at the folder, whichever comes first.
        /too large|output limit of/,
      ],
    }
    for (const [name, [text, words]] of Object.entries(programs)) {
      const guarded = `import json, sys\nif 'isWarmUp' in json.load(open(sys.argv[1] + '/input/input.json')):\n    sys.exit()\n${text}\n`
      const command = script(bench.programs, `${name}.py`, firstLine + guarded, 0o755)
      await bench.warmUp(command)
      const ran = await bench.run(command)
      expect({ name, isWarm: ran.isWarm }).toEqual({ name, isWarm: true })
      expect(`${ran.limit} ${ran.tail}`).toMatch(words)
    }
  })

  it('is asked to end, and ended with all that it started', async () => {
    const bench = await makeBench({ graceMs: patienceMs })
    const polite = waiting(
      bench,
      'polite.py',
      'import signal\ndef stop(*_):\n    open(FOLDER + "/output/asked", "w").write("x")\n    sys.exit(0)\nsignal.signal(signal.SIGTERM, stop)',
    )
    await bench.warmUp(polite)
    const asked = await abortOnceStarted(bench, polite)
    expect(asked).toMatchObject({ isWarm: true, exitCode: 0 })

    const short = await makeBench({ graceMs: 100 })
    const stubborn = waiting(
      short,
      'stubborn.py',
      'import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor _ in range(3):\n    if os.fork() == 0:\n        os.setsid()\n        break',
    )
    await short.warmUp(stubborn)
    const killed = await abortOnceStarted(short, stubborn)
    expect(killed).toMatchObject({ isWarm: true, exitCode: null })
    const timedOut = await short.run(stubborn, { timeoutMs: 3000 })
    expect(timedOut).toMatchObject({ isWarm: true, exitCode: null, timeoutMs: 3000 })
    // The process that forked them is there and serves the next one.
    expect((await short.run(stubborn, { input: { isWarmUp: true } })).isWarm).toBe(true)
    await vi.waitFor(() => expect(jobsOf(short)).toEqual([]), patienceMs)
  })

  it('leaves no daemon behind', async () => {
    const { warm, bench } = await bothWays(
      'import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.environ.clear()\n        time.sleep(300)\n    os._exit(0)\nprint("gone")\n',
    )
    expect(warm).toMatchObject({ exitCode: 0, tail: 'gone\n' })
    await vi.waitFor(() => expect(jobsOf(bench)).toEqual([]), patienceMs)
  })

  it('is lost with the process that forked it, and started again in the plain way', async () => {
    const bench = await makeBench()
    const command = waiting(bench, 'lost.py')
    await bench.warmUp(command)
    const running = bench.run(command)
    running.catch(() => {})
    const [zygote = ''] = await zygotesOf(bench)
    await jobStarted(bench)
    process.kill(Number(zygote), 'SIGKILL')
    await expect(running).rejects.toThrow(/parent process of this program exited/)
    await vi.waitFor(() => expect(bench.runner.warmPython().active).toBe(false), patienceMs)
    await vi.waitFor(
      () => expect(readdirSync(bench.root).filter((name) => name.startsWith('warm-'))).toEqual([]),
      patienceMs,
    )
    const next = await bench.run(command, { input: { isWarmUp: true } })
    expect(next).toMatchObject({ exitCode: 0 })
  })

  it('ends with the launcher, when the server stops and when it is killed', async () => {
    const bench = await makeBench()
    const command = waiting(bench, 'stops.py')
    await bench.warmUp(command)
    const [zygote = ''] = await zygotesOf(bench)
    const running = bench.run(command)
    running.catch(() => {})
    await jobStarted(bench)
    await bench.runner.stop()
    await ended(zygote)
    expect(jobsOf(bench)).toEqual([])
    expect(readdirSync(bench.root).filter((name) => name.startsWith('warm-'))).toEqual([])

    const killed = await makeBench()
    const other = waiting(killed, 'killed.py')
    await killed.warmUp(other)
    const [second = ''] = await zygotesOf(killed)
    const lost = killed.run(other)
    lost.catch(() => {})
    await jobStarted(killed)
    process.kill(launcherOf(second), 'SIGKILL')
    await expect(lost).rejects.toThrow(/launcher/)
    await ended(second)
    await vi.waitFor(() => expect(jobsOf(killed)).toEqual([]), patienceMs)
    // What the dead launcher left is removed by the next one that keeps a program warm.
    await killed.warmUp(other)
    const left = readdirSync(killed.root).filter((name) => name.startsWith('warm-'))
    expect(left).toHaveLength(1)
  })

  it('is reloaded when it changes', async () => {
    const { bench, command } = await bothWays(`${noting}\nFACTS['is'] = 'old'\nwrite_down()`)
    writeFileSync(command, `${firstLine}${noting}\nFACTS['is'] = 'new'\nwrite_down()`)
    expect(factsOf(await bench.run(command))).toEqual({ is: 'new' })
    const again = await vi.waitFor(async () => {
      const ran = await bench.run(command)
      expect(ran.isWarm).toBe(true)
      return ran
    }, patienceMs)
    expect(factsOf(again)).toEqual({ is: 'new' })
  })

  it('is reloaded when what it sees is replaced', async () => {
    const root = visibleFolder()
    const link = join(root, 'rules')
    for (const name of ['old', 'new']) {
      mkdirSync(join(root, name))
      writeFileSync(join(root, name, 'x'), name)
    }
    symlinkSync('old', link)
    const text = `${noting}\nFACTS['is'] = read('${link}/x')\nwrite_down()`
    const { warm, bench, command } = await bothWays(text, { options: { sandboxPaths: [link] } })
    expect(factsOf(warm)).toEqual({ is: 'old' })
    symlinkSync('new', join(root, 'next'))
    renameSync(join(root, 'next'), link)

    // Until the runner has checked again the previous one serves, from what it saw before.
    const first = await vi.waitFor(async () => {
      const ran = await bench.run(command)
      expect(factsOf(ran)).toEqual({ is: 'new' })
      return ran
    }, patienceMs)
    expect(first.isWarm).toBeUndefined()
    await bench.warmUp(command)
    expect(factsOf(await bench.run(command))).toEqual({ is: 'new' })
    expect(bench.runner.warmPython().programs).toBe(1)
  })

  it('ends when it is idle, and makes room for others', async () => {
    const bench = await makeBench({ warmPolicy: { maxZygotes: 1, idleMs: patienceMs / 10 } })
    const texts = ['a', 'b'].map(
      (name) => `${firstLine}${noting}\nFACTS['is'] = '${name}'\nwrite_down()`,
    )
    const [first = '', second = ''] = texts.map((text, n) =>
      script(bench.programs, `${n}.py`, text, 0o755),
    )
    await bench.warmUp(first)
    await bench.run(second)
    await vi.waitFor(async () => expect((await bench.run(second)).isWarm).toBe(true), patienceMs)
    expect(bench.runner.warmPython().programs).toBe(1)
    await vi.waitFor(() => expect(bench.runner.warmPython().programs).toBe(0), patienceMs)
    expect(await bench.run(second)).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['prints when it is imported', 'print("hello")', /print/],
    [
      'starts a thread',
      'import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()',
      /threads/,
    ],
    ['keeps a file open', 'kept = open("/dev/null")', /open files/],
    [
      'starts a program',
      'import subprocess\nkept = subprocess.Popen(["sleep", "1"])',
      /start programs/,
    ],
  ])('is not, when a module of it %s', async (_, text, why) => {
    const packages = visibleFolder()
    const lines: string[] = []
    const bench = await makeBench({
      environment: { PATH: process.env.PATH, PYTHONPATH: packages },
      log: (line) => lines.push(line),
    })
    writeFileSync(join(packages, 'loud.py'), text)
    const command = script(bench.programs, 'program.py', `${firstLine}import loud\n`, 0o755)
    await bench.run(command)
    await vi.waitFor(() => expect(lines.join('\n')).toMatch(why), patienceMs)
    expect((await bench.run(command)).isWarm).toBeUndefined()
  })

  it('finds its own modules first, and is not kept warm when they have a common name', async () => {
    const lines: string[] = []
    const bench = await makeBench({ log: (line) => lines.push(line) })
    writeFileSync(join(bench.programs, 'helper.py'), 'import json, random\nWHO = "helper"')
    const own = `${firstLine}import helper\n${noting}\nFACTS['who'] = helper.WHO\nwrite_down()`
    const command = script(bench.programs, 'own.py', own, 0o755)
    await bench.warmUp(command)
    const ran = await bench.run(command)
    expect([ran.isWarm, factsOf(ran)]).toEqual([true, { who: 'helper' }])
    // Its own modules are read for every job.
    writeFileSync(join(bench.programs, 'helper.py'), 'import json, random\nWHO = "changed one"')
    expect(factsOf(await bench.run(command))).toEqual({ who: 'changed one' })

    const shadowing = visibleFolder()
    writeFileSync(join(shadowing, 'json.py'), 'def dump(*_, **__): print("own json")')
    const other = script(shadowing, 'shadow.py', `${firstLine}import json\njson.dump()\n`, 0o755)
    expect((await bench.run(other)).tail).toBe('own json\n')
    await vi.waitFor(
      () => expect(lines.join('\n')).toMatch(/module of its own named json/),
      patienceMs,
    )
    expect(await bench.run(other)).toMatchObject({ tail: 'own json\n' })
  })

  it('may have no x bit, CR LF, PYTHONPATH or its own interpreter', async () => {
    const packages = visibleFolder()
    writeFileSync(join(packages, 'from_path.py'), 'WHO = "from the path"')
    const bench = await makeBench({ environment: { PATH: process.env.PATH, PYTHONPATH: packages } })
    const text = `import from_path\n${noting}\nFACTS['who'] = from_path.WHO\nFACTS['prefix'] = sys.prefix\nwrite_down()`
    const made = join(bench.programs, 'venv')
    spawnSync('python3', ['-m', 'venv', '--without-pip', '--symlinks', made])
    const scripts: [string, string, number][] = [
      ['no-x.py', firstLine + text, 0o644],
      ['crlf.py', (firstLine + text).replaceAll('\n', '\r\n'), 0o755],
      ['venv.py', `#!${made}/bin/python3\n${text}`, 0o755],
    ]
    for (const [name, content, mode] of scripts) {
      const command = script(bench.programs, name, content, mode)
      const plain = await bench.run(command)
      await bench.warmUp(command)
      const warm = await bench.run(command)
      expect({ name, isWarm: warm.isWarm, facts: factsOf(warm) }).toEqual({
        ...{ name, isWarm: true },
        facts: factsOf(plain),
      })
    }
  })

  it('is never, without a sandbox, with options of its interpreter, or when it is switched off', async () => {
    for (const [options, line, why] of [
      [{ sandbox: 'off' }, firstLine, /unsandboxed/],
      [{ warmPython: 'off' }, firstLine, /is off/],
      [{}, '#!/usr/bin/env -S python3 -u\n', /often enough/],
      [{}, '#!/bin/sh\n', /often enough/],
    ] as const) {
      const bench = await makeBench(options)
      const command = script(bench.programs, 'program.py', `${line}exit\n`, 0o755)
      for (let n = 0; n < 3; n += 1) expect((await bench.run(command)).isWarm).toBeUndefined()
      expect(bench.runner.warmPython()).toMatchObject({
        active: false,
        reason: expect.stringMatching(why),
      })
    }
  })
})

/** Runs for ten minutes, unless it is only to be loaded. */
function waiting(bench: Bench, name: string, text = ''): string {
  const body = `import json, os, sys, time
FOLDER = sys.argv[1]
if 'isWarmUp' in json.load(open(FOLDER + '/input/input.json')):
    sys.exit()
${text}
open(FOLDER + '/output/started', 'w').write('x')
time.sleep(600)
`
  return script(bench.programs, name, firstLine + body, 0o755)
}

async function abortOnceStarted(bench: Bench, command: string): Promise<Ran> {
  const controller = new AbortController()
  const running = bench.run(command, { signal: controller.signal })
  await jobStarted(bench)
  controller.abort()
  return running
}

const jobStarted = (bench: Bench) =>
  vi.waitFor(() => {
    const found = readdirSync(bench.root, { recursive: true }).map(String)
    expect(found.some((path) => path.endsWith('output/started'))).toBe(true)
  }, patienceMs)

/** Numbers of the processes that fork, without the sandbox around them. */
const zygotesOf = (bench: Bench) =>
  vi.waitFor(() => {
    const found = processesNaming(join(bench.root, 'warm-')).filter((pid) => isZygote(pid))
    expect(found.length).toBeGreaterThan(0)
    return found
  }, patienceMs)

const words = (pid: string | number, file: string) => {
  const read = spawnSync('cat', [`/proc/${pid}/${file}`]).stdout.toString('latin1')
  return read.split(/[\0\n]/)
}
const statusOf = (pid: string | number, name: string) =>
  words(pid, 'status')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? ''

const isZygote = (pid: string) =>
  /python/.test(statusOf(pid, 'Name')) && statusOf(pid, 'NSpid').split(/\s+/).length === 2

/** Processes of jobs, which live one name space deeper. */
const jobsOf = (bench: Bench) =>
  processesNaming(join(bench.root, 'warm-')).filter(
    (pid) => isRunning(pid) && statusOf(pid, 'NSpid').split(/\s+/).length > 2,
  )

function launcherOf(pid: string): number {
  for (let at = pid; at !== '' && at !== '0'; at = statusOf(at, 'PPid'))
    if (words(at, 'cmdline').some((word) => /launcher\.[jt]s$/.test(word))) return Number(at)
  throw new Error('There is no launcher')
}
