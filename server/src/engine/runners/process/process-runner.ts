import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { startDeadline } from '../deadline.ts'
import { programEnvironment } from '../environment.ts'
import { machine } from '../machine.ts'
import { killTrees, startOf } from '../process-tree.ts'
import { programFinder } from '../program.ts'
import type { ProgramLimits } from '../program-limits.ts'
import { CannotRun, type Runner } from '../runner.ts'
import {
  bubblewrap,
  type Sandbox,
  type SandboxState,
  sandboxRemedy,
  testProgram,
  testSandbox,
} from '../sandbox/sandbox.ts'
import { conflictText, missingText, type ServerFile } from '../sandbox/view.ts'
import type { WarmPythonState } from '../warm-state.ts'
import { testFilter } from './filter-file.ts'
import { useLauncher } from './launcher-client.ts'
import { usualPolicy, type WarmPolicy } from './warm-python/pool.ts'
import { warmPython } from './warm-python/warm-python.ts'

export interface ProcessRunnerOptions extends ProgramLimits {
  /** The server's own; what a program sees is chosen from it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Further names to pass on. */
  readonly passEnvironment?: readonly string[]
  /** Between the request to end and the kill. */
  readonly graceMs?: number
  readonly sandbox?: SandboxState['mode']
  /** What a sandboxed program sees in addition to the usual. */
  readonly sandboxPaths?: readonly string[]
  /** What must not lie in a folder that a sandboxed program sees. */
  readonly serverFiles?: readonly ServerFile[]
  /** Folders of programs that are known before the first job. */
  readonly catalogueFolders?: readonly string[]
  readonly log?: (line: string) => void
  /** For what an operator should know. */
  readonly warn?: (line: string) => void
  readonly lookEveryMs?: number
  /** Tells the programs of one installation from those of another on the same machine. */
  readonly instance?: string
  readonly launcherUrl?: URL | undefined
  /** Whether Python programs that are used often are forked from a process that has loaded them. */
  readonly warmPython?: 'auto' | 'off'
  readonly warmPolicy?: Partial<WarmPolicy>
}

export interface ProcessRunner extends Runner {
  readonly sandbox: SandboxState
  warmPython(): WarmPythonState
  endLeftovers(): number
  stop(): Promise<void>
}

/** Rejects when a sandbox is required and none works here, or when it would show what it must not. */
export async function createProcessRunner(options: ProcessRunnerOptions): Promise<ProcessRunner> {
  const { memoryBytes, maxProcesses, outputBytes, instance = '', log } = options
  const environment = programEnvironment(options.environment, options.passEnvironment)
  const { sandbox, state } = await chooseSandbox(options, environment)
  if (sandbox) refuseToShow(sandbox, options.catalogueFolders ?? [])
  const isFiltered = sandbox !== undefined && (await testFilter(sandbox))
  if (sandbox && !isFiltered) log?.('sandbox has no system call filter (seccomp)')
  let isJustTested = sandbox !== undefined
  const find = programFinder()
  const warm = warmPython(options, sandbox)
  const launcher = useLauncher({
    mark: markOf(instance),
    environment,
    limits: {
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      ...(maxProcesses === undefined ? {} : { maxProcesses }),
      ...(outputBytes === undefined ? {} : { outputBytes }),
    },
    graceMs: options.graceMs ?? 2000,
    lookEveryMs: options.lookEveryMs ?? 1000,
    launcherUrl: options.launcherUrl,
    warmPolicy: { ...usualPolicy, ...options.warmPolicy },
    isFiltered,
    onWarmState: warm.hear,
    ...(log ? { log } : {}),
  })

  return {
    name: 'process',
    sandbox: state,
    warmPython: warm.state,
    async test() {
      // The engine's first check is at its start: that sandbox was tried a moment ago.
      if (isJustTested) {
        isJustTested = false
        return undefined
      }
      return sandbox ? testSandbox(sandbox) : testProgram()
    },
    accepts: (worker) => worker.command !== null,
    async run({ folder, worker, organization, mayUseNetwork, timeoutMs, signal }) {
      if (worker.command === null) throw new Error(`${worker.name} defines no command`)
      if (!mayUseNetwork && !sandbox) throw new CannotRun(noNetworkMessage)
      const workingFolder = worker.workingFolder ?? dirname(dirname(worker.command))
      const program = await find(worker.command)
      const viewed = { workingFolder, command: worker.command, interpreter: program.interpreter }
      if (sandbox) checkView(sandbox, { ...viewed, folder: folder.path }, options.warn)
      const newFolder = folder.handOver()
      if (!newFolder) await folder.make()
      if (signal.aborted) return { exitCode: null, tail: '' }
      const { path, hasCertificates } = folder
      const inside = [program.file, ...program.args, path]
      const outer = sandbox?.command({ ...viewed, folder: path, mayUseNetwork })
      const zygote = warm.zygoteOf({
        ...{ folder, workingFolder, mayUseNetwork, organization, program },
        command: worker.command,
      })
      const deadline = startDeadline(signal, timeoutMs)
      try {
        const result = await launcher.run(
          {
            folder: path,
            ...(newFolder ? { newFolder } : {}),
            wrapper: outer ? [outer.file, ...outer.args] : [],
            command: inside,
            workingFolder,
            variables: hasCertificates ? { REQUESTS_CA_BUNDLE: join(path, cacerts) } : {},
            isSandboxed: sandbox !== undefined,
            ...(zygote ? { zygote } : {}),
          },
          deadline.signal,
        )
        // The launcher has read the report and removes what is left.
        if (result.report) folder.setGone()
        return { ...result, ...deadline.exceeded() }
      } finally {
        deadline.stop()
      }
    },
    endLeftovers: () => killTrees([], (mark) => isLeftover(mark, instance)),
    stop: launcher.stop,
  }
}

const cacerts = join('input', 'cacerts')

const noNetworkMessage =
  'Network access is blocked for this job, which requires a sandbox: ' +
  'install bubblewrap and set job.sandbox to auto or required'

/** What programs of these catalogs would see is known now; better no server than one that exposes it. */
function refuseToShow(sandbox: Sandbox, folders: readonly string[]): void {
  const views = ['/usr', ...folders].map((workingFolder) =>
    sandbox.view({ workingFolder, folder: join(nowhere, 'job') }),
  )
  const texts = new Set(views.flatMap(({ conflicts }) => conflicts.map(conflictText)))
  if (texts.size > 0) throw new Error([...texts].join('\n'))
}

/** Instead of a job folder, where there is none yet. */
const nowhere = '/nowhere'

function checkView(
  sandbox: Sandbox,
  run: Parameters<Sandbox['view']>[0] & { command: string },
  warn: ProcessRunnerOptions['warn'],
): void {
  const { conflicts, missing } = sandbox.view(run)
  for (const conflict of conflicts) warn?.(conflictText(conflict))
  if (conflicts.length > 0) throw new CannotRun(conflictMessage)
  if (missing) throw new CannotRun(missingText(missing, run.command, run.interpreter))
}

const conflictMessage =
  'Not run: the program could read settings, keys or data of the server. The log of ' +
  'the server names them and says what to do'

/**
 * Installation, process number and start of the server: in the environment of a program it tells
 * which server owns it, and whether that server still lives. Nothing has to be stored.
 */
const markOf = (instance: string) =>
  [installationOf(instance), process.pid, startOf(process.pid) ?? 0].join('.')

/** Process numbers mean something only on one machine. */
const installationOf = (instance: string) =>
  createHash('sha256').update(`${machine} ${instance}`).digest('hex').slice(0, 16)

function isLeftover(mark: string, instance: string): boolean {
  const [installation, pid, start] = mark.split('.')
  return installation === installationOf(instance) && startOf(Number(pid)) !== Number(start)
}

interface ChosenSandbox {
  readonly sandbox: Sandbox | undefined
  readonly state: SandboxState
}

async function chooseSandbox(
  options: ProcessRunnerOptions,
  environment: Readonly<Record<string, string>>,
): Promise<ChosenSandbox> {
  const { sandbox: mode = 'auto', log, warn = log } = options
  const none = (reason: string, say = warn) => {
    say?.(`programs run unsandboxed: ${reason}`)
    return { sandbox: undefined, state: { mode, active: false, reason } }
  }
  if (mode === 'off') return none('job.sandbox is off', log)
  const { sandboxPaths: added = [], serverFiles = [] } = options
  const sandbox = bubblewrap({ environment, added, serverFiles })
  const problem = await testSandbox(sandbox)
  if (problem === undefined) return { sandbox, state: { mode, active: true } }
  const reason = `${problem}; ${sandboxRemedy(problem)}`
  if (mode === 'required') throw new Error(`job.sandbox is required but unavailable: ${reason}`)
  return none(reason)
}
