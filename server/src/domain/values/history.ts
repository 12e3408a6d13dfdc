import {
  type HistoryJob,
  type HistoryRun,
  type ListChange,
  listChanges,
  programOf,
  runsOf,
} from './history-runs.ts'
import type { Change } from './verdict.ts'

/** What an analyzer said over time. */
export interface SaidOverTime {
  readonly workerId: string
  /** Newest first. */
  readonly changes: readonly Change[]
}

/** What a person decided; for one case it comes before one for everywhere. */
export interface Decided {
  readonly id: string
  readonly caseId: string | null
  /** Rank of a verdict. */
  readonly level: number
  readonly at: number
  readonly endedAt: number | null
  readonly endedBy: string | null
}

export interface VersionChange {
  readonly worker: string
  readonly before: string
  readonly after: string
}

export type HistoryCause =
  | { readonly kind: 'first' | 'evidence' | 'again' }
  | { readonly kind: 'list'; readonly lists: readonly ListChange[] }
  | { readonly kind: 'version'; readonly version: VersionChange }
  | { readonly kind: 'decision'; readonly id: string; readonly step: DecisionStep }
export type DecisionStep = 'marked' | 'withdrawn' | 'expired'

/** One run or one decision. Ranks of verdicts; null where nothing was said yet. */
export interface HistoryRow {
  readonly at: number
  /** Missing where there was nothing before. */
  readonly from: number | null | undefined
  readonly to: number | null
  /** What analyzers say, where a person decided otherwise or the same. */
  readonly analyzers: number | null | undefined
  readonly cause: HistoryCause
  readonly run: HistoryRun | undefined
  /** Of each job that has a result. */
  readonly levels: ReadonlyMap<string, number>
}

type Event =
  | { readonly at: number; readonly run: HistoryRun }
  | { readonly at: number; readonly decision: Decided; readonly step: DecisionStep }

/**
 * How the verdict of a value came to be what it is, oldest first: one row for each run of analyzers, whatever
 * the order in which they ended, and one for each decision of a person.
 */
export function historyOf(
  jobs: readonly HistoryJob[],
  said: readonly SaidOverTime[],
  decisions: readonly Decided[],
): HistoryRow[] {
  const changes = new Map(said.map((one) => [one.workerId, one.changes]))
  const events: Event[] = [
    ...runsOf(jobs).map((run) => ({ at: run.endedAt, run })),
    ...stepsOf(decisions),
  ].sort((a, b) => a.at - b.at)
  const known: Known = { levels: new Map(), last: new Map(), versions: new Map() }
  let hasRun = false
  return events.map((event, index) => {
    const before = momentOf(known)
    const common = { at: event.at, from: index === 0 ? undefined : before.level }
    if ('decision' in event) {
      const { decision, step } = event
      decide(known, decision, step)
      const cause: HistoryCause = { kind: 'decision', id: decision.id, step }
      return { ...common, ...after(known), cause, run: undefined, levels: new Map() }
    }
    const found = addRun(known, event.run, changes)
    const moved = momentOf(known)
    const cause = hasRun
      ? causeOf(found, before.analyzers ?? 0, moved.analyzers ?? 0)
      : { kind: 'first' as const }
    hasRun = true
    return { ...common, ...after(known), cause, run: event.run, levels: found.levels }
  })
}

/** One that was replaced ends with the beginning of the next. */
function stepsOf(decisions: readonly Decided[]): Event[] {
  const begins = new Set(decisions.map(({ caseId, at }) => `${caseId ?? ''} ${at}`))
  return decisions
    .toSorted((a, b) => a.at - b.at)
    .flatMap((decision): Event[] => {
      const { at, endedAt, endedBy, caseId } = decision
      const marked = { at, decision, step: 'marked' as const }
      if (endedAt === null || begins.has(`${caseId ?? ''} ${endedAt}`)) return [marked]
      const step = endedBy === null ? ('expired' as const) : ('withdrawn' as const)
      return [marked, { at: endedAt, decision, step }]
    })
}

/** What is known at a moment. */
interface Known {
  /** What each analyzer said last. */
  readonly levels: Map<string, { readonly rank: number; readonly at: number }>
  /** The last report of each analyzer. */
  readonly last: Map<string, HistoryJob>
  readonly versions: Map<string, string>
  everywhere?: number | undefined
  here?: number | undefined
}

function momentOf({ levels, everywhere, here }: Known) {
  const ranks = [...levels.values()].map(({ rank }) => rank)
  const analyzers = ranks.length === 0 ? null : Math.max(...ranks)
  const decided = here ?? everywhere
  return { level: decided ?? analyzers, analyzers, isDecided: decided !== undefined }
}

function after(known: Known) {
  const { level, analyzers, isDecided } = momentOf(known)
  return { to: level, analyzers: isDecided ? analyzers : undefined }
}

function decide(known: Known, { caseId, level }: Decided, step: DecisionStep): void {
  known[caseId === null ? 'everywhere' : 'here'] = step === 'marked' ? level : undefined
}

interface Found {
  /** Of each job with a result. */
  readonly levels: Map<string, number>
  readonly lists: ListChange[]
  readonly versions: VersionChange[]
  /** What each analyzer of the run said before and says now. */
  readonly moves: { readonly job: HistoryJob; readonly from: number; readonly to: number }[]
}

function addRun(
  known: Known,
  { jobs }: HistoryRun,
  changes: ReadonlyMap<string, readonly Change[]>,
): Found {
  const found: Found = { levels: new Map(), lists: [], versions: [], moves: [] }
  for (const job of jobs) {
    const { workerId, definition, endedAt } = job
    if (job.outcome !== 'done' || endedAt === undefined) continue
    const rank = rankAt(changes.get(workerId) ?? [], job.id, endedAt)
    if (rank !== undefined) {
      found.levels.set(job.id, rank)
      const former = known.levels.get(workerId)
      if (!former || former.at <= endedAt) {
        found.moves.push({ job, from: former?.rank ?? 0, to: rank })
        known.levels.set(workerId, { rank, at: endedAt })
      }
    }
    const previous = known.last.get(workerId)
    if (previous) found.lists.push(...listChanges(previous, job))
    known.last.set(workerId, job)
    if (definition === undefined) continue
    const { name, version } = programOf(definition)
    const former = known.versions.get(name)
    if (former !== undefined && former !== version)
      found.versions.push({ worker: job.worker, before: former, after: version })
    known.versions.set(name, version)
  }
  return found
}

/** Only the jobs that came to something else are written down. */
const rankAt = (changes: readonly Change[], jobId: string, at: number): number | undefined =>
  (changes.find((one) => one.jobId === jobId) ?? changes.find((one) => one.at <= at))?.rank

/** Where the analyzers came to another verdict, only what made them counts. */
function causeOf(found: Found, before: number, now: number): HistoryCause {
  const { lists, versions, moves } = found
  const movers = moves.filter(({ from, to }) =>
    now > before ? to === now && from < now : from === before && to < before,
  )
  const isMover = (of: (job: HistoryJob) => boolean) =>
    now === before || movers.some(({ job }) => of(job))
  const changed = lists.filter(({ workerId }) => isMover((job) => job.workerId === workerId))
  if (changed.length > 0) return { kind: 'list', lists: changed }
  const version = versions.find(({ worker }) => isMover((job) => job.worker === worker))
  if (version) return { kind: 'version', version }
  return { kind: now === before ? 'again' : 'evidence' }
}
