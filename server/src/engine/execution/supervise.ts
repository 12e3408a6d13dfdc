import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchRequest } from './launcher-protocol.ts'
import {
  killTrees,
  listProcesses,
  markName,
  signalGroup,
  signalOne,
  treeOf,
} from './process-tree.ts'
import type { watchLimits } from './program-limits.ts'
import { CannotRun, type RunResult } from './runner.ts'
import type { makeStarters } from './starter.ts'
import { keepReport, keepTail } from './tail.ts'

export interface Surroundings {
  readonly starters: ReturnType<typeof makeStarters>
  readonly watch: ReturnType<typeof watchLimits>
  readonly graceMs: number
}

export interface Supervised {
  readonly mark: string
  /** Undefined until it runs. */
  leader(): number | undefined
  /** Asks it to end, and ends it after the grace. */
  end(): void
  isEndedFromOutside(): boolean
  readonly result: Promise<RunResult>
}

/** Starts a program in a prepared folder, and sees it to its end. */
export function supervise(
  request: LaunchRequest,
  mark: string,
  { starters, watch, graceMs }: Surroundings,
): Supervised {
  const { folder, workingFolder, isSandboxed } = request
  if (!statSync(workingFolder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CannotRun('The program cannot be started: the folder of its catalogue is missing')
  }
  const stdin = standardInput(folder, request.newFolder !== undefined)
  const starter = starters.take()
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
  const begin = (pid: number) => {
    leader = pid
    stdin.forget()
    unwatch = watch({
      pid,
      folder,
      exceeded(reason) {
        limit = reason
        kill()
      },
    })
    if (isAskedToEnd) askToEnd(pid)
  }
  const finish = (exitCode: number | null): RunResult => {
    unwatch()
    clearTimeout(grace)
    stdin.forget()
    // Whoever is left in its group holds the pipes of the starter as well.
    const hasLeft = leader !== undefined && signalGroup(leader, 'SIGKILL')
    if (isAskedToEnd || limit !== undefined) kill()
    if (hasLeft || exitCode === null) starter.retire()
    else starters.release(starter)
    const printed = report.text()
    return {
      exitCode,
      tail: tail.text(),
      ...(limit === undefined ? {} : { limit }),
      ...(printed === undefined ? {} : { printed }),
    }
  }

  const result = new Promise<RunResult>((resolve) => {
    starter.start({
      folder,
      command: request.command,
      workingFolder,
      variables: { ...request.variables, [markName]: mark },
      stdin: stdin.path,
      onOutput(name, chunk) {
        tail.add(chunk)
        if (name === 'stdout') report.add(chunk)
      },
      onStart: begin,
      onEnd: (exitCode) => resolve(finish(exitCode)),
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

/**
 * Programs older than the job folder read the same document from their standard input. To them `file`
 * is a path; for those that know the folder it is a name in it, so such a document is written twice.
 */
function standardInput(folder: string, isWhole: boolean): { path: string; forget(): void } {
  const path = join(folder, 'input', 'input.json')
  const text = isWhole ? '' : readFileSync(path, 'utf8')
  const input: { file?: unknown } = text.includes('"file":') ? JSON.parse(text) : {}
  if (typeof input.file !== 'string') return { path, forget: () => {} }
  const own = join(folder, `stdin-${randomBytes(8).toString('hex')}`)
  const document = { ...input, file: join(folder, 'input', input.file) }
  writeFileSync(own, JSON.stringify(document), { mode: 0o600, flag: 'wx' })
  return { path: own, forget: () => rmSync(own, { force: true }) }
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
