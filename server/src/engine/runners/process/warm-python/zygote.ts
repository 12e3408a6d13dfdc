import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { removeTree } from '../../folder-disk.ts'
import { killTrees, markName } from '../../process-tree.ts'
import { limitCommands, type watchLimits } from '../../program-limits.ts'
import { systemCallFilter } from '../../sandbox/system-call-filter.ts'
import { drain, keepTail } from '../../tail.ts'
import { exitCodeOf, type StarterOptions, type StartOrder } from '../starter.ts'
import { type Channel, openChannel, type ZygoteEvent } from './channel.ts'
import { findBelow, findChild, residentBytes } from './host-process.ts'
import { type LentFolder, lendFolder } from './lent-folder.ts'
import { type ZygoteSpec, zygoteFolder } from './spec.ts'
import { watchFiles } from './watched-files.ts'

export interface WarmOrder extends StartOrder {
  readonly mark: string
  /** It was not started: nothing of the program has run, and its folder is back. */
  onRefused(reason: string): void
  /** The zygote is gone, and the program with it. */
  onLost(): void
}

export interface Zygote {
  start(order: WarmOrder): void
  running(): number
  started(): number
  residentBytes(): number
  /** Whether anything that it has loaded is not what it was. */
  isStale(): boolean
  /** Ends it with all its jobs. Repeatable. */
  end(): Promise<void>
}

export interface ZygoteOptions extends StarterOptions {
  readonly watch: ReturnType<typeof watchLimits>
  readonly isFiltered: boolean
  readonly mark: string
  /** Name of its folder. */
  readonly name: string
  onGone(): void
}

/** Why there is none: `unsuitable` is about one program, everything else about all of them here. */
export class NoZygote extends Error {
  readonly isUnsuitable: boolean
  constructor(reason: string, isUnsuitable: boolean) {
    super(reason)
    this.isUnsuitable = isUnsuitable
  }
}

const readyMs = 60_000
const startMs = 20_000
const lastWordsMs = 1_000

/** Resolves when it has forked for a trial. */
export async function startZygote(spec: ZygoteSpec, options: ZygoteOptions): Promise<Zygote> {
  const folder = join(spec.jobsFolder, options.name)
  const input = makeOwnFolder(folder, spec, options.isFiltered)
  const jobs = new Map<number, WarmJob>()
  const words = keepTail(2000)
  const loadedSince = Date.now()
  let lastId = 0
  let heard = 0
  let unwatch = () => {}
  let process: ChildProcess | undefined
  let pid: number | undefined
  let stale = () => false
  let settle: { resolve(): void; reject(error: Error): void } | undefined
  let ending: Promise<void> | undefined
  let exited: string | undefined

  const giveUp = (reason: string, isUnsuitable = false) => {
    settle?.reject(new NoZygote(reason, isUnsuitable))
    void end()
  }
  const hear = (event: ZygoteEvent) => {
    heard += 1
    // Few before its first job, and three of each job. What was imported may say anything, and often.
    if (heard > 8 + 3 * lastId) return giveUp('too much output', true)
    if (event.event === 'unshared') {
      pid = process?.pid === undefined ? undefined : findBelow(process.pid, event.pid)
      if (pid === undefined || !mapUserZero(pid)) giveUp('failed to map its user IDs')
      else channel.send({ mapped: true })
    } else if (event.event === 'loaded') {
      pid ??= process?.pid === undefined ? undefined : findBelow(process.pid, event.pid)
      if (pid === undefined) return giveUp('process not found')
      stale = watchFiles(spec.script, event.files, loadedSince)
      tryOut()
    } else if ('reason' in event && !('id' in event)) {
      giveUp(lineOf(event.reason), event.event === 'unsuitable')
    } else if ('id' in event) jobs.get(event.id)?.hear(event, pid ?? 0)
  }
  const channel: Channel = await openChannel(input, {
    onControlEnd: () => (exited === undefined ? giveUp('connection closed', true) : giveUp(exited)),
    onEvent: hear,
    onOutput: (id, name, chunk) => jobs.get(id)?.read(name, chunk),
    onOutputEnd: (id, name) => jobs.get(id)?.close(name),
    jobs: () => jobs.size,
  })

  const send = (order: WarmOrder, job: WarmJob, isTest = false) => {
    const { path } = job.lent
    const stdin = order.stdin.slice(order.folder.length + 1)
    const at = order.folder
    const { mark, variables } = order
    channel.send({ id: job.id, name: basename(path), at, stdin, mark, variables, isTest })
  }
  const launch = (order: WarmOrder, isTest = false) => {
    lastId += 1
    const id = lastId
    let lent: LentFolder
    try {
      lent = lendFolder(order.folder, folder)
    } catch {
      return order.onRefused('failed to move its folder')
    }
    // It does not respond: everything that it may have started ends with it.
    const limit = setTimeout(() => void end(), startMs)
    const over = () => {
      clearTimeout(limit)
      jobs.delete(id)
      return lent.takeBack()
    }
    const refuse = (reason: string) => {
      over()
      order.onRefused(reason)
    }
    const job = warmJob(id, order, lent, { begun: () => clearTimeout(limit), over, refuse })
    jobs.set(id, job)
    send(order, job, isTest)
  }

  function tryOut() {
    const trial = join(spec.jobsFolder, `${options.name}-trial`)
    makeOwnFolder(trial)
    const done = () => void removeTree(trial)
    launch(
      {
        ...{
          folder: trial,
          wrapper: [],
          command: [],
          workingFolder: '/',
          variables: {},
          mark: '',
          stdin: trial,
        },
        onOutput() {},
        onStart() {},
        onEnd: (code) => {
          done()
          if (code === 0) settle?.resolve()
          else giveUp(`test run exited with ${code}`)
        },
        onRefused: (reason) => {
          done()
          giveUp(reason)
        },
        onLost: done,
      },
      true,
    )
  }

  function end(): Promise<void> {
    ending ??= (async () => {
      options.onGone()
      unwatch()
      if (process?.pid !== undefined) killTrees([process.pid], (mark) => mark === ownMark)
      for (const job of [...jobs.values()]) job.lose()
      channel.close()
      await removeTree(folder).catch(() => {})
    })()
    return ending
  }

  // Longer than the mark of any job, which is written over it.
  const ownMark = `${options.mark}.zygote.${options.name}${'-'.repeat(24)}`
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const [file = '', ...args] = spec.command.map((word) =>
    word.split(zygoteFolder).join(options.name),
  )
  const leaders = () => [...jobs.values()].flatMap((job) => job.leader() ?? [])
  process = spawn(
    '/bin/sh',
    [
      ...['-c', [...limitCommands(options.limits), 'cd "$0"', 'exec "$@"'].join('\n')],
      ...[spec.workingFolder, file, ...args, join(input, 'zygote.py')],
    ],
    {
      cwd: '/',
      env: { ...options.environment, [markName]: ownMark },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  drain(process.stderr, words)
  // Its own, excluding its jobs, which are watched separately.
  unwatch = options.watch({
    pid: process.pid ?? 0,
    folder,
    others: () => ({ pids: leaders(), names: [...jobs.values()].map((job) => job.name) }),
    exceeded: (reason) => giveUp(reason, true),
  })
  process.once('error', (error) => giveUp(error.message))
  process.once('exit', (code) => {
    exited = words.text().trim().slice(-300) || `exited with ${code}`
    // What it said last may still be on the way; after that the connection ends.
    setTimeout(giveUp, lastWordsMs, exited).unref()
  })
  const limit = setTimeout(() => giveUp('start timed out', true), readyMs)
  await ready.finally(() => clearTimeout(limit))

  return {
    start: (order) => launch(order),
    running: () => jobs.size,
    // But for the trial.
    started: () => lastId - 1,
    residentBytes: () => residentBytes(pid ?? 0),
    isStale: () => stale(),
    end,
  }
}

interface WarmJob {
  readonly id: number
  readonly lent: LentFolder
  readonly name: string
  leader(): number | undefined
  hear(event: ZygoteEvent & { id: number }, zygote: number): void
  read(name: 'out' | 'err', chunk: Buffer): void
  close(name: 'out' | 'err'): void
  lose(): void
}

/** It has ended when its exit code was reported and both streams are closed. */
function warmJob(
  id: number,
  order: WarmOrder,
  lent: LentFolder,
  on: { begun(): void; over(): boolean; refuse(reason: string): void },
): WarmJob {
  const open = new Set(['out', 'err'])
  let hasBegun = false
  let leader: number | undefined
  let status: number | undefined
  const endIfDone = () => {
    if (status === undefined || open.size > 0) return
    on.over()
    order.onEnd(exitCodeOf(status))
  }
  return {
    id,
    lent,
    name: basename(lent.path),
    leader: () => leader,
    hear(event, zygote) {
      if (event.event === 'started') {
        on.begun()
        hasBegun = true
        leader = findChild(zygote, event.pid)
        // Not found when it has ended already.
        if (leader !== undefined) order.onStart(leader, lent.path)
      } else if (event.event === 'failed') {
        if (!hasBegun) on.refuse(event.reason)
      } else if (event.event === 'ended' && hasBegun) {
        status = event.status
        endIfDone()
      }
    },
    read: (name, chunk) => order.onOutput(name === 'out' ? 'stdout' : 'stderr', chunk),
    close(name) {
      open.delete(name)
      endIfDone()
    },
    lose() {
      on.over()
      if (hasBegun) order.onLost()
      else order.onRefused('the zygote exited')
    },
  }
}

const script = new URL('./zygote.py', import.meta.url)

/** `input` is read-only for the zygote, as for every program. */
function makeOwnFolder(folder: string, spec?: ZygoteSpec, isFiltered = false): string {
  const input = join(folder, 'input')
  for (const path of [folder, input, join(folder, 'tmp'), join(folder, 'output')])
    mkdirSync(path, { mode: 0o700 })
  if (!spec) return input
  const { mounts, frozenProc, mayUseNetwork, workingFolder } = spec
  const setup = { script: spec.script, folder, mounts, frozenProc, mayUseNetwork, workingFolder }
  writeFileSync(
    join(input, 'setup.json'),
    JSON.stringify({ ...setup, markName, ...filters(isFiltered) }),
  )
  writeFileSync(join(input, 'zygote.py'), readFileSync(script))
  return input
}

/** It may be that of a package. */
const lineOf = (reason: unknown) => String(reason).replace(/\s+/g, ' ').slice(0, 300)

/** For the zygote, which makes the name spaces of its jobs, and for these. */
const filters = (isFiltered: boolean) => {
  const of = (mayNest: boolean) =>
    (isFiltered ? systemCallFilter(process.arch, { mayNest }) : undefined)?.toString('hex') ?? ''
  return { ownFilter: of(true), jobFilter: of(false) }
}

/** Only user 0, inside and outside. */
function mapUserZero(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/setgroups`, 'deny')
    writeFileSync(`/proc/${pid}/uid_map`, '0 0 1')
    writeFileSync(`/proc/${pid}/gid_map`, '0 0 1')
    return true
  } catch {
    return false
  }
}
