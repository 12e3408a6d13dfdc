import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { script, titled } from './running.ts'
import {
  bothWays,
  factsOf,
  firstLine,
  makeBench,
  noting,
  visibleFolder,
  whyNotWarm,
} from './warm-python.ts'

const reason = await whyNotWarm()
const title = 'a forked Python program, compared with a started one'

describe.skipIf(reason !== undefined)(titled(title, reason), () => {
  it('sees and may do the same', async () => {
    const secret = visibleFolder()
    writeFileSync(join(secret, 'master.key'), 'hidden words')
    const { plain, warm } = await bothWays(probe(secret))
    expect(plain.exitCode).toBe(0)
    expect(facts(warm)).toEqual(facts(plain))
    // Otherwise two empty lists would be equal.
    expect(Object.keys(factsOf(plain)).length).toBeGreaterThan(55)
    expect(factsOf(warm)).toMatchObject({
      'capabilities effective': '0000000000000000',
      'capabilities permitted': '0000000000000000',
      'new privileges': '1',
      'secret in hidden folder': 'FileNotFoundError 2',
      'kernel setting': expect.stringMatching(/^(OSError 30|PermissionError 13)$/),
      processes: ['1', '2'],
    })
  })

  it('holds no descriptor but its streams, and process 1 none at all', async () => {
    const { warm } = await bothWays(`${noting}
note('own', lambda: sorted(int(name) for name in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + name)))
note('first', lambda: os.listdir('/proc/1/fd'))
write_down()`)
    const { own, first } = factsOf(warm)
    expect(own).toEqual([0, 1, 2])
    expect(first).toEqual([])
  })

  it('without network has its own loopback and reaches nothing else', async () => {
    const server = createServer((socket) => socket.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { plain, warm } = await bothWays(
      `${noting}
import socket
def outside():
    socket.create_connection(('127.0.0.1', ${port}), 5)
def inside():
    server = socket.create_server(('127.0.0.1', 0))
    socket.create_connection(server.getsockname(), 5)
def bind_abstract():
    socket.socket(socket.AF_UNIX).bind('\\0assay-warm-test')
attempt('of the machine', outside)
attempt('its own', inside)
attempt('abstract', bind_abstract)
note('devices', lambda: [name for _, name in socket.if_nameindex()])
write_down()`,
      { mayUseNetwork: false },
    )
    expect(factsOf(warm)).toEqual(factsOf(plain))
    expect(factsOf(warm)).toMatchObject({
      'of the machine': 'ConnectionRefusedError 111',
      'its own': 'done',
      abstract: 'done',
      devices: ['lo'],
    })
  })

  it('does not see another one that runs at the same time', async () => {
    const bench = await makeBench()
    const command = script(
      bench.programs,
      'two.py',
      `${firstLine}${noting}
import socket, time
# Keeps its own port of the loopback and its own abstract name for as long as it runs.
held = socket.socket(socket.AF_UNIX)
attempt('abstract', lambda: held.bind('\\0assay-warm-two'))
for place in ('/tmp', '/var/tmp', '/dev/shm', '/run', os.path.dirname(FOLDER)):
    attempt('write ' + place, lambda: write(place + '/of-' + INPUT['me']))
write(FOLDER + '/output/here')
if 'waits' in INPUT:
    while not os.path.exists(FOLDER + '/output/go'):
        time.sleep(0.02)
for place in ('/tmp', '/var/tmp', '/dev/shm', '/run', os.path.dirname(FOLDER)):
    note(place, lambda: [name for name in os.listdir(place) if name.startswith(('of-', 'cortex', 'warm'))])
note('processes', lambda: sorted(name for name in os.listdir('/proc') if name.isdigit()))
write_down()`,
      0o755,
    )
    const options = { mayUseNetwork: false }
    await bench.warmUp(command, { ...options, input: { me: 'first' } })
    let waiting = ''
    const first = bench.run(command, {
      ...options,
      input: { me: 'first', waits: true },
      onFolder: (path) => {
        waiting = path
      },
    })
    const output = await vi.waitFor(() => {
      const zygote = readdirSync(bench.root).find((name) => name.startsWith('warm-')) ?? ''
      const path = join(bench.root, zygote, waiting.slice(bench.root.length + 1), 'output')
      expect(readdirSync(path)).toContain('here')
      return path
    }, patienceMs)
    const second = await bench.run(command, { ...options, input: { me: 'second' } })
    writeFileSync(join(output, 'go'), '')
    expect([second.isWarm, (await first).isWarm]).toEqual([true, true])
    const seen = { ...factsOf(second) }
    expect(seen).toMatchObject({
      abstract: 'done',
      '/tmp': ['of-second'],
      '/dev/shm': ['of-second'],
      '/run': ['of-second'],
      processes: ['1', '2'],
    })
    expect(JSON.stringify(seen)).not.toContain('of-first')
    // Only its own folder, and nothing next to it is writable.
    expect(seen[bench.root]).toHaveLength(1)
    expect(JSON.stringify(factsOf(await first))).not.toContain('of-second')
  })

  it('leaves nothing to the next one', async () => {
    const bench = await makeBench()
    const command = script(
      bench.programs,
      'state.py',
      `${firstLine}${noting}
import locale, signal, logging
def now():
    old = os.umask(0o022); os.umask(old)
    return {
        'environment': os.environ.get('LEFT'), 'path': 'left' in sys.path, 'module': hasattr(json, 'left'),
        'dumps': json.dumps({'a': 1}), 'umask': old, 'locale': locale.setlocale(locale.LC_ALL),
        'signal': str(signal.getsignal(signal.SIGUSR1)), 'level': logging.getLogger().level,
        'main': 'LEFT' in globals(), 'loaded': 'colorsys' in sys.modules, 'folder': os.getcwd(),
        'nice': os.nice(0), 'random': None,
        'files': [p for p in ('/tmp/left', '/var/tmp/left', '/dev/shm/left', '/run/left', '/var/log/left') if os.path.exists(p)],
    }
note('before', now)
import colorsys, random
FACTS['number'] = random.random()
FACTS['hashed'] = hash('text')
os.environ['LEFT'] = 'x'; sys.path.append('left'); json.left = 1; LEFT = 1
json.dumps = lambda *_, **__: 'left'
os.umask(0); locale.setlocale(locale.LC_ALL, 'C'); signal.signal(signal.SIGUSR1, signal.SIG_IGN)
logging.getLogger().setLevel(1); os.chdir('/'); os.nice(1)
for place in ('/tmp', '/var/tmp', '/dev/shm', '/run', '/var/log'):
    attempt('write ' + place, lambda: write(place + '/left'))
write_down()`,
      0o755,
    )
    const plain = factsOf(await bench.run(command))
    await bench.warmUp(command)
    const first = await bench.run(command)
    const second = await bench.run(command)
    expect([first.isWarm, second.isWarm]).toEqual([true, true])
    const { number, hashed: _, ...rest } = factsOf(second)
    const { number: __, hashed: ___, ...expected } = plain
    expect(rest).toEqual(expected)
    expect(factsOf(first).number).not.toBe(number)
  })

  it('of one organization never shares a process with another', async () => {
    const bench = await makeBench()
    const command = script(bench.programs, 'org.py', `${firstLine}${noting}\nwrite_down()`, 0o755)
    await bench.warmUp(command, { organization: 'alpha' })
    expect((await bench.run(command, { organization: 'beta' })).isWarm).toBeUndefined()
    await vi.waitFor(() => expect(bench.runner.warmPython().programs).toBe(2), patienceMs)
    expect((await bench.run(command, { organization: 'beta' })).isWarm).toBe(true)
  })

  it('gains nothing by a hostile package that is loaded before', async () => {
    const packages = visibleFolder()
    const secret = visibleFolder()
    writeFileSync(join(secret, 'master.key'), 'hidden words')
    const bench = await makeBench({
      environment: { PATH: process.env.PATH, PYTHONPATH: packages },
      serverFiles: [{ what: 'the master key', path: join(secret, 'master.key') }],
    })
    mkdirSync(join(bench.root, 'cortex-job-of-somebody-else'))
    writeFileSync(join(bench.root, 'cortex-job-of-somebody-else', 'x'), 'hidden words')
    writeFileSync(join(packages, 'hostile.py'), hostile(secret, bench.root))
    const command = script(
      bench.programs,
      'victim.py',
      `${firstLine}import hostile\n${noting}
FACTS.update(hostile.FOUND)
write_down()`,
      0o755,
    )
    const plain = await bench.run(command, { mayUseNetwork: false })
    await bench.warmUp(command, { mayUseNetwork: false })
    const warm = await bench.run(command, { mayUseNetwork: false })
    expect(warm.isWarm).toBe(true)
    const { processes, number, ...found } = factsOf(warm)
    const { processes: _, number: __, ...expected } = factsOf(plain)
    expect(found).toEqual(expected)
    // A handful of its own, and nothing of the machine.
    expect(Number(processes)).toBeLessThan(6)
    expect(number).not.toBe(2)
    expect(JSON.stringify(found)).not.toContain('hidden words')
  })
})

/** Differences that the decision names: stricter, or useless. */
function facts(ran: Parameters<typeof factsOf>[0]) {
  const {
    'capabilities bounding': _,
    'write /dev': __,
    descriptors: ___,
    'other user': ____,
    'map of users': _____,
    ...rest
  } = factsOf(ran)
  return JSON.parse(
    JSON.stringify(rest)
      .replaceAll(ran.folder, 'JOB')
      .replaceAll(/\.\d+"/g, '"'),
  )
}

const probe = (secret: string) => `${noting}
import ctypes, resource, signal, socket, locale, io, threading
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == -1:
        raise OSError(ctypes.get_errno(), name)
    return 'done'
status = dict(line.split(':', 1) for line in read('/proc/self/status').splitlines())
for name, field in (('inherited', 'CapInh'), ('permitted', 'CapPrm'), ('effective', 'CapEff'), ('bounding', 'CapBnd'), ('ambient', 'CapAmb')):
    note('capabilities ' + name, lambda: status[field].strip())
note('new privileges', lambda: status['NoNewPrivs'].strip())
note('signals', lambda: {name: status[name].strip() for name in ('SigBlk', 'SigIgn', 'SigCgt')})
note('threads', lambda: status['Threads'].strip())
note('umask', lambda: status['Umask'].strip())
note('user', lambda: (os.getuid(), os.geteuid(), os.getgid(), os.getegid()))
note('map of users', lambda: read('/proc/self/uid_map').split())
note('numbers', lambda: (os.getpid(), os.getppid(), os.getsid(0), os.getpgrp()))
note('processes', lambda: sorted(name for name in os.listdir('/proc') if name.isdigit()))
note('descriptors', lambda: sorted(os.listdir('/proc/self/fd')))
note('kinds of streams', lambda: [os.fstat(number).st_mode >> 12 for number in (0, 1, 2)])
note('working folder', os.getcwd)
note('environment', lambda: {name: value for name, value in os.environ.items() if name not in ('_', 'JOB_FOLDER_MARK')})
note('mark', lambda: os.environ['JOB_FOLDER_MARK'].count('.'))
note('mark for others', lambda: os.environ['JOB_FOLDER_MARK'] in read('/proc/self/environ'))
note('arguments', lambda: sys.argv)
note('original arguments', lambda: getattr(sys, 'orig_argv', [])[1:])
note('file', lambda: (__file__, __name__, str(__spec__), type(__loader__).__name__, str(__package__)))
note('globals', lambda: sorted(name for name in globals() if name.startswith('__')))
note('path', lambda: sys.path)
note('executable', lambda: (sys.executable, sys.prefix, sys.base_prefix, sys.version))
note('flags', lambda: str(sys.flags))
note('encodings', lambda: [(s.encoding, s.errors, s.mode, s.name, s.line_buffering, s.isatty()) for s in (sys.stdin, sys.stdout, sys.stderr)])
note('file system', lambda: (sys.getfilesystemencoding(), locale.getpreferredencoding()))
note('standard input', lambda: json.load(sys.stdin) == INPUT)
note('handlers', lambda: {name: str(signal.getsignal(getattr(signal, name))).split(' at ')[0] for name in ('SIGINT', 'SIGTERM', 'SIGPIPE', 'SIGHUP', 'SIGCHLD', 'SIGUSR1')})
note('limits', lambda: {name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith('RLIMIT_') and name != 'RLIMIT_SIGPENDING'})
note('priority', lambda: os.getpriority(os.PRIO_PROCESS, 0))
note('main thread', lambda: threading.current_thread().name)
note('root', lambda: sorted(os.listdir('/')))
note('/run', lambda: sorted(os.listdir('/run')))
note('/dev', lambda: sorted(os.listdir('/dev')))
note('/tmp', lambda: sorted(os.listdir('/tmp')))
note('/dev/shm', lambda: sorted(os.listdir('/dev/shm')))
note('/dev/pts', lambda: sorted(os.listdir('/dev/pts')))
note('other jobs', lambda: len(os.listdir(os.path.dirname(FOLDER))))
note('own folder', lambda: sorted(os.listdir(FOLDER)))
note('log', lambda: os.listdir('/var/log'))
note('secret in hidden folder', lambda: read(${JSON.stringify(secret)} + '/master.key'))
note('secret in hidden file', lambda: read('/etc/shadow'))
note('kernel setting', lambda: write('/proc/sys/kernel/hostname', 'x'))
note('trigger', lambda: write('/proc/sysrq-trigger', 'h'))
for path in ('/etc', '/usr', '/', '/dev', '/tmp', '/var/tmp', '/run', '/dev/shm', '/var/log', FOLDER, FOLDER + '/input', FOLDER + '/output', os.path.dirname(FOLDER), os.getcwd(), '/proc', '/sys'):
    attempt('write ' + path, lambda: write(path + '/written'))
attempt('device', lambda: open('/dev/null', 'w').write('x'))
attempt('random', lambda: open('/dev/urandom', 'rb').read(1))
attempt('terminal', lambda: os.openpty())
attempt('mount', lambda: call('mount', b'tmpfs', b'/mnt', b'tmpfs', 0, None))
attempt('bind', lambda: call('mount', b'/', b'/mnt', None, 4096, None))
attempt('unmount', lambda: call('umount2', os.path.dirname(FOLDER).encode(), 2))
attempt('unmount hidden', lambda: call('umount2', ${JSON.stringify(secret)}.encode(), 2))
attempt('hostname', lambda: socket.sethostname('x'))
attempt('trace 1', lambda: call('ptrace', 16, 1, 0, 0) and call('kill', 1, 18))
attempt('kill 1', lambda: os.kill(1, 9))
attempt('root of 1', lambda: os.listdir('/proc/1/root/' + ${JSON.stringify(secret)}))
attempt('enter 1', lambda: call('setns', os.open('/proc/1/ns/mnt', os.O_RDONLY), 0))
attempt('chroot', lambda: os.chroot('/tmp'))
note('other user', lambda: os.setuid(12345))
attempt('raise limit', lambda: resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY,) * 2))
attempt('set-user program', lambda: os.stat('/usr/bin/su'))
def nested():
    pid = os.fork()
    if pid == 0:
        try:
            call('unshare', 0x10000000 | 0x20000)
            results = []
            for path in (${JSON.stringify(secret)}, os.path.dirname(FOLDER), FOLDER, '/run', '/tmp', '/proc'):
                try:
                    call('umount2', path.encode(), 2); results.append('unmounted')
                except OSError as error:
                    results.append(error.errno)
            try:
                call('mount', None, b'/', None, 32 | 4096, None); results.append('writable')
            except OSError as error:
                results.append(error.errno)
            try:
                read(${JSON.stringify(secret)} + '/master.key'); results.append('secret')
            except OSError as error:
                results.append(error.errno)
            write(FOLDER + '/output/nested', json.dumps(results))
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    return read(FOLDER + '/output/nested')
note('nested user name space', nested)
if os.path.exists(FOLDER + '/output/nested'):
    os.remove(FOLDER + '/output/nested')
os.remove(FOLDER + '/output/written')
write_down()
`

/** Inspects its environment when it is imported, wherever that is. */
const hostile = (secret: string, jobs: string) => `
import ctypes, os, signal
FOUND = {'number': os.getpid()}
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, do):
    try:
        FOUND[name] = do()
    except BaseException as error:
        FOUND[name] = type(error).__name__ + ' ' + str(getattr(error, 'errno', ''))
def call(name, *args):
    if getattr(libc, name)(*args) == -1:
        raise OSError(ctypes.get_errno(), name)
    return 'done'
attempt('processes', lambda: len([name for name in os.listdir('/proc') if name.isdigit()]))
attempt('secret', lambda: open(${JSON.stringify(join(secret, 'master.key'))}).read())
attempt('others', lambda: [name for name in os.listdir(${JSON.stringify(jobs)}) if 'somebody' in name])
attempt('uncover', lambda: call('umount2', ${JSON.stringify(secret)}.encode(), 2))
attempt('uncover jobs', lambda: call('umount2', ${JSON.stringify(jobs)}.encode(), 2))
attempt('secret then', lambda: open(${JSON.stringify(join(secret, 'master.key'))}).read())
attempt('kernel', lambda: open('/proc/sys/kernel/hostname', 'w').write('x'))
attempt('remount', lambda: call('mount', None, b'/proc', None, 32 | 4096, None))
attempt('server', lambda: os.kill(${process.pid}, 0))
attempt('network', lambda: [line.split(':')[0].strip() for line in open('/proc/self/net/dev').readlines()[2:]])
`
