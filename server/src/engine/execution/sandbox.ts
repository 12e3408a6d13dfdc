import { spawn } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'

export interface SandboxOptions {
  /** What no program may read, see `hiddenPaths`. Directories and files; links are followed. */
  readonly hiddenPaths?: readonly string[]
  /** What programs are told of, see `namedPaths`: shown also where it lies in a private folder. */
  readonly neededPaths?: readonly string[]
  /** The program itself; found on the PATH when it is only a name. */
  readonly bubblewrap?: string
}

export interface SandboxedRun {
  readonly folder: string
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
}

/** What `job.sandbox` came to on this machine. */
export interface SandboxState {
  readonly mode: 'auto' | 'off' | 'required'
  readonly active: boolean
  /** Why it is not active, and what to do about it. */
  readonly reason?: string
}

export type Sandbox = (run: SandboxedRun) => { file: string; args: string[] }

/** From where, to where; a `tmpfs` comes from nowhere. */
export type Mount =
  | readonly ['tmpfs', null, string]
  | readonly ['bind' | 'ro-bind' | 'ro-bind-try', string, string]

/**
 * Read-only system, private temporary folder, own process numbers, no view of the server's data and
 * of other jobs. `/run` is hidden because a socket on a read-only mount still answers, Docker's
 * among them. The temporary folder lies in the job folder (`tmp/`, made by the caller): on disk, not
 * in memory, and it counts against the job's limit.
 */
export function bubblewrap(options: SandboxOptions): Sandbox {
  const { bubblewrap = 'bwrap' } = options
  const mountsOf = privateMounts(options)
  return (run) => {
    const args = [
      ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
      ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
      ...(run.mayUseNetwork ? [] : ['--unshare-net']),
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...frozenProc],
      ...mountsOf(run).flatMap(([kind, from, to]) =>
        from === null ? [`--${kind}`, to] : [`--${kind}`, from, to],
      ),
      ...['--chdir', run.workingFolder, '--'],
    ]
    return { file: bubblewrap, args }
  }
}

/** What lies above the read-only system, in this order. */
export function privateMounts({ hiddenPaths = [], neededPaths = [] }: SandboxOptions) {
  const hiddenNow = remembered(() => existing(hiddenPaths))
  const neededNow = remembered(() => neededPaths.flatMap(inPrivate))
  return ({ folder, workingFolder }: Omit<SandboxedRun, 'mayUseNetwork'>): Mount[] => {
    const input = join(folder, 'input')
    const temporary = join(folder, 'tmp')
    const programs = realPath(workingFolder) ?? workingFolder
    const otherJobs = realPath(dirname(folder)) ?? dirname(folder)
    const hidden = [...hiddenNow(), { path: otherJobs, isDirectory: true }]
    const needed = neededNow().filter(
      (path) => !hidden.some((one) => one.path === path) && !isCovered({ path }, hidden),
    )
    const isUnseen = ({ path }: Hidden) =>
      isPrivate({ path }) && !needed.some((shown) => isInside(path, shown))
    return [
      ['bind', temporary, '/tmp'],
      ['bind', temporary, '/var/tmp'],
      ['tmpfs', null, '/run'],
      // Where name resolution is configured on a systemd machine: /etc/resolv.conf points there.
      ['ro-bind-try', resolverFolder, resolverFolder],
      ...needed.map((path): Mount => ['ro-bind', path, path]),
      ...hidden.filter((one) => !isCovered(one, hidden) && !isUnseen(one)).map(hide),
      hide({ path: otherJobs, isDirectory: true }),
      // The programs may lie inside of what is hidden, or the hidden inside of their folder.
      ['ro-bind', programs, programs],
      ...linkInHidden(workingFolder, programs, hidden),
      ...hidden.filter(({ path }) => isInside(path, programs)).map(hide),
      ['bind', folder, folder],
      ['ro-bind', input, input],
    ]
  }
}

const resolverFolder = '/run/systemd/resolve'

/** Whose programs run as the user that owns the kernel's settings. */
export const isUserZero = process.getuid?.() === 0

/**
 * The kernel's settings in `/proc/sys` belong to user 0, who needs no capability to write them. Only
 * bubblewrap of root runs programs as that user.
 */
const frozenProc = isUserZero ? ['--remount-ro', '/proc'] : []

interface Hidden {
  /** Without symbolic links: a mount on a link would be a mount on something else. */
  readonly path: string
  readonly isDirectory: boolean
}

/** Those that exist, by their real paths; a link to a hidden file then leads to what hides it. */
function existing(paths: readonly string[]): Hidden[] {
  const found = new Map<string, Hidden>()
  for (const given of paths) {
    const path = realPath(given)
    const info = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
    if (path === undefined || path === '/' || !info) continue
    found.set(path, { path, isDirectory: info.isDirectory() })
  }
  return [...found.values()]
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Looked up again after a second: a mounted secret that is renewed gets a new real path. */
function remembered<T>(look: () => T, keepMs = 1000): () => T {
  let known: { value: T; until: number } | undefined
  return () => {
    const now = performance.now()
    if (known === undefined || known.until < now) known = { value: look(), until: now + keepMs }
    return known.value
  }
}

const isInside = (path: string, folder: string) =>
  path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const isCovered = ({ path }: Pick<Hidden, 'path'>, all: readonly Hidden[]) =>
  all.some((other) => other.isDirectory && isInside(path, other.path))

/** There the program sees folders of its own already. */
const isPrivate = ({ path }: Pick<Hidden, 'path'>) =>
  ['/run', '/tmp', '/var/tmp'].some((folder) => isInside(path, folder))

/**
 * The real path of what is needed, if it lies there; else it is seen anyway. The programs of a virtual
 * environment need all of it. What a program itself names, in its first line, is not asked.
 */
function inPrivate(given: string): string[] {
  const above = dirname(given)
  const path = realPath(existsSync(join(above, 'pyvenv.cfg')) ? above : given)
  return path !== undefined && isPrivate({ path }) ? [path] : []
}

const hide = ({ path, isDirectory }: Hidden): Mount =>
  isDirectory ? ['tmpfs', null, path] : ['ro-bind', '/dev/null', path]

/** The catalogue may be reached by a link that lies in a hidden folder, where it would be missing. */
function linkInHidden(given: string, programs: string, hidden: readonly Hidden[]): Mount[] {
  const link = join(realPath(dirname(given)) ?? dirname(given), basename(given))
  const isHidden = link !== programs && isCovered({ path: link }, hidden)
  return isHidden ? [['ro-bind', programs, link]] : []
}

/** For whoever runs the server: what to install or to allow. */
export function sandboxRemedy(reason: string): string {
  if (process.platform !== 'linux') return 'run the server on Linux, or its programs in containers'
  if (reason.includes('not installed')) return 'install bubblewrap (apt, dnf, apk: bubblewrap)'
  return (
    'allow the user of the server to create user namespaces (sysctl ' +
    'kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), or start ' +
    'its container with a seccomp and AppArmor profile that allows them'
  )
}

/**
 * Why it does not work here, if so. Many containers forbid the needed calls even to root; only an
 * attempt tells.
 */
export async function testSandbox(sandbox: Sandbox): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'bubblewrap exists only on Linux'
  const root = await mkdtemp(join(tmpdir(), 'sandbox-test-'))
  try {
    const folder = join(root, 'job')
    await mkdir(join(folder, 'input'), { recursive: true })
    await mkdir(join(folder, 'tmp'))
    return await tryIn(sandbox, folder)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

function tryIn(sandbox: Sandbox, folder: string): Promise<string | undefined> {
  const run = sandbox({ folder, workingFolder: '/usr', mayUseNetwork: false })
  return tryProgram(run.file, [...run.args, '/bin/sh', '-c', 'exit 0'])
}

/** Why no program can be started, if so: no process numbers, no memory, no such call. */
export const testProgram = (): Promise<string | undefined> =>
  process.platform === 'win32'
    ? tryProgram(process.execPath, ['--version'])
    : tryProgram('/bin/sh', ['-c', 'exit 0'])

function tryProgram(file: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    let printed = ''
    const child = spawn(file, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // `timeout` would keep this process alive for as long if there is no such file.
      signal: AbortSignal.timeout(10_000),
      killSignal: 'SIGKILL',
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-1000)
    })
    child.on('error', (error: NodeJS.ErrnoException) => resolve(reasonOf(file, error)))
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : printed.trim() || `${file} ended with code ${code}`),
    )
  })
}

function reasonOf(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `${file} is not installed`
  return code === 'ABORT_ERR' ? `${file} did not end within 10 s` : message
}
