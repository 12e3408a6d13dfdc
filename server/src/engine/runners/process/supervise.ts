import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  killTrees,
  listProcesses,
  markName,
  signalGroup,
  signalOne,
  treeOf,
} from '../process-tree.ts'
import type { watchLimits } from '../program-limits.ts'
import { CannotRun, ProgramLost, type RunResult } from '../runner.ts'
import { keepReport, keepTail } from '../tail.ts'
import type { LaunchRequest } from './launcher-protocol.ts'
import type { makeStarters, StartOrder } from './starter.ts'
import type { zygotePool } from './warm-python/pool.ts'

export interface Surroundings {
  readonly starters: ReturnType<typeof makeStarters>
  readonly zygotes: ReturnType<typeof zygotePool>
  readonly watch: ReturnType<typeof watchLimits>
  readonly graceMs: number
}

export interface Supervised {
  readonly mark: string
  /** Undefined until it runs. */
  leader(): number | undefined
  /** Asks it to end, and kills it after the grace period. */
  end(): void
  isEndedFromOutside(): boolean
  readonly result: Promise<RunResult>
}

/** Starts a program in a prepared folder, and waits for its end. */
export function supervise(
  request: LaunchRequest,
  mark: string,
  { starters, zygotes, watch, graceMs }: Surroundings,
): Supervised {
  const { folder, workingFolder, isSandboxed } = request
  if (!statSync(workingFolder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CannotRun('The program cannot be started: its catalog folder is missing')
  }
  const stdin = standardInput(folder, request.newFolder !== undefined)
  const zygote = request.zygote && zygotes.take(request.zygote)
  const tail = keepTail()
  const report = keepReport()
  let leader: number | undefined
  let limit: string | undefined
  let grace: NodeJS.Timeout | undefined
  let isAskedToEnd = false
  let unwatch = () => {}

  const kill = () => {
    if (leader !== undefined) killTrees([leader], (found) => found === mark)
  }
  const askToEnd = (pid: number) => {
    grace = setTimeout(kill, graceMs)
    terminate(pid, isSandboxed)
  }
  const begin = (pid: number, movedTo = folder) => {
    leader = pid
    stdin.forget(movedTo)
    unwatch = watch({
      pid,
      folder: movedTo,
      exceeded(reason) {
        limit = reason
        kill()
      },
    })
    if (isAskedToEnd) askToEnd(pid)
  }
  /**
   * Returns whether processes were left in its group, which hold the pipes of a starter as well.
   */
  const stopWatching = (): boolean => {
    unwatch()
    clearTimeout(grace)
    stdin.forget()
    const hasLeft = leader !== undefined && signalGroup(leader, 'SIGKILL')
    if (isAskedToEnd || limit !== undefined) kill()
    return hasLeft
  }
  const resultOf = (exitCode: number | null): RunResult => {
    const printed = report.text()
    return {
      exitCode,
      tail: tail.text(),
      ...(limit === undefined ? {} : { limit }),
      ...(printed === undefined ? {} : { printed }),
    }
  }

  const order: Omit<StartOrder, 'onEnd'> = {
    folder,
    wrapper: request.wrapper,
    command: request.command,
    workingFolder,
    variables: { ...request.variables, [markName]: mark },
    stdin: stdin.path,
    onOutput(name, chunk) {
      tail.add(chunk)
      if (name === 'stdout') report.add(chunk)
    },
    onStart: begin,
  }
  const startPlain = (resolve: (result: RunResult) => void) => {
    const starter = starters.take()
    starter.start({
      ...order,
      onEnd(exitCode) {
        if (stopWatching() || exitCode === null) starter.retire()
        else starters.release(starter)
        resolve(resultOf(exitCode))
      },
    })
  }
  const result = new Promise<RunResult>((resolve, reject) => {
    if (!zygote) return startPlain(resolve)
    zygote.start({
      ...order,
      mark,
      onEnd(exitCode) {
        stopWatching()
        zygotes.release(zygote)
        resolve({ ...resultOf(exitCode), isWarm: true })
      },
      onRefused: () => startPlain(resolve),
      onLost() {
        stopWatching()
        reject(new ProgramLost(lostMessage))
      },
    })
  })
  return {
    mark,
    leader: () => leader,
    end() {
      if (isAskedToEnd) return
      isAskedToEnd = true
      if (leader !== undefined) askToEnd(leader)
    },
    isEndedFromOutside: () => isAskedToEnd || limit !== undefined,
    result,
  }
}

const lostMessage = 'The parent process of this program exited'

interface StandardInput {
  readonly path: string
  /** The folder may have been moved since. */
  forget(folder?: string): void
}

/**
 * Programs older than the job folder read the same document from their standard input. To them `file`
 * is a path; for those that know the folder it is a name in it, so such a document is written twice.
 */
function standardInput(folder: string, isWhole: boolean): StandardInput {
  const path = join(folder, 'input', 'input.json')
  const text = isWhole ? '' : readFileSync(path, 'utf8')
  const input: { file?: unknown } = text.includes('"file":') ? JSON.parse(text) : {}
  if (typeof input.file !== 'string') return { path, forget: () => {} }
  const name = `stdin-${randomBytes(8).toString('hex')}`
  const own = join(folder, name)
  const document = { ...input, file: join(folder, 'input', input.file) }
  writeFileSync(own, JSON.stringify(document), { mode: 0o600, flag: 'wx' })
  return { path: own, forget: (where = folder) => rmSync(join(where, name), { force: true }) }
}

/** bwrap ends everything at once when it is asked to end; so the programs inside are asked. */
function terminate(pid: number, isSandboxed: boolean): void {
  if (!isSandboxed) {
    signalGroup(pid, 'SIGTERM')
    return
  }
  for (const inside of treeOf(pid, listProcesses())) {
    if (inside.name !== 'bwrap') signalOne(inside.pid, 'SIGTERM')
  }
}
