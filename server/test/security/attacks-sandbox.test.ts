import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemCallFilter } from '../../src/engine/runners/sandbox/system-call-filter.ts'
import { titled } from '../engine/running.ts'
import { bothWays, factsOf, noting, type Ran, whyNotWarm } from '../engine/warm-python.ts'
import { listenInside } from './loopback.ts'

const reason = await whyNotWarm()
const hasFilter = systemCallFilter(process.arch, { mayNest: false }) !== undefined

/** A socket without a file: any process in the same network namespace reaches it by name. */
async function listenAbstract() {
  const name = `assay-test-${process.pid}`
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  await new Promise<void>((listening) => server.listen(`\0${name}`, listening))
  onTestFinished(() => void server.close())
  return { name, calls: () => calls }
}

const calling = `${noting}
import ctypes, errno, resource, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == -1:
        raise OSError(ctypes.get_errno(), name)
    return 'done'
def kernel(numbers, *args):
    return call('syscall', ctypes.c_long(numbers[os.uname().machine]), *args)
def outcome(name, do):
    try:
        FACTS[name] = do() or 'done'
    except OSError as error:
        FACTS[name] = errno.errorcode.get(error.errno, str(error))
def child(do):
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            text = do() or 'done'
        except OSError as error:
            text = errno.errorcode.get(error.errno, str(error))
        os.write(writer, str(text).encode())
        os._exit(0)
    os.close(writer)
    text = os.read(reader, 1000).decode()
    os.waitpid(pid, 0)
    return text
def number(**numbers):
    return {**numbers, 'riscv64': numbers['aarch64']}
`

const network = (port: number, name: string) => `${calling}
def reach(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as one:
        one.settimeout(5)
        one.connect(address)
        return one.send(b'x') and 'reached'
outcome('tcp', lambda: reach(socket.AF_INET, ('127.0.0.1', ${port})))
outcome('tcp, IPv6', lambda: reach(socket.AF_INET6, ('::1', ${port})))
outcome('tcp, mapped', lambda: reach(socket.AF_INET6, ('::ffff:127.0.0.1', ${port})))
outcome('outside', lambda: reach(socket.AF_INET, ('192.0.2.1', 80)))
outcome('outside, IPv6', lambda: reach(socket.AF_INET6, ('2001:db8::1', 80)))
outcome('udp', lambda: reach(socket.AF_INET, ('192.0.2.1', 53), socket.SOCK_DGRAM))
outcome('udp, IPv6', lambda: reach(socket.AF_INET6, ('2001:db8::1', 53), socket.SOCK_DGRAM))
outcome('multicast', lambda: reach(socket.AF_INET, ('224.0.0.251', 5353), socket.SOCK_DGRAM))
outcome('abstract', lambda: reach(socket.AF_UNIX, '\\0${name}'))
outcome('raw', lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close())
outcome('packets', lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3).close())
outcome('hypervisor', lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close())
outcome('devices', lambda: [name for _, name in socket.if_nameindex()])
outcome('routes', lambda: len(read('/proc/net/route').splitlines()) - 1)
outcome('name', lambda: socket.getaddrinfo('example.org', 80) and 'resolved')
outcome('device', lambda: socket.socket().setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b'eth0'))
outcome('network of 1', lambda: call('setns', os.open('/proc/1/ns/net', os.O_RDONLY), 0))
write_down()
`

const kernel = (secret: string) => `${calling}
USER, MOUNT, NETWORK = 0x10000000, 0x20000, 0x40000000
outcome('user space', lambda: child(lambda: call('unshare', USER)))
outcome('user space with others', lambda: child(lambda: call('unshare', USER | MOUNT | NETWORK)))
outcome('clone', lambda: child(lambda: kernel(number(x86_64=56, aarch64=220), ctypes.c_ulong(USER | 17), 0, 0, 0, 0)))
outcome('clone3', lambda: kernel(number(x86_64=435, aarch64=435), ctypes.create_string_buffer(88), 88))
outcome('mount', lambda: call('mount', b'tmpfs', b'/tmp', b'tmpfs', 0, None))
outcome('remount', lambda: call('mount', None, b'/', None, 32 | 4096, None))
outcome('pivot', lambda: kernel(number(x86_64=155, aarch64=41), b'/tmp', b'/tmp'))
outcome('setting', lambda: write('/proc/sys/kernel/core_pattern', '|/x'))
outcome('keys of the session', lambda: kernel(number(x86_64=250, aarch64=219), 0, -3, 0))
outcome('keys of the user', lambda: kernel(number(x86_64=250, aarch64=219), 0, -4, 0))
outcome('a key left behind', lambda: kernel(number(x86_64=248, aarch64=217), b'user', b'assay', b'x', 1, -4))
outcome('a key of somebody', lambda: kernel(number(x86_64=249, aarch64=218), b'user', b'assay', None, 0))
outcome('bpf', lambda: kernel(number(x86_64=321, aarch64=280), 0, ctypes.create_string_buffer(128), 128))
outcome('faults', lambda: kernel(number(x86_64=323, aarch64=282), 1))
outcome('rings', lambda: kernel(number(x86_64=425, aarch64=425), 8, ctypes.create_string_buffer(256)))
outcome('crypto sockets', lambda: socket.socket(38, socket.SOCK_SEQPACKET).close())
outcome('a set-user program', lambda: os.popen('su -c id 2>&1 </dev/null').read().count('uid=') or 'nothing')
outcome('a device', lambda: os.mknod(FOLDER + '/output/disk', 0o60600, os.makedev(8, 0)))
outcome('the terminal', lambda: open('/dev/tty').close())
def seen(kind):
    found = []
    for name in os.listdir('/proc'):
        try:
            found.append(read('/proc/%s/%s' % (name, kind)) if name.isdigit() else '')
        except OSError:
            pass
    return 'canary' if any('canary of the server' in text for text in found) else 'nothing'
outcome('environments', lambda: seen('environ'))
outcome('commands', lambda: seen('cmdline'))
outcome('root of 1', lambda: os.listdir('/proc/1/root' + ${JSON.stringify(secret)}))
outcome('threads', lambda: __import__('threading').Thread(target=print).start())
outcome('a program', lambda: os.popen('echo started').read().strip())
outcome('a socket of its own', lambda: socket.socketpair() and 'made')
write_down()
`

describe.skipIf(reason !== undefined)(titled('a hostile program', reason), () => {
  it('without the network reaches nothing, by no kind of socket, started or forked', async () => {
    const inside = await listenInside()
    const abstract = await listenAbstract()

    const { plain, warm } = await bothWays(network(inside.port, abstract.name), {
      mayUseNetwork: false,
    })

    const expected = {
      ...{ tcp: 'ECONNREFUSED', 'tcp, IPv6': 'ECONNREFUSED', 'tcp, mapped': 'ECONNREFUSED' },
      ...{ outside: 'ENETUNREACH', udp: 'ENETUNREACH', multicast: 'ENETUNREACH' },
      ...{ 'outside, IPv6': 'ENETUNREACH', 'udp, IPv6': 'ENETUNREACH' },
      ...{ abstract: 'ECONNREFUSED', raw: 'EPERM', device: 'ENODEV', 'network of 1': 'EPERM' },
      ...{ packets: hasFilter ? 'EAFNOSUPPORT' : 'EPERM', devices: ['lo'], routes: 'done' },
      ...(hasFilter ? { hypervisor: 'EAFNOSUPPORT' } : {}),
      name: expect.stringMatching(/resolution|not known/),
    }
    for (const ran of [plain, warm]) expect(factsOf(ran)).toMatchObject(expected)
    expect([inside.calls(), abstract.calls()]).toEqual([0, 0])
  })

  it('gets no rights of the kernel, no keys, and nothing of others, started or forked', async () => {
    process.env.ASSAY_TEST_CANARY = 'the canary of the server'
    onTestFinished(() => void delete process.env.ASSAY_TEST_CANARY)
    const secret = import.meta.dirname

    const { plain, warm } = await bothWays(kernel(secret), { mayUseNetwork: true })

    const filtered = {
      ...{ 'user space': 'EPERM', 'user space with others': 'EPERM', clone: 'EPERM' },
      ...{ clone3: 'ENOSYS', 'keys of the session': 'ENOSYS', 'keys of the user': 'ENOSYS' },
      ...{ 'a key left behind': 'ENOSYS', 'a key of somebody': 'ENOSYS', bpf: 'ENOSYS' },
      ...{ faults: 'ENOSYS', rings: 'ENOSYS', 'crypto sockets': 'EAFNOSUPPORT' },
    }
    const expected = {
      ...(hasFilter ? filtered : {}),
      ...{ mount: 'EPERM', remount: 'EPERM', pivot: 'EPERM', 'a device': 'EPERM' },
      setting: expect.stringMatching(/EROFS|EACCES|EPERM/),
      'the terminal': 'ENXIO',
      ...{ 'a set-user program': 'nothing', environments: 'nothing', commands: 'nothing' },
      ...{ threads: 'done', 'a program': 'started', 'a socket of its own': 'made' },
    }
    const rootOf = (ran: Ran) => factsOf(ran)['root of 1']
    for (const ran of [plain, warm]) {
      expect(factsOf(ran)).toMatchObject(expected)
      expect([[], 'done', 'EACCES', 'EPERM', 'ENOENT']).toContainEqual(rootOf(ran))
    }
  })
})

describe('the filter of system calls', () => {
  it.each(['x64', 'arm64', 'riscv64'])('of %s is a program that the kernel takes', (processor) => {
    const filter = systemCallFilter(processor, { mayNest: false }) ?? Buffer.alloc(0)
    const last = filter.length / 8 - 1

    expect(last).toBeGreaterThan(30)
    for (let at = 0; at <= last; at += 1) {
      const jumps = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)]
      // Forward, and never out of it; the last word is an answer.
      for (const jump of jumps)
        expect(at + 1 + jump).toBeLessThanOrEqual(last + (at === last ? 1 : 0))
    }
    expect(filter.readUInt16LE(last * 8)).toBe(0x06)
  })

  it('is not made for a processor whose calls are not known', () => {
    expect(systemCallFilter('mips', { mayNest: false })).toBeUndefined()
  })
})
