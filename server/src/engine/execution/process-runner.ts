import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programEnvironment } from './environment.ts'
import { sweepLeftovers } from './leftovers.ts'
import {
  killTree,
  listProcesses,
  markName,
  signalGroup,
  signalOne,
  treeOf,
} from './process-tree.ts'
import { programFinder } from './program.ts'
import { limitedCommand, type ProgramLimits, watchLimits } from './program-limits.ts'
import type { Runner, RunRequest, RunResult } from './runner.ts'
import { bubblewrap, type Sandbox, testSandbox } from './sandbox.ts'
import { drain, keepTail } from './tail.ts'

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
}

export interface ProcessRunner extends Runner {
  readonly isSandboxed: boolean
  stop(): Promise<void>
}

/** Rejects when a sandbox is required and none works here. */
export async function createProcessRunner(options: ProcessRunnerOptions): Promise<ProcessRunner> {
  const sandbox = await chooseSandbox(options)
  const environment = programEnvironment(options.environment, options.passEnvironment)
  const find = programFinder()
  const leftovers = sweepLeftovers()
  const watch = watchLimits(options, options.lookEveryMs)
  const graceMs = options.graceMs ?? 2000

  async function start(request: RunRequest, mark: string): Promise<ChildProcess> {
    const { folder, worker } = request
    if (worker.command === null) throw new Error(`${worker.name} has no command`)
    if (!request.mayUseNetwork && !sandbox) throw new Error(noNetworkMessage)
    const workingFolder = worker.workingFolder ?? dirname(dirname(worker.command))
    const program = await find(worker.command)
    const limited = limitedCommand(program.file, [...program.args, folder], options)
    const wrapped = sandbox && (await wrap(sandbox, request, workingFolder, limited))
    const [file, args] = wrapped ?? limited
    const certificates = request.hasCertificates && { REQUESTS_CA_BUNDLE: join(folder, cacerts) }
    const child = spawn(file, args, {
      cwd: workingFolder,
      env: { ...environment, ...certificates, [markName]: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own session and process group, so that one signal reaches all that it starts.
      detached: true,
    })
    return started(child, worker.command, workingFolder)
  }

  return {
    name: 'process',
    isSandboxed: sandbox !== undefined,
    accepts: (worker) => worker.command !== null,
    async run(request) {
      if (request.signal.aborted) return { exitCode: null, tail: '' }
      const mark = randomBytes(16).toString('hex')
      const child = await start(request, mark)
      const how = { mark, graceMs, isSandboxed: sandbox !== undefined, watch }
      const result = await supervise(child, request, how)
      leftovers.add(mark)
      return result
    },
    stop: leftovers.stop,
  }
}

const cacerts = join('input', 'cacerts')

const noNetworkMessage =
  'This job may not use the network, and a program can only be kept from it in a sandbox: ' +
  'install bubblewrap and set job.sandbox to auto or required'

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

async function wrap(
  sandbox: Sandbox,
  { folder, mayUseNetwork }: RunRequest,
  workingFolder: string,
  [file, args]: [string, string[]],
): Promise<[string, string[]]> {
  await mkdir(join(folder, 'tmp'), { mode: 0o700, recursive: true })
  const outer = sandbox({ folder, workingFolder, mayUseNetwork })
  return [outer.file, [...outer.args, file, ...args]]
}

function started(child: ChildProcess, command: string, workingFolder: string) {
  return new Promise<ChildProcess>((resolve, reject) => {
    child.once('spawn', () => resolve(child))
    child.once('error', (error) =>
      reject(new Error(`${command} cannot be started in ${workingFolder}: ${error.message}`)),
    )
  })
}

interface Supervision {
  readonly mark: string
  readonly graceMs: number
  readonly isSandboxed: boolean
  readonly watch: ReturnType<typeof watchLimits>
}

async function supervise(
  child: ChildProcess,
  { folder, signal }: RunRequest,
  { mark, graceMs, isSandboxed, watch }: Supervision,
): Promise<RunResult> {
  const pid = child.pid as number
  const tail = keepTail()
  drain(child.stdout, tail)
  drain(child.stderr, tail)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))

  let limit: string | undefined
  let killed: Promise<void> | undefined
  const kill = () => {
    killed ??= killTree(pid, mark)
  }
  let grace: NodeJS.Timeout | undefined
  const askToEnd = () => {
    grace = setTimeout(kill, graceMs)
    terminate(pid, isSandboxed).catch(kill)
  }
  signal.addEventListener('abort', askToEnd, { once: true })
  const unwatch = watch({
    pid,
    folder,
    exceeded(reason) {
      limit = reason
      kill()
    },
  })
  // The signal may have come while the program was being started.
  if (signal.aborted) askToEnd()

  const exitCode = await exited
  unwatch()
  signal.removeEventListener('abort', askToEnd)
  clearTimeout(grace)
  signalGroup(pid, 'SIGKILL')
  if (signal.aborted) kill()
  await killed
  await closedOrGivenUp(child, closed)
  return { exitCode, tail: tail.text(), ...(limit !== undefined && { limit }) }
}

/** bwrap ends everything at once when it is asked to end; so the programs inside are asked. */
async function terminate(pid: number, isSandboxed: boolean): Promise<void> {
  if (!isSandboxed) {
    signalGroup(pid, 'SIGTERM')
    return
  }
  for (const inside of treeOf(pid, await listProcesses())) {
    if (inside.name !== 'bwrap') signalOne(inside.pid, 'SIGTERM')
  }
}

/** A child of the program that left the group may hold the pipes open for as long as it lives. */
async function closedOrGivenUp(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, 250)
  await closed
  clearTimeout(timer)
}
