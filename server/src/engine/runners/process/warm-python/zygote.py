"""A Python program that is started once and forked for every job.

It runs in the same sandbox as a job would, imports what the program imports, and then only forks. It
reads orders from a socket beside this file, one JSON document per line, and reports what became of them.
Whatever is not as expected ends it, and the launcher starts the program in the plain way.

Process 1 of a job makes the mounts, gives up all rights, closes all descriptors and waits; process 2 is
the program. Both numbers are those that the plain sandbox gives.
"""

import sys

AT_START = set(sys.modules)
# This folder, which Python puts there for a script, is none of the program's.
if not getattr(sys.flags, 'safe_path', False):
    sys.path.pop(0)

import ast
import ctypes
import errno
import gc
import io
import itertools
import json
import os
import selectors
import signal
import socket
import stat
import struct
import types
from importlib import machinery

HERE = os.path.dirname(os.path.abspath(__file__))

# ---- system calls ------------------------------------------------------------------------------

# PyDLL keeps the interpreter's lock: a child of `clone` must own it.
libc = ctypes.PyDLL(None, use_errno=True)
python = ctypes.pythonapi

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE, MS_RELATIME = 4096, 16384, 1 << 18, 1 << 21

PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 22, 24, 38, 47

# The order of its arguments differs on other machines.
SYS_CLONE = {'x86_64': 56, 'aarch64': 220, 'riscv64': 220}.get(os.uname().machine)
SYS_CAPSET = {'x86_64': 126}.get(os.uname().machine, 91)
SYS_PIDFD_OPEN = 434


def check(result, what):
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, '%s: %s' % (what, os.strerror(number)))
    return result


def mount(source, target, kind, flags, data=None):
    words = [None if word is None else os.fsencode(word) for word in (source, target, kind, data)]
    source, target, kind, data = words
    result = libc.mount(source, target, kind, ctypes.c_ulong(flags), data)
    check(result, 'mount on %s' % os.fsdecode(target))


def in_new_namespaces(flags):
    """`fork` that also makes name spaces: with `unshare` it would take one process more."""
    python.PyOS_BeforeFork()
    pid = libc.syscall(
        ctypes.c_long(SYS_CLONE),
        ctypes.c_ulong(flags | signal.SIGCHLD),
        *(ctypes.c_void_p(0) for _ in range(4)),
    )
    number = ctypes.get_errno()
    # In the child as well: it runs nothing of the program, and forks the one that does.
    python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, 'clone: %s' % os.strerror(number))
    return pid


def give_up_rights():
    """All capabilities, for good."""
    number = 0
    while libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0) == 0:
        number += 1
    if ctypes.get_errno() != errno.EINVAL or number < 30:
        raise OSError('the bounding set cannot be emptied')
    # PR_CAP_AMBIENT_CLEAR_ALL; a kernel that has no such set has nothing to clear.
    libc.prctl(PR_CAP_AMBIENT, ctypes.c_ulong(4), 0, 0, 0)
    header = struct.pack('Ii', 0x20080522, 0)
    check(libc.syscall(ctypes.c_long(SYS_CAPSET), header, bytes(24)), 'capset')
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), 0, 0, 0), 'no_new_privs')


def filter_calls(text):
    """For good, here and in all that follows; nothing where the launcher knows no filter."""
    program = bytes.fromhex(text)
    if not program:
        return
    instructions = ctypes.create_string_buffer(program, len(program))
    header = struct.pack('HxxxxxxP', len(program) // 8, ctypes.addressof(instructions))
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), 0, 0, 0), 'no_new_privs')
    check(libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), header, 0, 0), 'seccomp')


def raise_loopback():
    device = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40
    request = struct.pack('16sH14x', b'lo', IFF_UP | IFF_RUNNING)
    check(libc.ioctl(device.fileno(), ctypes.c_ulong(SIOCSIFFLAGS), request), 'loopback')
    device.close()


def open_descriptors():
    names = os.listdir('/proc/self/fd')
    # The list has been read through one that is closed again.
    return {int(name) for name in names if os.path.lexists('/proc/self/fd/' + name)}


def close_all_but(kept):
    for number in open_descriptors():
        if number not in kept:
            os.close(number)


# ---- what the program imports ------------------------------------------------------------------


def is_plain_name(target):
    if isinstance(target, ast.Tuple):
        return all(is_plain_name(part) for part in target.elts)
    return isinstance(target, ast.Name)


def changes_nothing(node):
    """Whether a later import cannot depend on this statement."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return all(is_plain_name(target) for target in node.targets)
    if isinstance(node, ast.AnnAssign):
        return is_plain_name(node.target)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return not node.decorator_list
    return isinstance(node, ast.Pass)


def imports_of(tree):
    """Modules and names that it imports, up to the first statement that could change an import."""
    for node in tree.body:
        inner = node.body if isinstance(node, ast.Try) else [node]
        for one in inner:
            if isinstance(one, ast.Import):
                for alias in one.names:
                    yield alias.name, []
            elif isinstance(one, ast.ImportFrom):
                if one.level == 0 and one.module != '__future__':
                    yield one.module, [alias.name for alias in one.names]
            elif not changes_nothing(one):
                return


class Program:
    """The script, and what it would import from outside of its own folder. Nothing of it is executed."""

    def __init__(self, path):
        self.path = path
        self.folder = os.path.dirname(os.path.realpath(path))
        self.parsed = set()
        self.wanted = []
        with open(path, 'rb') as file:
            text = file.read()
        self.code = compile(text, path, 'exec', dont_inherit=True)
        self.read(text)

    def read(self, text):
        for module, names in imports_of(ast.parse(text)):
            own = self.own_file(module.split('.')[0])
            if own is None:
                self.wanted.append((module, names))
            elif own.endswith('.py') and own not in self.parsed:
                self.parsed.add(own)
                try:
                    with open(own, 'rb') as file:
                        self.read(file.read())
                except (OSError, SyntaxError, ValueError):
                    # The job itself meets it, and says so.
                    return

    def own_file(self, name):
        package = os.path.join(self.folder, name, '__init__.py')
        if os.path.exists(package):
            return package
        for ending in machinery.all_suffixes():
            path = os.path.join(self.folder, name + ending)
            if os.path.exists(path):
                return path
        return None

    def preload(self):
        for module, names in self.wanted:
            try:
                __import__(module, fromlist=[name for name in names if name != '*'])
            except BaseException:
                # The job meets the same at the same place. What follows may depend on it.
                return

    def shadowed(self):
        """Modules of its own that have the name of one that is loaded here and not in a plain start."""
        loaded = {name.split('.')[0] for name in set(sys.modules) - AT_START} - {'__main__'}
        return sorted(name for name in loaded if self.own_file(name) is not None)


class Unsuitable(Exception):
    """This program is better started in the plain way."""


def load(path):
    """Imports, and makes sure that it left nothing behind that a plain start would not have."""
    if sys.flags.no_site or sys.flags.inspect or sys.flags.interactive:
        raise Unsuitable('the interpreter is started with options')
    try:
        program = Program(path)
    except (OSError, SyntaxError, ValueError, RecursionError) as error:
        raise Unsuitable('the script cannot be compiled: %s' % type(error).__name__)
    before = open_descriptors()
    printed = os.memfd_create('printed')
    saved = [os.dup(number) for number in (1, 2)]
    for number in (1, 2):
        os.dup2(printed, number)
    try:
        program.preload()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        for number, old in zip((1, 2), saved):
            os.dup2(old, number)
            os.close(old)
    has_printed = os.fstat(printed).st_size > 0
    os.close(printed)
    if has_printed:
        raise Unsuitable('its modules print when they are imported')
    if len(os.listdir('/proc/self/task')) > 1:
        raise Unsuitable('its modules start threads when they are imported')
    if open_descriptors() != before:
        raise Unsuitable('its modules open files when they are imported')
    try:
        os.waitpid(-1, os.WNOHANG)
        raise Unsuitable('its modules start programs when they are imported')
    except ChildProcessError:
        pass
    shadowed = program.shadowed()
    if shadowed:
        raise Unsuitable('it has a module of its own named %s' % shadowed[0])
    return program


def loaded_files(program):
    """A change of one of them makes this process stale; a folder changes when something is installed."""
    files = {program.path, sys.executable, os.path.realpath(sys.executable)}
    files.update(program.parsed)
    files.update(path for path in sys.path if path)
    for name in set(sys.modules) - AT_START:
        origin = getattr(sys.modules[name], '__file__', None)
        if isinstance(origin, str):
            files.add(origin)
    return sorted(files)


# ---- process 1 of a job ------------------------------------------------------------------------


def bind(source, target, is_read_only):
    """`source` is an open descriptor: what it stands for may be covered by now."""
    mount('/proc/self/fd/%d' % source, target, None, MS_BIND | MS_REC)
    if not is_read_only:
        return
    # Flags that the sandbox has set are locked; leaving one out would be refused.
    flags = os.statvfs(target).f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC)
    mount(None, target, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_RELATIME | flags)


def make_mount_point(path, source):
    os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
    if stat.S_ISDIR(os.fstat(source).st_mode):
        os.makedirs(path, 0o755, exist_ok=True)
    elif not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY | os.O_CLOEXEC, 0o444))


def open_source(path):
    return os.open(path, os.O_PATH | os.O_CLOEXEC)


def make_view(setup, job):
    """The same mounts as the plain sandbox makes, each new for this job."""
    mount(None, '/', None, MS_REC | MS_PRIVATE)
    quiet = MS_NOSUID | MS_NODEV
    own = os.path.join(setup['folder'], job['name'])
    mounts = [
        (kind, source and source.replace('@job', own), target.replace('@job', job['at']))
        for kind, source, target in setup['mounts']
    ]
    # Opened now: some will be covered by the time they are used.
    bound = [source for kind, source, _ in mounts if kind in ('bind', 'ro-bind')]
    sources = {source: open_source(source) for source in bound}
    for kind, source, target in mounts:
        if kind in ('tmpfs', 'dir'):
            os.makedirs(target, 0o755, exist_ok=True)
        if kind == 'tmpfs':
            mount('tmpfs', target, 'tmpfs', quiet, 'mode=0755')
        elif kind == 'symlink':
            os.makedirs(os.path.dirname(target), 0o755, exist_ok=True)
            if not os.path.lexists(target):
                os.symlink(source, target)
        elif kind == 'remount-ro':
            mount(None, target, None, MS_BIND | MS_REMOUNT | MS_RDONLY | quiet)
        elif kind != 'dir':
            make_mount_point(target, sources[source])
            bind(sources[source], target, kind == 'ro-bind')
    mount('tmpfs', '/dev/shm', 'tmpfs', quiet, 'mode=0755')
    terminals = 'newinstance,ptmxmode=0666,mode=620'
    mount('devpts', '/dev/pts', 'devpts', MS_NOSUID | MS_NOEXEC, terminals)
    frozen = MS_RDONLY if setup['frozenProc'] else 0
    mount('proc', '/proc', 'proc', quiet | MS_NOEXEC | frozen)


def find_mark(name):
    """Where the kernel shows the mark of this process to others."""
    with open('/proc/self/stat', 'rb') as file:
        fields = file.read().rpartition(b')')[2].split()
    start, end = int(fields[47]), int(fields[48])
    if start == 0:
        return None
    at = ctypes.string_at(start, end - start).find(name.encode() + b'=')
    if at < 0:
        return None
    at += start + len(name) + 1
    return at, len(ctypes.string_at(at))


def show_mark(place, mark):
    if place is not None and len(mark) <= place[1]:
        ctypes.memmove(place[0], mark.encode().ljust(place[1], b'\0'), place[1])


def be_first(setup, program, place, job, streams, status_writer):
    os.setsid()
    show_mark(place, job['mark'])
    make_view(setup, job)
    if not setup['mayUseNetwork']:
        raise_loopback()
    os.chdir(setup['workingFolder'])
    give_up_rights()
    filter_calls(setup['jobFilter'])
    if job.get('isTest'):
        os.write(status_writer, b'k')
        os._exit(0)
    stdin = os.open(os.path.join(job['at'], job['stdin']), os.O_RDONLY | os.O_CLOEXEC)
    os.write(status_writer, b'k')
    os.close(status_writer)
    ready, closing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(closing)
        be_program(setup, program, job, (stdin,) + streams, ready)
    close_all_but((closing,))
    os.close(closing)
    # Whatever a module had asked for: the first process ignores what it does not handle.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    while True:
        ended, status = os.wait()
        # With this process everybody else here ends, too.
        if ended == pid:
            os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


# ---- process 2, the program --------------------------------------------------------------------


def be_program(setup, program, job, streams, ready):
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        close_all_but((0, 1, 2, ready))
        renew_input()
        os.environ.update(job['variables'])
        renew_random()
        prepare_main(program, job['at'])
        # Until process 1 holds nothing that the program could find there.
        os.read(ready, 1)
        os.close(ready)
    except BaseException as error:
        os.write(2, ('the program could not be prepared: %r\n' % (error,)).encode())
        os._exit(126)
    os._exit(run_to_end(program))


def renew_input():
    """As Python makes it for a file; the old one knows another."""
    old = sys.stdin
    buffer = open(0, 'rb', closefd=False)
    stream = io.TextIOWrapper(buffer, old.encoding, old.errors, newline='\n')
    stream.mode = 'r'
    buffer.raw.name = '<stdin>'
    sys.stdin = sys.__stdin__ = stream


def renew_random():
    """`random` and OpenSSL see to it themselves."""
    numpy = sys.modules.get('numpy.random')
    if numpy is not None:
        numpy.seed()


def prepare_main(program, folder):
    main = types.ModuleType('__main__')
    main.__file__ = program.path
    main.__loader__ = machinery.SourceFileLoader('__main__', program.path)
    main.__builtins__ = sys.modules['builtins']
    main.__annotations__ = {}
    if sys.version_info < (3, 15):
        main.__cached__ = None
    sys.modules['__main__'] = main
    sys.argv = [program.path, folder]
    if hasattr(sys, 'orig_argv'):
        sys.orig_argv = [sys.orig_argv[0], program.path, folder]
    if not getattr(sys.flags, 'safe_path', False):
        sys.path.insert(0, program.folder)


def run_to_end(program):
    known = len(sys.modules)
    code = run_code(program)
    if 'threading' in sys.modules:
        sys.modules['threading']._shutdown()
    try:
        import atexit

        atexit._run_exitfuncs()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    code = flush_streams(code)
    # What the program still holds is let go, so that open files are written. The modules that were
    # there before are not even looked at: every page of theirs would have to be copied.
    added = list(itertools.islice(reversed(sys.modules), max(0, len(sys.modules) - known)))
    for name in [*added, '__main__']:
        sys.modules.pop(name, None)
    gc.collect()
    return flush_streams(code)


def run_code(program):
    main = sys.modules['__main__'].__dict__
    try:
        exec(program.code, main)
        return 0
    except SystemExit as error:
        value = error.code
        if value is None:
            return 0
        if isinstance(value, int):
            return value & 0xFF
        sys.stdout.flush()
        print(value, file=sys.stderr)
        return 1
    except BaseException as error:
        # Without the line above that called it.
        trace = error.__traceback__.tb_next
        sys.last_type, sys.last_value, sys.last_traceback = type(error), error, trace
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        if not isinstance(error, KeyboardInterrupt):
            return 1
    flush_streams(0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
    return 130


def flush_streams(code):
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except Exception:
            # As Python does when its last words cannot be written.
            code = 120
    return code


# ---- the process that forks --------------------------------------------------------------------


class Control:
    """The connection to the launcher."""

    def __init__(self):
        # The path itself may be longer than an address may be.
        self.folder = os.open(HERE, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self.socket = self.connect('control')
        self.rest = b''

    def connect(self, words):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect('/proc/self/fd/%d/s' % self.folder)
        connection.sendall(words.encode() + b'\n')
        return connection

    def report(self, **event):
        self.socket.sendall(json.dumps(event).encode() + b'\n')

    def read(self):
        """The orders that have come; nothing more ever comes after an empty read."""
        chunk = self.socket.recv(65536)
        if not chunk:
            os._exit(0)
        *lines, self.rest = (self.rest + chunk).split(b'\n')
        return [json.loads(line) for line in lines]


def own_user_namespace(setup, control):
    """Rights over mounts of its own; those that the sandbox made are locked in there."""
    user, group = os.geteuid(), os.getegid()
    check(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS), 'unshare')
    if setup['frozenProc']:
        # It is read-only here, and user 0 may be mapped only from outside.
        control.report(event='unshared', pid=os.getpid())
        if control.read() != [{'mapped': True}]:
            raise OSError('the users could not be mapped')
    else:
        for name, text in (
            ('setgroups', 'deny'),
            ('uid_map', '%d %d 1' % (user, user)),
            ('gid_map', '%d %d 1' % (group, group)),
        ):
            with open('/proc/self/' + name, 'w') as file:
                file.write(text)


class Forker:
    def __init__(self, setup, control, program):
        self.setup, self.control, self.program = setup, control, program
        self.place = find_mark(setup['markName'])
        self.flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
        if not setup['mayUseNetwork']:
            self.flags |= CLONE_NEWNET
        self.selector = selectors.DefaultSelector()
        # Jobs whose start was not heard of yet.
        self.starting = {}

    def start(self, job):
        streams = tuple(self.control.connect('%d %s' % (job['id'], name)) for name in ('out', 'err'))
        status_reader, status_writer = os.pipe()
        try:
            pid = in_new_namespaces(self.flags)
        except OSError as error:
            self.control.report(event='failed', id=job['id'], reason=str(error))
            return
        if pid == 0:
            self.child(job, tuple(stream.fileno() for stream in streams), status_writer)
        for stream in streams:
            stream.close()
        os.close(status_writer)
        handle = check(libc.syscall(ctypes.c_long(SYS_PIDFD_OPEN), pid, 0), 'pidfd_open')
        self.starting[pid] = status_reader
        self.selector.register(status_reader, selectors.EVENT_READ, lambda: self.hear(job['id'], pid))
        self.selector.register(handle, selectors.EVENT_READ, lambda: self.end(handle, job['id'], pid))

    def child(self, job, streams, status_writer):
        try:
            be_first(self.setup, self.program, self.place, job, streams, status_writer)
        except BaseException as error:
            try:
                os.write(status_writer, str(error).encode()[:500])
            except OSError:
                pass
            os._exit(125)

    def hear(self, number, pid):
        status_reader = self.starting.pop(pid, None)
        if status_reader is None:
            return
        text = os.read(status_reader, 1000)
        self.selector.unregister(status_reader)
        os.close(status_reader)
        if text == b'k':
            self.control.report(event='started', id=number, pid=pid)
        else:
            reason = text.decode('utf-8', 'replace') or 'it ended at once'
            self.control.report(event='failed', id=number, reason=reason)

    def end(self, handle, number, pid):
        self.hear(number, pid)
        self.selector.unregister(handle)
        os.close(handle)
        _, status = os.waitpid(pid, 0)
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
        self.control.report(event='ended', id=number, status=code)

    def take_orders(self):
        for job in self.control.read():
            self.start(job)

    def serve(self):
        self.selector.register(self.control.socket, selectors.EVENT_READ, self.take_orders)
        while True:
            for key, _ in self.selector.select():
                key.data()


def main():
    with open(os.path.join(HERE, 'setup.json')) as file:
        setup = json.load(file)
    control = Control()
    try:
        if SYS_CLONE is None:
            raise OSError('not for this kind of processor')
        # A job has the number 2. OpenSSL knows by the number that it must renew its random numbers.
        if os.getpid() <= 2:
            raise OSError('it has the process number of a job')
        # What it imports has no more rights than a job.
        filter_calls(setup['ownFilter'])
        program = load(setup['script'])
        own_user_namespace(setup, control)
        forker = Forker(setup, control, program)
        gc.collect()
        gc.freeze()
    except Unsuitable as error:
        control.report(event='unsuitable', reason=str(error))
        return
    except OSError as error:
        control.report(event='broken', reason=str(error))
        return
    control.report(event='loaded', pid=os.getpid(), files=loaded_files(program))
    forker.serve()


main()
