// The last lines of a run: what failed, what is unstable, what was skipped and why, what took longest.
import type { Cost } from './test-cost.ts'
import { inSeconds, type Times } from './test-times.ts'
import type { Skipped, Tally } from './test-verdict.ts'

export interface Summary {
  readonly tallies: readonly Tally[]
  readonly times: Times
  /** See `doubled` of test-times.ts. */
  readonly doubled: readonly string[]
  readonly leftOut?: string | undefined
}

const shownFiles = 10

export function describeRun({ tallies, times, doubled, leftOut }: Summary): string {
  const failed = tallies.flatMap((tally) => tally.failed)
  const skipped = tallies.flatMap((tally) => tally.skipped)
  const unstable = tallies.flatMap((tally) => tally.unstable)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const counts = [
    `${passed} passed, ${failed.length} failed`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(unstable.length > 0 ? [`${unstable.length} unstable`] : []),
  ]
  return [
    ...section('Slowest files (on the clock, processor time)', slowest(times)),
    ...section('Twice as expensive as recorded in scripts/test-times.json', doubled),
    ...section('Skipped', describeSkipped(skipped)),
    ...section('Unstable, passed only when run again', unstable),
    ...section('Failed', failed),
    ...(leftOut === undefined ? [] : [leftOut]),
    counts.join(', '),
  ].join('\n')
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), '']

const slowest = (times: Times) =>
  Object.entries(times)
    .toSorted(([, a], [, b]) => b.wallMs - a.wallMs)
    .slice(0, shownFiles)
    .map(([path, cost]) => `${describeCost(cost)}  ${path}`)

const describeCost = ({ wallMs, cpuMs }: Cost) =>
  `${inSeconds(wallMs).padStart(8)} ${inSeconds(cpuMs).padStart(8)}`

/** By name where a reason has few tests; hundreds that lack the same are one line. */
function describeSkipped(skipped: readonly Skipped[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, tests]) => [
    `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}: ${reason || 'no reason given'}`,
    ...tests.slice(0, 3).map(({ name }) => `  ${name}`),
    ...(tests.length > 3 ? [`  and ${tests.length - 3} more`] : []),
  ])
}
