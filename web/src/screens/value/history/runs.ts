import { type ValueHistory, type ValueRun, withoutVersion } from '@assay/contract'

type Runs = ValueHistory['runs']
type Ran = ValueRun['analyzers'][number]

export type NoReport = 'removed' | 'failed' | 'running'

/** Why a row cannot be compared; a decision has the reports of before. */
export function whyNot({ analyzers }: ValueRun): NoReport | undefined {
  if (analyzers.length === 0 || analyzers.some(({ state }) => state === 'report')) return undefined
  if (analyzers.some(({ state }) => state === 'removed')) return 'removed'
  return analyzers.some(({ state }) => state === 'running') ? 'running' : 'failed'
}

/** The verdict became another one; the first row, too. */
export const isChange = ({ from, to }: ValueRun): boolean => from !== to

/** What the verdict has been, the oldest first; rows are given newest first. */
export function stretchesOf(runs: Runs) {
  const found: { level: ValueRun['to']; from: number; isDecided: boolean }[] = []
  for (const { at, to, analyzersLevel } of runs.toReversed()) {
    const isDecided = analyzersLevel !== undefined
    const last = found.at(-1)
    if (last?.level !== to || last.isDecided !== isDecided)
      found.push({ level: to, from: at, isDecided })
  }
  return found
}

export interface Choice {
  /** Ids of rows; A is the older one. */
  readonly a: string
  readonly b: string
}

const comparable = (runs: Runs) => runs.filter((run) => whyNot(run) === undefined)
const at = (runs: Runs, id: string | null) => runs.findIndex((run) => run.id === id)

/** What the address says, else the newest change by analyzers and the row before. One run has nothing to compare with. */
export function choiceOf(all: Runs, a: string | null, b: string | null): Choice | undefined {
  const runs = comparable(all)
  if (runs.filter(({ analyzers }) => analyzers.length > 0).length < 2) return undefined
  const [one, two] = [at(runs, a), at(runs, b)]
  if (one >= 0 && two >= 0 && one !== two)
    return one > two ? pick(runs, one, two) : pick(runs, two, one)
  const moved = runs.findIndex(
    (run, index) => isChange(run) && run.analyzers.length > 0 && index < runs.length - 1,
  )
  const newest = Math.max(0, moved)
  return pick(runs, newest + 1, newest)
}

const pick = (runs: Runs, a: number, b: number): Choice => ({
  a: runs[a]?.id ?? '',
  b: runs[b]?.id ?? '',
})

/** A goes to older rows, and from the oldest one back to the one before B. */
export function moveA(all: Runs, { a, b }: Choice): Choice {
  const runs = comparable(all)
  const next = at(runs, a) + 1
  return pick(runs, next < runs.length ? next : at(runs, b) + 1, at(runs, b))
}

/** B goes to newer rows, and from the newest one back to the one after A. */
export function moveB(all: Runs, { a, b }: Choice): Choice {
  const runs = comparable(all)
  const next = at(runs, b) - 1
  return pick(runs, at(runs, a), next >= 0 ? next : at(runs, a) - 1)
}

export interface Pair {
  readonly analyzer: string
  readonly before: string
  readonly after: string
}

export interface Compared {
  readonly pairs: readonly Pair[]
  /** Analyzers that ran for the first time between the two. */
  readonly onlyAfter: readonly string[]
  /** Analyzers of which a report was deleted. */
  readonly deleted: readonly string[]
}

/** What each analyzer had said last at either row. */
export function comparedAt(runs: Runs, { a, b }: Choice): Compared {
  const before = reportsAt(runs, a)
  const after = reportsAt(runs, b)
  const changed = [...after].filter(([name, { jobId }]) => before.get(name)?.jobId !== jobId)
  const pairs: Pair[] = []
  const onlyAfter: string[] = []
  const deleted: string[] = []
  for (const [name, ran] of changed) {
    const former = before.get(name)
    if (!former) onlyAfter.push(ran.analyzer)
    else if (former.state === 'removed' || ran.state === 'removed') deleted.push(ran.analyzer)
    else pairs.push({ analyzer: ran.analyzer, before: former.jobId, after: ran.jobId })
  }
  return { pairs, onlyAfter, deleted }
}

/** Versions of an analyzer are one. */
function reportsAt(runs: Runs, id: string): Map<string, Ran> {
  const found = new Map<string, Ran>()
  for (const run of runs.slice(Math.max(0, at(runs, id))))
    for (const ran of run.analyzers) {
      const name = withoutVersion(ran.analyzer)
      if ((ran.state === 'report' || ran.state === 'removed') && !found.has(name))
        found.set(name, ran)
    }
  return found
}
