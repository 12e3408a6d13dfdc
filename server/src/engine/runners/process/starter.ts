import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { limitCommands, type ProgramLimits } from '../program-limits.ts'

export interface StartOrder {
  /** Of the job: it is part of many words of the command. */
  readonly folder: string
  /** What starts the program; see `LaunchRequest`. */
  readonly wrapper: readonly string[]
  readonly command: readonly string[]
  readonly workingFolder: string
  readonly variables: Readonly<Record<string, string>>
  /** The file that becomes its standard input. */
  readonly stdin: string
  onOutput(name: 'stdout' | 'stderr', chunk: Uint8Array): void
  /** Leader of the program's own session and group; and where its folder is, if it was moved. */
  onStart(pid: number, folder?: string): void
  /** Null when a signal ended it. */
  onEnd(exitCode: number | null): void
}

export interface Starter {
  /** One program at a time. */
  start(order: StartOrder): void
  /** Not reused: another process may still hold its pipes. */
  retire(): void
}

export interface StarterOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ProgramLimits
  /** An open file with the filter of system calls; programs that name it find it at `filterNumber`. */
  readonly filterFile?: number | undefined
}

/** Where the sandbox reads the filter. */
export const filterNumber = 9

/**
 * A shell that waits for orders and starts programs. Node copies the page tables of the whole process
 * to start one, 1 to 2 ms even when small; a shell of 1 MB takes 0.3 ms, near what the system needs at
 * least, and what it starts inherits its limits without a further program in between.
 */
export function makeStarters(options: StarterOptions) {
  const idle: Starter[] = []
  const setsid = findOnPath('setsid', options.environment.PATH)
  let current = new WeakSet<Starter>()

  const start = (): Starter => {
    const starter = startShell(options, setsid, () => {
      const place = idle.indexOf(starter)
      if (place >= 0) idle.splice(place, 1)
    })
    current.add(starter)
    return starter
  }
  return {
    take: (): Starter => idle.pop() ?? start(),
    release(starter: Starter) {
      // Without a separate session, a program can only be ended together with its starter.
      const isUsable = setsid !== undefined && current.has(starter) && idle.length < maxIdle
      if (isUsable) idle.push(starter)
      else starter.retire()
    },
    /** After something was found that may still write into the pipes of any of them. */
    renew() {
      current = new WeakSet()
      for (const starter of idle.splice(0)) starter.retire()
    },
  }
}

/** Each takes 1 MB. */
const maxIdle = 32

/** Its own error stream is closed: it comments on the death of a program, which is not the program's. */
const stdio = ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'] as const
/** Of the starter; each program opens it again, to read it from its beginning. */
const heldFilter = 5

function startShell(
  { environment, limits, filterFile }: StarterOptions,
  setsid: string | undefined,
  onGone: () => void,
): Starter {
  const loop = 'while read -r order; do eval "$order"; done'
  const execute = executing(setsid, filterFile !== undefined)
  const script = [...limitCommands(limits), runFunction(execute), loop].join('\n')
  const shell = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: environment,
    stdio: [...stdio, ...(filterFile === undefined ? [] : [filterFile])],
    detached: true,
  })
  const [orders, stdout, , events, stderr] = shell.stdio as unknown as [
    Writable,
    Readable,
    null,
    Readable,
    Readable,
  ]
  let current: Run | undefined
  const wrappers = new Map<string, string>()
  for (const stream of [orders, stdout, events, stderr]) stream.on('error', () => {})
  stdout.on('data', (chunk: Buffer) => current?.read('stdout', chunk))
  stderr.on('data', (chunk: Buffer) => current?.read('stderr', chunk))
  events.setEncoding('latin1').on('data', (text: string) => current?.hear(text))
  const gone = () => {
    onGone()
    current?.lose()
  }
  shell.once('exit', gone)
  shell.once('error', gone)

  const starter: Starter = {
    start(order) {
      const endMark = randomBytes(8).toString('hex')
      current = makeRun(order, endMark, setsid === undefined ? shell.pid : undefined, () => {
        current = undefined
      })
      orders.write(orderLines(order, endMark, wrappers, execute))
    },
    retire() {
      onGone()
      shell.kill('SIGKILL')
      for (const stream of [orders, stdout, events, stderr]) stream.destroy()
    },
  }
  return starter
}

interface Run {
  read(name: 'stdout' | 'stderr', chunk: Buffer): void
  hear(text: string): void
  /** The shell is gone, and with it the way to learn of the end. */
  lose(): void
}

/** It has ended when its exit code was reported and both streams have come to the end mark. */
function makeRun(
  order: StartOrder,
  endMark: string,
  leader: number | undefined,
  onDone: () => void,
): Run {
  const open = {
    stdout: findMark(endMark, (chunk) => order.onOutput('stdout', chunk)),
    stderr: findMark(endMark, (chunk) => order.onOutput('stderr', chunk)),
  }
  const openNames = new Set(['stdout', 'stderr'])
  let heard = ''
  let exitCode: number | null | undefined
  const endIfDone = () => {
    if (exitCode === undefined || openNames.size > 0) return
    onDone()
    order.onEnd(exitCode)
  }
  return {
    read(name, chunk) {
      if (!openNames.has(name) || !open[name](chunk)) return
      openNames.delete(name)
      endIfDone()
    },
    hear(text) {
      heard += text
      for (let end = heard.indexOf('\n'); end >= 0; end = heard.indexOf('\n')) {
        const [kind, number = ''] = heard.slice(0, end).split(' ')
        heard = heard.slice(end + 1)
        if (kind === 'pid') order.onStart(leader ?? Number(number))
        if (kind === 'status') exitCode = exitCodeOf(Number(number))
      }
      endIfDone()
    },
    lose() {
      onDone()
      order.onEnd(null)
    },
  }
}

/** A shell reports a death by signal as 128 and its number. */
export const exitCodeOf = (status: number) => (status > 128 && status <= 192 ? null : status)

/** Hands on what comes before the mark; answers whether the mark came. */
function findMark(mark: string, onData: (chunk: Uint8Array) => void) {
  const wanted = Buffer.from(mark)
  let held: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): boolean => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    const at = bytes.indexOf(wanted)
    const ready = at >= 0 ? at : bytes.length - beginningAtEnd(bytes, wanted)
    if (ready > 0) onData(bytes.subarray(0, ready))
    held = Buffer.from(bytes.subarray(ready))
    return at >= 0
  }
}

/** How many of the last bytes may be the beginning of the mark; the rest of it comes later then. */
function beginningAtEnd(bytes: Buffer, mark: Buffer): number {
  let length = Math.min(bytes.length, mark.length - 1)
  while (length > 0 && !bytes.subarray(-length).equals(mark.subarray(0, length))) length -= 1
  return length
}

/**
 * The number in /proc is that of the forked shell, which becomes the program. `setsid` gives it a
 * separate session and group, so one signal reaches all that it starts, and not the starter. A shell
 * reads its commands byte by byte, so the common part is here.
 */
const runFunction = (execute: Execute) => `${plain}() { ${execute('"$@"')}; }
run() {
  end=$1 dir=$2 in=$3; shift 3
  (
    read -r pid rest </proc/self/stat; echo "pid $pid" >&3
    cd "$dir" || exit 126
    while [ "$1" != -- ]; do export "$1"; shift; done; shift
    "$@"
  ) <"$in" 2>&4
  status=$?; printf %s "$end"; printf %s "$end" >&4; echo "status $status" >&3
}`

const plain = 'plain'

/** The last step of a start: the shell becomes the program with these words. */
type Execute = (words: string) => string

function executing(setsid: string | undefined, hasFilter: boolean): Execute {
  const exec = setsid === undefined ? 'exec' : `exec ${quote(setsid)}`
  // Each reads the filter from its beginning.
  const filter = hasFilter ? ` ${filterNumber}</proc/self/fd/${heldFilter} ${heldFilter}<&-` : ''
  return (words) => `${exec} ${words} 3>&- 4>&-${filter}`
}

/** Of a shell; with more, the first ones are sent again. */
const maxWrappers = 200

/**
 * A sandbox command is long, and apart from the folder the same for every job of a program: it is
 * sent once, as a function.
 */
function orderLines(
  order: StartOrder,
  endMark: string,
  wrappers: Map<string, string>,
  execute: Execute,
): string {
  // The folder occurs in the command up to eight times.
  const short = (word: string) => word.split(order.folder).map(quote).join('"$f"')
  const wrapper = order.wrapper.map(short).join(' ')
  if (wrappers.size > maxWrappers) wrappers.clear()
  const known = wrapper === '' ? plain : wrappers.get(wrapper)
  const name = known ?? `wrapped${wrappers.size}`
  if (known === undefined) wrappers.set(wrapper, name)
  const variables = Object.entries(order.variables).map(([key, value]) => `${key}=${value}`)
  const words = [endMark, order.workingFolder, order.stdin, ...variables, '--', name]
  const told = `f=${quote(order.folder)};run ${[...words, ...order.command].map(short).join(' ')}\n`
  if (known !== undefined) return told
  return `${name}() { ${execute(`${wrapper} "$@"`)}; }\n${told}`
}

function quote(text: string): string {
  // An order is one line.
  if (/[\n\0]/.test(text)) throw new Error(`A line break in ${JSON.stringify(text)}`)
  return /^[\w./=-]*$/.test(text) && text !== '' ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function findOnPath(name: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
