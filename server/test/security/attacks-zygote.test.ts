import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processesNaming, script, titled } from '../engine/running.ts'
import {
  type Bench,
  factsOf,
  firstLine,
  makeBench,
  noting,
  type RunOptions,
  visibleFolder,
  whyNotWarm,
} from '../engine/warm-python.ts'
import { patienceMs } from '../patience.ts'

const reason = await whyNotWarm()

/** A package that does this wherever it is loaded before the job; in a job itself it is polite. */
const hostile = (text: string) => `
import os, sys, socket, time
FOUND = {}
def zygote_control():
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get('control')
        if found is not None:
            return found
        frame = frame.f_back
if os.getpid() != 2:
${text.replace(/^/gm, '    ')}
`

const victim = `${firstLine}import hostile\n${noting}
FACTS.update(hostile.FOUND)
FACTS['ran'] = True
write_down()`
const honest = `${firstLine}import socket\n${noting}
FACTS['ran'] = socket.gethostname() != 'forged'
write_down()`

async function start(text: string, limits: { maxProcesses?: number; outputBytes?: number } = {}) {
  const packages = visibleFolder()
  const bench = await makeBench({
    environment: { PATH: process.env.PATH, PYTHONPATH: packages },
    ...limits,
  })
  writeFileSync(join(packages, 'hostile.py'), hostile(text))
  const command = script(bench.programs, 'victim.py', victim, 0o755)
  return { bench, command, packages }
}

/** The process that loads it is gone, with all that it began; its program is started as before. */
async function isGivenUp(bench: Bench, command: string, options?: RunOptions) {
  expect(factsOf(await bench.run(command, options))).toMatchObject({ ran: true })
  await expect.poll(() => processesNaming(bench.root), { timeout: patienceMs }).toEqual([])
  const { isWarm, ...ran } = await bench.run(command, options)
  expect([isWarm, factsOf({ ...ran })]).toEqual([undefined, expect.objectContaining({ ran: true })])
}

describe.skipIf(reason !== undefined)(titled('a hostile package in a warm process', reason), () => {
  it('keeps no more connections to the server than its jobs need', async () => {
    const { bench, command } = await start(`
held = []
for number in range(200):
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(1)
    try:
        one.connect('/proc/self/fd/%d/s' % zygote_control().folder)
        one.sendall(b'%d out\\n' % (1000 + number))
        held.append(one)
    except OSError:
        one.close()
kept = 0
for one in held:
    one.settimeout(0.1)
    try:
        kept += 0 if one.recv(1) == b'' else 1
    except socket.timeout:
        kept += 1
    except OSError:
        pass
    one.close()
del one
FOUND['kept'] = kept
`)
    await bench.warmUp(command)

    const { kept, ran } = factsOf(await bench.run(command))
    expect(ran).toBe(true)
    expect(Number(kept)).toBeLessThanOrEqual(8)
  })

  it('speaks for its own program only: others are kept warm all the same', async () => {
    const { bench, command } = await start(
      `zygote_control().report(event='broken', reason='nothing\\nworks here')\ntime.sleep(600)`,
    )
    const first = script(bench.programs, 'first.py', honest, 0o755)
    const next = script(bench.programs, 'next.py', honest, 0o755)
    await bench.warmUp(first)

    expect(factsOf(await bench.run(command))).toMatchObject({ ran: true })
    await bench.warmUp(next)
    expect((await bench.run(command)).isWarm).toBeUndefined()
  })

  it.each([
    [
      'says more than there is to say',
      `while True: zygote_control().report(event='started', id=99, pid=1)`,
    ],
    [
      'says what is none of its words',
      `zygote_control().socket.sendall(b'null\\n')\ntime.sleep(600)`,
    ],
    ['ends', 'os._exit(7)'],
  ])('that %s is given up', async (_what, text) => {
    const { bench, command } = await start(text)

    // Of two organizations: what happens to one is not noticed by the other.
    await isGivenUp(bench, command, { organization: 'alpha' })
    expect(factsOf(await bench.run(command, { organization: 'beta' }))).toMatchObject({ ran: true })
  })

  it('is held to the limits of a program: processes', async () => {
    const { bench, command } = await start(
      `
if os.fork() == 0:
    os.setsid()
    for _ in range(60):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
    time.sleep(600)
time.sleep(600)`,
      { maxProcesses: 30 },
    )

    await isGivenUp(bench, command)
  })

  it('is held to the limits of a program: disk', async () => {
    const { bench, command } = await start(
      `
for number in range(40):
    with open('/tmp/%d' % number, 'wb') as file:
        file.write(bytes(1_000_000))
time.sleep(600)`,
      { outputBytes: 20_000_000 },
    )

    await isGivenUp(bench, command)
  })

  it('that never lets go keeps no job waiting, and ends with the server', async () => {
    const { bench, command } = await start('while True: time.sleep(600)')

    for (let times = 0; times < 3; times += 1) {
      const { isWarm, ...ran } = await bench.run(command)
      expect([isWarm, factsOf(ran)]).toEqual([undefined, expect.objectContaining({ ran: true })])
    }
    await bench.runner.stop()
    await expect.poll(() => processesNaming(bench.root), { timeout: patienceMs }).toEqual([])
  })

  it('changes nothing that another program, another organization or a later start reads', async () => {
    const { bench, command, packages } = await start('')
    writeFileSync(
      join(packages, 'hostile.py'),
      hostile(`
def attempt(name, do):
    try:
        FOUND[name] = do() or 'done'
    except OSError as error:
        FOUND[name] = error.errno
def put(path):
    with open(path, 'a') as file:
        file.write('x')
attempt('itself', lambda: put(__file__))
attempt('a package', lambda: put(os.path.join(os.path.dirname(__file__), 'json.py')))
attempt('a compiled one', lambda: os.makedirs(os.path.join(os.path.dirname(__file__), '__pycache__x')))
attempt('the program', lambda: put(os.path.join(${JSON.stringify(bench.programs)}, 'victim.py')))
attempt('the interpreter', lambda: put(os.__file__))
attempt('the loader', lambda: put(sys.modules['__main__'].__file__))
attempt('its mounts', lambda: put(os.path.join(sys.modules['__main__'].HERE, 'setup.json')))
FOUND['folders'] = len([name for name in os.listdir(${JSON.stringify(bench.root)})])
socket.gethostname = lambda: 'forged'
`),
    )
    await bench.warmUp(command, { organization: 'alpha' })

    const warm = factsOf(await bench.run(command, { organization: 'alpha' }))
    const names = ['itself', 'a package', 'a compiled one', 'the program', 'the interpreter']
    for (const name of [...names, 'the loader', 'its mounts'])
      expect([name, warm[name]]).toEqual([name, 30])
    expect(warm.folders).toBe(1)
    const other = script(bench.programs, 'other.py', honest, 0o755)
    await bench.warmUp(other, { organization: 'alpha' })
    expect(factsOf(await bench.run(other, { organization: 'alpha' }))).toEqual({ ran: true })
  })
})
