// What each test file cost in recent runs. Every whole run of a file adds to the record of this
// checkout; `npm run test:times` writes the medians to `test-times.json`, which is committed: it orders
// the files of the next run, and names those that became twice as expensive.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Cost } from './test-cost.ts'

const root = dirname(import.meta.dirname)
const committed = join(import.meta.dirname, 'test-times.json')
const recent = join(root, 'node_modules', '.cache', 'assay', 'test-times.json')

export type Times = Readonly<Record<string, Cost>>
/** The latest last. */
type Runs = Record<string, Cost[]>

const maxRuns = 5

export const knownTimes = (): Times => read<Times>(committed) ?? {}

export function recordTimes(times: Times): void {
  const runs = read<Runs>(recent) ?? {}
  for (const [path, cost] of Object.entries(times))
    runs[path] = [...(runs[path] ?? []), cost].slice(-maxRuns)
  mkdirSync(dirname(recent), { recursive: true })
  writeFileSync(recent, JSON.stringify(runs))
}

/** Below this a doubling is noise. */
const minMs = 5_000

/** In processor time, which a busy machine hardly changes. */
export const doubled = (times: Times, known: Times): string[] =>
  Object.entries(times)
    .filter(([path, { cpuMs }]) => {
      const before = known[path]?.cpuMs
      return before !== undefined && cpuMs > 2 * before && cpuMs - before > minMs
    })
    .map(
      ([path, { cpuMs }]) => `${path}: ${inSeconds(cpuMs)}, was ${inSeconds(known[path]?.cpuMs)}`,
    )

export const inSeconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`

/** Of each file the median; files that are gone go. */
export function medians(runs: Readonly<Record<string, readonly Cost[]>>): Record<string, Cost> {
  const middle = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
  return Object.fromEntries(
    Object.entries(runs)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, costs]) => [
        path,
        {
          wallMs: middle(costs.map(({ wallMs }) => wallMs)),
          cpuMs: middle(costs.map(({ cpuMs }) => cpuMs)),
        },
      ]),
  )
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const runs = read<Runs>(recent)
  if (!runs) throw new Error('No test has run in this checkout: npm test -- --all')
  const times = medians(runs)
  const lines = Object.entries(times).map(
    ([path, { wallMs, cpuMs }]) =>
      `  ${JSON.stringify(path)}: { "wallMs": ${wallMs}, "cpuMs": ${cpuMs} }`,
  )
  writeFileSync(committed, `{\n${lines.join(',\n')}\n}\n`)
  console.log(`${lines.length} files in scripts/test-times.json`)
}
