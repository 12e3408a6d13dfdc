import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mount, privateFolders, type View, type ViewOptions, views } from './view.ts'
import { isInside } from './ways.ts'

export interface SandboxOptions extends ViewOptions {
  /** The program itself; found on the PATH when it is only a name. */
  readonly bubblewrap?: string
}

export interface SandboxedRun {
  readonly folder: string
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
  readonly command?: string | undefined
  /** As the first line of the program names it. */
  readonly interpreter?: string | undefined
}

/** What `job.sandbox` came to on this machine. */
export interface SandboxState {
  readonly mode: 'auto' | 'off' | 'required'
  readonly active: boolean
  /** Why it is not active, and what to do about it. */
  readonly reason?: string
}

export interface Sandbox {
  /** What comes before the words of the program. */
  command(run: SandboxedRun): { file: string; args: string[] }
  view(run: Omit<SandboxedRun, 'mayUseNetwork'>): View
}

/**
 * An empty root with what `shown-paths.ts` lists, read-only; a private temporary folder; own process
 * numbers. The temporary folder lies in the job folder (`tmp/`, made by the caller): on disk, not in
 * memory, and it counts against the job's limit.
 */
export function bubblewrap({ bubblewrap = 'bwrap', ...options }: SandboxOptions): Sandbox {
  const viewOf = views(options)
  const view: Sandbox['view'] = ({ folder, ...program }) =>
    viewOf({ ...program, jobsFolder: dirname(folder) })
  return {
    view,
    command(run) {
      const { folder } = run
      const { mounts, inPrivate } = view(run)
      const args = [
        ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
        ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
        ...(run.mayUseNetwork ? [] : ['--unshare-net']),
        ...['--dev', '/dev', '--proc', '/proc', ...frozenProc],
        ...[...mounts, ...ownMounts(folder), ...inPrivate, ...jobMounts(folder)].flatMap(words),
        ...['--remount-ro', '/', '--chdir', run.workingFolder, '--'],
      ]
      return { file: bubblewrap, args }
    },
  }
}

const words = ([kind, from, to]: Mount) =>
  from === null ? [`--${kind}`, to] : [`--${kind}`, from, to]

/** What is a job's own. `/run` is writable, as some programs expect. */
const ownMounts = (folder: string): Mount[] => [
  ['bind', join(folder, 'tmp'), '/tmp'],
  ['bind', join(folder, 'tmp'), '/var/tmp'],
  ['tmpfs', null, '/run'],
]

const jobMounts = (folder: string): Mount[] => [
  ['bind', folder, folder],
  ['ro-bind', join(folder, 'input'), join(folder, 'input')],
]

/** For a job that is forked from a process with the same view, which sees the neighboring jobs. */
export function forkMounts(folder: string, { inPrivate }: View): Mount[] {
  const jobs = dirname(folder)
  const isWritable = privateFolders.some((path) => isInside(jobs, path))
  return [
    ...ownMounts(folder),
    ...inPrivate,
    ['tmpfs', null, jobs],
    ...jobMounts(folder),
    ...(isWritable ? [] : [['remount-ro', null, jobs] as const]),
  ]
}

/** Whose programs run as the user that owns the kernel's settings. */
export const isUserZero = process.getuid?.() === 0

/**
 * The kernel's settings in `/proc/sys` belong to user 0, who needs no capability to write them. Only
 * bubblewrap of root runs programs as that user.
 */
const frozenProc = isUserZero ? ['--remount-ro', '/proc'] : []

/** For the operator: what to install or to allow. */
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
 * attempt shows.
 */
export async function testSandbox(sandbox: Sandbox): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'bubblewrap exists only on Linux'
  return tryOut(sandbox, ([file = '', ...args]) => tryProgram(file, args))
}

/** The words of a program that does nothing in it; its folder is gone afterwards. */
export async function tryOut<T>(
  sandbox: Sandbox,
  start: (words: readonly string[]) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'sandbox-test-'))
  try {
    const folder = join(root, 'job')
    await mkdir(join(folder, 'input'), { recursive: true })
    await mkdir(join(folder, 'tmp'))
    const run = sandbox.command({ folder, workingFolder: '/usr', mayUseNetwork: false })
    return await start([run.file, ...run.args, '/bin/sh', '-c', 'exit 0'])
  } finally {
    await rm(root, { recursive: true, force: true })
  }
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
      resolve(code === 0 ? undefined : printed.trim() || `${file} exited with code ${code}`),
    )
  })
}

function reasonOf(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `${file} is not installed`
  return code === 'ABORT_ERR' ? `${file} timed out after 10 s` : message
}
