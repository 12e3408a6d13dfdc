import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { forkMounts, isUserZero, type Sandbox } from '../../sandbox/sandbox.ts'
import type { Mount } from '../../sandbox/view.ts'

/** What a zygote is: equal jobs share one. */
export interface ZygoteSpec {
  readonly key: string
  /** What it sees; one that sees something else takes no more jobs. */
  readonly view: string
  readonly script: string
  readonly workingFolder: string
  readonly mayUseNetwork: boolean
  /** Where the folders of all jobs are. */
  readonly jobsFolder: string
  /** Sandbox and interpreter; `zygoteFolder` is a placeholder for its folder. */
  readonly command: readonly string[]
  /** For each of its jobs; `@job` is a placeholder for the folder of the job. */
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
  /** As the first line of the script names it. */
  readonly namedInterpreter: string | undefined
  readonly script: string
}

export const zygoteFolder = '@zygote'

/** Describes the zygote of a job: the sandbox that the job would get, with room for its own mounts. */
export const zygoteSpecs =
  (sandbox: Sandbox) =>
  (run: WarmRun): ZygoteSpec => {
    const { jobsFolder, workingFolder, mayUseNetwork, script } = run
    const view = sandbox.view({ ...viewedRun(run), folder: join(jobsFolder, '@job') })
    const mounts = forkMounts(join(jobsFolder, '@job'), view).map((mount) =>
      short(mount, jobsFolder),
    )
    const identity = [run.organization, run.interpreter, script, mayUseNetwork, workingFolder]
    return {
      key: hash(JSON.stringify(identity)),
      view: hash(JSON.stringify([view.stamp, view.mounts, mounts])),
      ...{ script, workingFolder, mayUseNetwork, jobsFolder, mounts },
      command: [...sandboxCommand(sandbox, run), ...run.interpreter],
      frozenProc: isUserZero,
    }
  }

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const viewedRun = ({ workingFolder, script, namedInterpreter }: WarmRun) => ({
  workingFolder,
  command: script,
  interpreter: namedInterpreter,
})

function short([kind, from, to]: Mount, jobsFolder: string): Mount {
  const job = join(jobsFolder, '@job')
  const cut = (path: string) =>
    path === job || path.startsWith(`${job}/`) ? `@job${path.slice(job.length)}` : path
  return [kind, from === null ? null : cut(from), cut(to)] as Mount
}

/**
 * The zygote is a sandboxed program like any other, and has no more rights. Each job mounts its own
 * `/dev/shm` and `/dev/pts`; the rest of `/dev` is common to them and so is not written to.
 */
function sandboxCommand(sandbox: Sandbox, run: WarmRun) {
  const folder = join(run.jobsFolder, zygoteFolder)
  const { mayUseNetwork } = run
  const { file, args } = sandbox.command({ ...viewedRun(run), folder, mayUseNetwork })
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
