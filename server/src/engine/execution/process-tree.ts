import { readdir, readFile } from 'node:fs/promises'

/**
 * Finding every process that a program has started, through /proc. Elsewhere than on Linux all lists
 * are empty, and what remains is the process group.
 */
export interface ProcessInfo {
  readonly pid: number
  readonly parent: number
  readonly session: number
  readonly name: string
  readonly residentPages: number
}

/** In the environment of a program and all that it starts; the value is different for each job. */
export const markName = 'JOB_FOLDER_MARK'

export async function listProcesses(): Promise<ProcessInfo[]> {
  const found = await eachProcess('stat', (pid, bytes) => parseStat(pid, bytes.toString('latin1')))
  return found.filter((info) => info !== undefined)
}

/** The name may hold blanks and brackets: the fields are counted from the last bracket. */
export function parseStat(pid: number, stat: string): ProcessInfo | undefined {
  const open = stat.indexOf('(')
  const close = stat.lastIndexOf(')')
  if (open < 0 || close < open) return undefined
  const fields = stat.slice(close + 2).split(' ')
  // A zombie has ended already; it only waits for its parent to look.
  if (fields[0] === 'Z') return undefined
  return {
    pid,
    parent: Number(fields[1]),
    session: Number(fields[3]),
    name: stat.slice(open + 1, close),
    residentPages: Number(fields[21]),
  }
}

/** The process itself, its session, and whatever descends from either. */
export function treeOf(root: number, processes: readonly ProcessInfo[]): ProcessInfo[] {
  const inside = new Set([root])
  for (const { pid, session } of processes) if (session === root) inside.add(pid)
  for (let size = -1; size !== inside.size; ) {
    size = inside.size
    for (const { pid, parent } of processes) if (inside.has(parent)) inside.add(pid)
  }
  return processes.filter(({ pid }) => inside.has(pid))
}

/** Also those that left group, session and parents behind, as daemons do. */
export async function findMarked(marks: ReadonlySet<string>): Promise<number[]> {
  const found = await eachProcess('environ', (pid, bytes) =>
    marks.has(markIn(bytes)) ? pid : undefined,
  )
  return found.filter((pid) => pid !== undefined)
}

const markPrefix = Buffer.from(`${markName}=`)

function markIn(environment: Buffer): string {
  const at = environment.indexOf(markPrefix)
  if (at < 0 || (at > 0 && environment[at - 1] !== 0)) return ''
  const end = environment.indexOf(0, at)
  return environment.toString('latin1', at + markPrefix.length, end < 0 ? undefined : end)
}

async function eachProcess<T>(file: 'stat' | 'environ', read: (pid: number, bytes: Buffer) => T) {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const results = pids
    .filter((pid) => pid !== process.pid)
    .map(async (pid) => {
      // It may end between the two steps, or belong to somebody else.
      const bytes = await readFile(`/proc/${pid}/${file}`).catch(() => undefined)
      return bytes && read(pid, bytes)
    })
  return Promise.all(results)
}

/**
 * Ends a whole tree. A program that forks faster than it is killed is stopped by the group signal,
 * which the kernel delivers to all members at once; for those outside of the group it takes rounds.
 */
export async function killTree(root: number, mark: string): Promise<void> {
  const marks = new Set([mark])
  for (let round = 0; round < 20; round += 1) {
    signalGroup(root, 'SIGKILL')
    const tree = treeOf(root, await listProcesses()).map(({ pid }) => pid)
    const rest = new Set([...tree, ...(await findMarked(marks))])
    if (rest.size === 0) return
    for (const pid of rest) signalOne(pid, 'SIGKILL')
  }
}

/** Whether there was anybody to receive it. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  return signalOne(-leader, signal)
}

export function signalOne(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
