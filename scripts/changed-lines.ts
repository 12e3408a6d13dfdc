// What a change touches: everything since it left `origin/main`, committed or not. On main itself, where
// nothing is ahead of it, that is the last commit and what is not committed. Without Git, or in a clone
// without history, nothing is known.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import type { Guard } from './guard-marks.ts'

const root = dirname(import.meta.dirname)

export interface Change {
  /** Lines of the file as it is now, each with the next one: between them some may be gone. */
  readonly lines: readonly (readonly [first: number, last: number])[]
  /** Whether lines that were there are changed or gone. */
  readonly isLess: boolean
}

export type Changes = ReadonlyMap<string, Change>

const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2e8 })
  return status === 0 ? stdout.trimEnd() : undefined
}

/** A commit, or undefined where there is none to compare with. */
export function baseOf(ask = git): string | undefined {
  const head = ask('rev-parse', 'HEAD')
  const fork = ask('merge-base', 'HEAD', 'origin/main')
  return fork !== undefined && fork !== head ? fork : ask('rev-parse', '--verify', 'HEAD~1')
}

/** Of a diff without context. */
export function changesIn(diff: string): Changes {
  const changes = new Map<string, { lines: [number, number][]; isLess: boolean }>()
  let change: { lines: [number, number][]; isLess: boolean } | undefined
  for (const line of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1]
    if (file !== undefined) {
      change = { lines: [], isLess: false }
      changes.set(file, change)
    }
    const [, less, first, count] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first === undefined || change === undefined) continue
    const start = Number(first)
    change.lines.push([start, start + Math.max(1, Number(count ?? 1) - 1)])
    if (less !== '0') change.isLess = true
  }
  return changes
}

export interface Touched {
  readonly guards: readonly Guard[]
  /** Why nothing is known. */
  readonly reason?: string | undefined
}

/** Those whose lines changed, and then those whose test file lost some. */
export function touchedGuards(guards: readonly Guard[]): Touched {
  const base = baseOf()
  const diff = base && git('diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--')
  if (diff === undefined) return { guards: [], reason: 'there is no commit to compare with' }
  const files = git('ls-files', '--others', '--exclude-standard')?.split('\n') ?? []
  return { guards: touchedIn(guards, changesIn(diff), new Set(files)) }
}

export function touchedIn(
  guards: readonly Guard[],
  changes: Changes,
  added: ReadonlySet<string> = new Set(),
): Guard[] {
  const isChanged = ({ file, mark, lines: [from, to] }: Guard) =>
    added.has(file) ||
    changes
      .get(file)
      ?.lines.some(
        ([first, last]) => (first <= to && last >= from) || (first <= mark && last >= mark),
      ) === true
  const own = guards.filter(isChanged)
  const proven = guards.filter(({ test }) => changes.get(test)?.isLess)
  return [...new Set([...own, ...proven])]
}
