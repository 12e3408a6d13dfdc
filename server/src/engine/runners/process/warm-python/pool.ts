import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { removeTree } from '../../folder-disk.ts'
import { startOf } from '../../process-tree.ts'
import type { watchLimits } from '../../program-limits.ts'
import type { WarmState } from '../../warm-state.ts'
import type { StarterOptions } from '../starter.ts'
import type { ZygoteSpec } from './spec.ts'
import { NoZygote, startZygote, type Zygote } from './zygote.ts'

export interface WarmPolicy {
  /** A program that is started more rarely is not worth a process that waits for it. */
  readonly afterStarts: number
  readonly withinMs: number
  readonly idleMs: number
  readonly maxJobs: number
  readonly maxZygotes: number
  readonly maxBytes: number
  /** After this it is tried again, whatever was wrong. */
  readonly retryMs: number
}

export const usualPolicy: WarmPolicy = {
  afterStarts: 3,
  withinMs: 600_000,
  idleMs: 600_000,
  // The seed of its hashes is the same for all of its jobs.
  maxJobs: 1000,
  maxZygotes: 8,
  maxBytes: 768 * 1_048_576,
  retryMs: 600_000,
}

export interface PoolOptions extends StarterOptions {
  readonly mark: string
  readonly isFiltered: boolean
  readonly watch: ReturnType<typeof watchLimits>
  readonly policy: WarmPolicy
  onState(state: WarmState): void
}

interface Entry {
  starts: number[]
  zygote?: Zygote | undefined
  /** What the zygote sees, or the one that is about to be ready. */
  view?: string
  isStarting: boolean
  refusedUntil: number
  idle?: NodeJS.Timeout | undefined
}

/** The zygotes of one launcher, the least recently used first. */
export function zygotePool({ policy, onState, ...options }: PoolOptions) {
  const entries = new Map<string, Entry>()
  const all = new Set<Zygote>()
  const [installation = ''] = options.mark.split('.')
  const owner = `${installation}.${process.pid}.${startOf(process.pid) ?? 0}`
  let brokenUntil = 0
  let hasWorked = false
  let reason: string | undefined
  let refused: string | undefined
  let isSwept = false
  const beginning = new Set<Promise<void>>()

  const publish = () => {
    const bytes = [...all].reduce((sum, zygote) => sum + zygote.residentBytes(), 0)
    onState({
      ...{ zygotes: all.size, bytes },
      ...(reason === undefined ? {} : { reason }),
      ...(refused === undefined ? {} : { refused }),
    })
  }

  const begin = async (spec: ZygoteSpec, entry: Entry) => {
    entry.isStarting = true
    entry.view = spec.view
    try {
      await makeRoom()
      if (!isSwept) await sweep(spec.jobsFolder, installation)
      isSwept = true
      const name = `warm-${owner}-${randomBytes(8).toString('hex')}`
      let isGone = false
      let made: Zygote | undefined
      const onGone = () => {
        isGone = true
        if (made) all.delete(made)
        if (entry.zygote === made) entry.zygote = undefined
        publish()
      }
      made = await startZygote(spec, { ...options, name, onGone })
      if (isGone) return
      reason = undefined
      hasWorked = true
      all.add(made)
      entry.zygote = made
      rest(entry)
      await makeRoom(0)
      publish()
    } catch (error) {
      const until = performance.now() + policy.retryMs
      entry.refusedUntil = until
      // If one has worked, the next one blames its own program: a package in it may say anything.
      if (error instanceof NoZygote && (error.isUnsuitable || hasWorked)) {
        refused = `${basename(spec.script)}: ${error.message}`
        return publish()
      }
      brokenUntil = until
      reason = error instanceof Error ? error.message : String(error)
      publish()
    } finally {
      entry.isStarting = false
    }
  }

  const makeRoom = async (more = 1) => {
    const bytes = () => [...all].reduce((sum, zygote) => sum + zygote.residentBytes(), 0)
    for (const entry of [...entries.values()]) {
      if (all.size + more <= policy.maxZygotes && bytes() <= policy.maxBytes) return
      if (entry.zygote && entry.zygote.running() === 0) await entry.zygote.end()
    }
    if (all.size + more > policy.maxZygotes) throw new NoZygote('all are busy', true)
  }

  /** No more jobs for it; it ends with its last one. */
  const retire = (entry: Entry) => {
    const { zygote } = entry
    entry.zygote = undefined
    if (zygote?.running() === 0) void zygote.end()
  }

  const rest = (entry: Entry) => {
    clearTimeout(entry.idle)
    entry.idle = setTimeout(() => {
      if (entry.zygote?.running() === 0) retire(entry)
    }, policy.idleMs).unref()
  }

  const entryOf = (key: string): Entry => {
    const entry = entries.get(key) ?? { starts: [], isStarting: false, refusedUntil: 0 }
    entries.delete(key)
    entries.set(key, entry)
    for (const [old, { zygote, isStarting }] of entries) {
      if (entries.size <= maxEntries) break
      if (!zygote && !isStarting) entries.delete(old)
    }
    return entry
  }

  return {
    /** Undefined while the program is started in the plain way. */
    take(spec: ZygoteSpec): Zygote | undefined {
      const now = performance.now()
      const entry = entryOf(spec.key)
      entry.starts = [...entry.starts.filter((at) => at > now - policy.withinMs), now]
      entry.starts.splice(0, entry.starts.length - policy.afterStarts)
      const { zygote } = entry
      const isOther = entry.view !== spec.view
      if (zygote && (isOther || zygote.started() >= policy.maxJobs || zygote.isStale()))
        retire(entry)
      if (entry.zygote) {
        rest(entry)
        return entry.zygote
      }
      const isWorthIt = entry.starts.length >= policy.afterStarts
      const mayTry = now >= brokenUntil && now >= entry.refusedUntil
      if (isWorthIt && mayTry && !entry.isStarting) {
        const begun = begin(spec, entry)
        beginning.add(begun)
        void begun.then(() => beginning.delete(begun))
      }
      return undefined
    },
    /** A job has ended that it ran. */
    release(zygote: Zygote) {
      const isKept = [...entries.values()].some((entry) => entry.zygote === zygote)
      if (!isKept && zygote.running() === 0) void zygote.end()
    },
    /** Those that are about to be ready notice that their process was ended. */
    async end() {
      await Promise.all([...beginning, ...[...all].map((zygote) => zygote.end())])
    },
  }
}

const maxEntries = 1000

/** Removes the folders of zygotes whose launcher is gone; with it they ended, too. */
async function sweep(jobsFolder: string, installation: string): Promise<void> {
  for (const name of readdirSync(jobsFolder)) {
    const [, found, pid, start] = /^warm-(\w+)\.(\d+)\.(\d+)-/.exec(name) ?? []
    if (found === installation && startOf(Number(pid)) !== Number(start))
      await removeTree(join(jobsFolder, name)).catch(() => {})
  }
}
