import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { programEnvironment } from './environment.ts'
import { useLauncher } from './launcher-client.ts'
import { machine } from './machine.ts'
import { killTrees, startOf } from './process-tree.ts'
import { programFinder } from './program.ts'
import type { ProgramLimits } from './program-limits.ts'
import type { Runner } from './runner.ts'
import { bubblewrap, type Sandbox, testSandbox } from './sandbox.ts'

export interface ProcessRunnerOptions extends ProgramLimits {
  /** The server's own; what a program sees is chosen from it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Further names to pass on. */
  readonly passEnvironment?: readonly string[]
  /** Between the request to end and the end. */
  readonly graceMs?: number
  readonly sandbox?: 'auto' | 'off' | 'required'
  /** Data folder, settings file: what a sandboxed program does not see. */
  readonly hiddenPaths?: readonly string[]
  readonly log?: (line: string) => void
  readonly lookEveryMs?: number
  /** Tells the programs of one installation from those of another on the same machine. */
  readonly instance?: string
}

export interface ProcessRunner extends Runner {
  readonly isSandboxed: boolean
  endLeftovers(): number
  stop(): Promise<void>
}

/** Rejects when a sandbox is required and none works here. */
export async function createProcessRunner(options: ProcessRunnerOptions): Promise<ProcessRunner> {
  const { memoryBytes, maxProcesses, outputBytes, instance = '', log } = options
  const sandbox = await chooseSandbox(options)
  const find = programFinder()
  const launcher = useLauncher({
    mark: markOf(instance),
    environment: programEnvironment(options.environment, options.passEnvironment),
    limits: {
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      ...(maxProcesses === undefined ? {} : { maxProcesses }),
      ...(outputBytes === undefined ? {} : { outputBytes }),
    },
    graceMs: options.graceMs ?? 2000,
    lookEveryMs: options.lookEveryMs ?? 1000,
    ...(log ? { log } : {}),
  })

  return {
    name: 'process',
    makesFolders: true,
    isSandboxed: sandbox !== undefined,
    accepts: (worker) => worker.command !== null,
    async run({ folder, worker, wholeFolder, mayUseNetwork, hasCertificates, signal }) {
      if (worker.command === null) throw new Error(`${worker.name} has no command`)
      if (!mayUseNetwork && !sandbox) throw new Error(noNetworkMessage)
      const workingFolder = worker.workingFolder ?? dirname(dirname(worker.command))
      const program = await find(worker.command)
      if (signal.aborted) return { exitCode: null, tail: '' }
      const inside = [program.file, ...program.args, folder]
      const outer = sandbox?.({ folder, workingFolder, mayUseNetwork })
      return launcher.run(
        {
          folder,
          ...(wholeFolder ? { wholeFolder } : {}),
          command: outer ? [outer.file, ...outer.args, ...inside] : inside,
          workingFolder,
          variables: hasCertificates ? { REQUESTS_CA_BUNDLE: join(folder, cacerts) } : {},
          isSandboxed: sandbox !== undefined,
        },
        signal,
      )
    },
    endLeftovers: () => killTrees([], (mark) => isLeftover(mark, instance)),
    stop: launcher.stop,
  }
}

const cacerts = join('input', 'cacerts')

const noNetworkMessage =
  'This job may not use the network, and a program can only be kept from it in a sandbox: ' +
  'install bubblewrap and set job.sandbox to auto or required'

/**
 * Installation, process number and start of the server: whoever reads it in the environment of a
 * program knows whose it is, and whether that server still lives. Nothing has to be written down.
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

async function chooseSandbox(options: ProcessRunnerOptions): Promise<Sandbox | undefined> {
  const { sandbox: wish = 'auto', hiddenPaths = [], log } = options
  if (wish === 'off') return undefined
  const sandbox = bubblewrap({ hiddenPaths })
  const reason = await testSandbox(sandbox)
  if (reason === undefined) return sandbox
  if (wish === 'required') throw new Error(`The sandbox is required but does not work: ${reason}`)
  log?.(`Programs run without a sandbox: ${reason}`)
  return undefined
}
