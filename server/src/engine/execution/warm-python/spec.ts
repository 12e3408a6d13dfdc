import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  isUserZero,
  type Mount,
  privateMounts,
  type Sandbox,
  type SandboxOptions,
} from '../sandbox.ts'

/** What a zygote is: equal jobs share one. */
export interface ZygoteSpec {
  readonly key: string
  readonly script: string
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
  /** Where the folders of all jobs are. */
  readonly jobsFolder: string
  /** Sandbox and interpreter; `zygoteFolder` stands for its own folder. */
  readonly command: readonly string[]
  /** Of each of its jobs; `@job` stands for the folder of the job. */
  readonly mounts: readonly Mount[]
  readonly frozenProc: boolean
}

export interface WarmRun {
  readonly jobsFolder: string
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
  /** Jobs of two organizations never share one. */
  readonly organization: string
  readonly interpreter: readonly string[]
  readonly script: string
}

export const zygoteFolder = '@zygote'

/** Describes the zygote of a job: the sandbox that the job would get, with room for its own mounts. */
export function zygoteSpecs(sandbox: Sandbox, options: SandboxOptions) {
  const mountsOf = privateMounts(options)
  return (run: WarmRun): ZygoteSpec => {
    const { jobsFolder, workingFolder, mayUseNetwork, script } = run
    const mounts = jobMounts(mountsOf, jobsFolder, workingFolder)
    const identity = [run.organization, run.interpreter, script, mayUseNetwork, mounts]
    return {
      key: createHash('sha256').update(JSON.stringify(identity)).digest('hex'),
      ...{ script, workingFolder, mayUseNetwork, jobsFolder, mounts },
      command: [...sandboxCommand(sandbox, run), ...run.interpreter],
      frozenProc: isUserZero,
    }
  }
}

function jobMounts(
  mountsOf: ReturnType<typeof privateMounts>,
  jobsFolder: string,
  workingFolder: string,
): Mount[] {
  const folder = join(jobsFolder, '@job')
  const short = (path: string) =>
    path === folder || path.startsWith(`${folder}/`) ? `@job${path.slice(folder.length)}` : path
  return mountsOf({ folder, workingFolder }).flatMap<Mount>(([kind, from, to]) => {
    if (from === null) return [['tmpfs', null, to]]
    // A file that is hidden for the zygote is hidden for its jobs.
    if (from === '/dev/null') return []
    if (kind !== 'ro-bind-try') return [[kind, short(from), short(to)]]
    return existsSync(from) ? [['ro-bind', from, to]] : []
  })
}

/**
 * The zygote is a sandboxed program like any other, and has no more rights. Each job mounts its own
 * `/dev/shm` and `/dev/pts`; the rest of `/dev` is common to them and so is not written to.
 */
function sandboxCommand(sandbox: Sandbox, { jobsFolder, workingFolder, mayUseNetwork }: WarmRun) {
  const folder = join(jobsFolder, zygoteFolder)
  const { file, args } = sandbox({ folder, workingFolder, mayUseNetwork })
  const chdir = args.lastIndexOf('--chdir')
  const further = ['--remount-ro', '/dev', ...(isUserZero ? rightsToMount : [])]
  const inside = isUserZero ? visibleProc(file) : ownNumber
  return [file, ...args.slice(0, chdir), ...further, ...args.slice(chdir), ...inside]
}

/** Jobs have the process number 2, as in the plain sandbox; the zygote must have another one. */
const ownNumber = ['/bin/sh', '-c', '"$@"; exit $?', 'sh']

/**
 * bubblewrap of root covers parts of `/proc`, and where parts are covered the kernel refuses a new
 * `/proc` to the jobs. So another one is mounted above it, read-only; then all rights are dropped.
 */
const visibleProc = (bubblewrap: string) => [
  ...['/bin/sh', '-c'],
  'mount -t proc -o ro,nosuid,nodev,noexec proc /proc && exec "$@"',
  ...['sh', bubblewrap, '--die-with-parent', '--dev-bind', '/', '/', '--cap-drop', 'ALL', '--'],
]

const rightsToMount = ['--cap-add', 'CAP_SYS_ADMIN', '--cap-add', 'CAP_SETPCAP']
