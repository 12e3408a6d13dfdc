import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listProcesses, type ProcessInfo, treeOf } from './process-tree.ts'

export interface ProgramLimits {
  /** Per process by the system, and for the whole tree by a look every second. */
  readonly memoryBytes?: number
  readonly maxProcesses?: number
  /** Everything that it writes into the job folder. */
  readonly outputBytes?: number
}

export interface WatchedProgram {
  readonly pid: number
  readonly folder: string
  /** What of it is watched for itself: processes with all that they start, and folders. */
  others?(): { readonly pids: readonly number[]; readonly names: readonly string[] }
  /** Called once, with the reason as it is shown to people. */
  exceeded(reason: string): void
}

/**
 * Checks all running programs together, so a hundred of them cost one reading of /proc. A program
 * that ends before the first check is never checked.
 */
export function watchLimits(limits: ProgramLimits, everyMs = 1000) {
  const watched = new Set<WatchedProgram>()
  const isLimited = Object.values(limits).some((limit) => limit !== undefined)
  let timer: NodeJS.Timeout | undefined
  let pageBytes: Promise<number> | undefined

  const look = async () => {
    const programs = [...watched]
    pageBytes ??= measurePageBytes()
    const processes = limits.memoryBytes || limits.maxProcesses ? listProcesses() : []
    for (const program of programs) {
      const { pids, names } = program.others?.() ?? { pids: [], names: [] }
      const apart = new Set(pids.flatMap((pid) => treeOf(pid, processes).map((one) => one.pid)))
      const tree = treeOf(program.pid, processes).filter(({ pid }) => !apart.has(pid))
      const reason =
        treeReason(tree, limits, await pageBytes) ??
        (await folderReason(program.folder, ['input', ...names], limits))
      if (reason !== undefined && watched.delete(program)) program.exceeded(reason)
    }
  }
  const lookAgainLater = () => {
    timer = setTimeout(() => {
      // One look at a time: on a slow disk it may take longer than the pause between two.
      look()
        .catch(() => {})
        .finally(() => {
          timer = undefined
          if (watched.size > 0) lookAgainLater()
        })
    }, everyMs).unref()
  }

  return (program: WatchedProgram): (() => void) => {
    if (!isLimited) return () => {}
    watched.add(program)
    if (!timer) lookAgainLater()
    return () => {
      watched.delete(program)
    }
  }
}

function treeReason(tree: readonly ProcessInfo[], limits: ProgramLimits, pageBytes: number) {
  const { maxProcesses, memoryBytes } = limits
  if (maxProcesses !== undefined && tree.length > maxProcesses) {
    return `process limit of ${maxProcesses} exceeded`
  }
  const bytes = tree.reduce((sum, info) => sum + info.residentPages, 0) * pageBytes
  if (memoryBytes !== undefined && bytes > memoryBytes) {
    return memoryReason(memoryBytes)
  }
  return undefined
}

async function folderReason(
  folder: string,
  passedOver: readonly string[],
  { outputBytes }: ProgramLimits,
) {
  if (outputBytes === undefined) return undefined
  const used = await sizeOf(folder, outputBytes, (name) => !passedOver.includes(name))
  return used > outputBytes ? outputReason(outputBytes) : undefined
}

export const outputReason = (bytes: number) => `output limit of ${mebibytes(bytes)} exceeded`

export const memoryReason = (bytes: number) => `memory limit of ${mebibytes(bytes)} exceeded`

const mebibytes = (bytes: number) => `${Math.round((bytes / 1_048_576) * 10) / 10} MiB`

/** Counts every entry as at least 4 KiB, so a million empty files count; stops when over. */
async function sizeOf(path: string, enough: number, include = (_name: string) => true) {
  let bytes = 0
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    if (!include(entry.name)) continue
    const inside = join(path, entry.name)
    bytes += Math.max(
      4096,
      await lstat(inside).then(
        (info) => info.blocks * 512,
        () => 0,
      ),
    )
    if (entry.isDirectory()) bytes += await sizeOf(inside, enough - bytes)
    if (bytes > enough) break
  }
  return bytes
}

/** Nothing in Node says the size of a page; it is 4, 16 or 64 KiB. Two views of this process show it. */
async function measurePageBytes(): Promise<number> {
  const pages = Number((await readFile('/proc/self/statm', 'latin1').catch(() => '')).split(' ')[1])
  if (!pages) return 4096
  return 2 ** Math.round(Math.log2(process.memoryUsage.rss() / pages))
}

/**
 * The part that the system enforces, as commands of a shell; whatever the shell starts inherits it.
 * RLIMIT_DATA, not RLIMIT_AS: Node, Go and Java reserve gigabytes of addresses that they never touch.
 */
export function limitCommands({ memoryBytes, outputBytes }: ProgramLimits): string[] {
  const limits = [
    'ulimit -c 0',
    ...(memoryBytes === undefined ? [] : [`ulimit -d ${Math.ceil(memoryBytes / 1024)}`]),
    ...(outputBytes === undefined ? [] : [`ulimit -f ${Math.ceil(outputBytes / 512)}`]),
  ]
  return limits.map((limit) => `${limit} 2>/dev/null`)
}
