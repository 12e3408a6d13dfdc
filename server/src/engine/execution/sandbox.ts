import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'

export interface SandboxOptions {
  /** What no program may read: data folder, settings file. Directories and files. */
  readonly hiddenPaths?: readonly string[]
  /** The program itself; found on the PATH when it is only a name. */
  readonly bubblewrap?: string
}

export interface SandboxedRun {
  readonly folder: string
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
}

export type Sandbox = (run: SandboxedRun) => { file: string; args: string[] }

/**
 * Read-only system, private temporary folder, own process numbers, no view of the server's data and
 * of other jobs. `/run` is hidden because a socket on a read-only mount still answers, Docker's
 * among them. The temporary folder lies in the job folder (`tmp/`, made by the caller): on disk, not
 * in memory, and it counts against the job's limit.
 */
export function bubblewrap({ hiddenPaths = [], bubblewrap = 'bwrap' }: SandboxOptions): Sandbox {
  return ({ folder, workingFolder, mayUseNetwork }) => {
    const input = join(folder, 'input')
    const temporary = join(folder, 'tmp')
    const hidden = [...hiddenPaths, dirname(folder)]
    const args = [
      ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
      ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
      ...(mayUseNetwork ? [] : ['--unshare-net']),
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...['--bind', temporary, '/tmp', '--bind', temporary, '/var/tmp', '--tmpfs', '/run'],
      // Where name resolution is configured on a systemd machine: /etc/resolv.conf points there.
      ...['--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve'],
      ...hidden.flatMap(hide),
      // The programs may lie inside of what is hidden, or the hidden inside of their folder.
      ...['--ro-bind', workingFolder, workingFolder],
      ...hidden.filter((path) => isInside(path, workingFolder)).flatMap(hide),
      ...['--bind', folder, folder, '--ro-bind', input, input],
      ...['--chdir', workingFolder, '--'],
    ]
    return { file: bubblewrap, args }
  }
}

const isInside = (path: string, folder: string) =>
  path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

function hide(path: string): string[] {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return []
  return info.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
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
  return new Promise((resolve) => {
    let printed = ''
    const child = spawn(run.file, [...run.args, '/bin/sh', '-c', 'exit 0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 10_000,
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-1000)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'bwrap is not installed' : error.message),
    )
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : printed.trim() || `bwrap ended with code ${code}`),
    )
  })
}
