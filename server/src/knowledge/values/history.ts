import type { RuleCredit, ValueHistory, ValueRun } from '@assay/contract'
import { type HistoryRow, historyOf } from '../../domain/values/history.ts'
import { type HistoryJob, isOfWatch } from '../../domain/values/history-runs.ts'
import { maxChangesLength, readChanges, verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import type { DecisionRow } from '../../storage/rows/decisions.ts'
import { ruleCredits } from '../../storage/rows/rule-credits.ts'
import type { AnswerRow } from './answers.ts'
import { decisionView } from './decisions.ts'
import { historyJobs } from './history-jobs.ts'
import { type ListAuthor, listAuthors } from './list-authors.ts'
import type { Wanted } from './named.ts'

const maxRuns = 50
const maxAnalyzers = 100

interface Past {
  /** Of analyzers. */
  readonly rows: readonly AnswerRow[]
  readonly decisions: readonly DecisionRow[]
  /** There are older ones. */
  readonly isCut: boolean
}

/** How the verdict of a value came to be what it is: one row for each run and each decision. */
export async function valueHistory(
  db: Db,
  organization: string,
  wanted: Wanted,
  { rows, decisions, isCut }: Past,
): Promise<ValueHistory> {
  const known = rows.flatMap((row) => [
    row.job_id ?? '',
    ...readChanges(row.changes).map(({ jobId }) => jobId),
  ])
  const [{ jobs, completeSince }, investigations] = await Promise.all([
    historyJobs(db, organization, wanted, known),
    investigationsOf(db, organization, wanted),
  ])
  const said = rows.map((row) => ({
    workerId: row.worker_id,
    changes: readChanges(row.changes),
  }))
  const all = historyOf(
    [...jobs, ...goneJobs(rows, jobs)],
    said,
    decisions.map((row) => ({
      id: row.id,
      caseId: row.case_id,
      level: row.level,
      at: row.at,
      endedAt: row.ended_at,
      endedBy: row.ended_by,
    })),
  )
  const since = Math.max(
    completeSince,
    isCut ? (decisions.at(-1)?.at ?? 0) : 0,
    ...rows.map(firstKnown),
  )
  const complete = all.filter(({ at }) => at >= since)
  const shown = complete.slice(-maxRuns).reverse()
  const changes = shown.flatMap(({ cause }) => (cause.kind === 'list' ? cause.lists : []))
  const authors = await listAuthors(db, organization, changes)
  const causes = shown.map(({ run }) => run?.jobs[0]?.asker)
  const ofRules = causes.flatMap((asker) => (asker?.kind === 'rule' ? asker.cause : []))
  const rules = await ruleCredits(db, organization, ofRules)
  const view: Shown = { rows, decisions, investigations, authors, rules }
  return {
    runs: shown.map((row) => runView(row, view)),
    isCut: shown.length < all.length || isCut,
  }
}

/** Of an analyzer whose changes are cut off at the end, nothing is known before the first of them. */
function firstKnown({ changes }: AnswerRow): number {
  return changes.length < maxChangesLength ? 0 : (readChanges(changes).at(-1)?.at ?? 0)
}

/** Jobs that were removed before their traces were kept: of these only what they came to is known. */
function goneJobs(rows: readonly AnswerRow[], jobs: readonly HistoryJob[]): HistoryJob[] {
  const found = new Set(jobs.map(({ id }) => id))
  return rows.flatMap((row) => {
    const last =
      row.job_id === null ? [] : [{ jobId: row.job_id, at: row.answered_at ?? row.first_at }]
    const gone = [...readChanges(row.changes), ...last].filter(
      ({ jobId }) => jobId !== '' && !found.has(jobId),
    )
    return [...new Map(gone.map((one) => [one.jobId, one])).values()].map(({ jobId, at }) => ({
      id: jobId,
      workerId: row.worker_id,
      worker: row.worker_name,
      outcome: 'done' as const,
      startedAt: at,
      endedAt: at,
      hasReport: false,
    }))
  })
}

interface Named {
  readonly id: string
  readonly name: string
}

/** By job, the investigation for which it ran. */
async function investigationsOf(
  db: Db,
  organization: string,
  { key }: Wanted,
): Promise<Map<string, Named>> {
  const rows = await db
    .selectFrom('investigation_values as v')
    .innerJoin('investigation_jobs as j', (join) =>
      join
        .onRef('j.investigation_id', '=', 'v.investigation_id')
        .onRef('j.value_hash', '=', 'v.value_hash'),
    )
    .innerJoin('investigations as i', 'i.id', 'v.investigation_id')
    .select(['j.job_id', 'i.id', 'i.name'])
    .where('v.organization', '=', organization)
    .where('v.value_hash', '=', key)
    .orderBy('i.created_at')
    .limit(maxJobsOfInvestigations)
    .execute()
  return new Map(rows.map(({ job_id, id, name }) => [job_id, { id, name }]))
}

const maxJobsOfInvestigations = 500

interface Shown {
  readonly rows: readonly AnswerRow[]
  readonly decisions: readonly DecisionRow[]
  readonly investigations: ReadonlyMap<string, Named>
  readonly authors: ReadonlyMap<object, ListAuthor>
  /** By run. */
  readonly rules: ReadonlyMap<string, RuleCredit>
}

const levelOf = (rank: number | null) => (rank === null ? null : verdictOf(rank))

function runView(row: HistoryRow, shown: Shown): ValueRun {
  const jobs = row.run?.jobs ?? []
  const [first] = jobs
  const { cause } = row
  const id = cause.kind === 'decision' ? `${cause.id}-${cause.step}` : (first?.id ?? '')
  return {
    id,
    at: row.at,
    ...(row.from === undefined ? {} : { from: levelOf(row.from) }),
    to: levelOf(row.to),
    ...(row.analyzers === undefined ? {} : { analyzersLevel: levelOf(row.analyzers) }),
    cause: causeView(row, shown),
    ...askedView(jobs, shown),
    analyzers: jobs.slice(0, maxAnalyzers).map((job) => ({
      analyzer: job.worker,
      analyzerId: job.workerId,
      jobId: job.id,
      level: levelOf(row.levels.get(job.id) ?? null),
      state: stateOf(job),
    })),
  }
}

function stateOf(job: HistoryJob): ValueRun['analyzers'][number]['state'] {
  if (job.outcome === 'open') return 'running'
  if (job.outcome === 'failed') return 'failed'
  return job.hasReport ? 'report' : 'removed'
}

function askedView(
  jobs: readonly HistoryJob[],
  { investigations, rules }: Shown,
): Pick<ValueRun, 'asked'> {
  const asker = jobs[0]?.asker
  if (!asker) return {}
  const investigation = jobs.map(({ id }) => investigations.get(id)).find(Boolean)
  const rule = asker.kind === 'rule' ? rules.get(asker.cause ?? '') : undefined
  const as = isOfWatch(asker) ? ('watch' as const) : (asker.kind ?? undefined)
  return {
    asked: {
      by: asker.login,
      ...(as === undefined ? {} : { as }),
      ...(rule === undefined ? {} : { rule }),
      ...(investigation === undefined ? {} : { investigation }),
    },
  }
}

const kinds = {
  first: 'firstAnalysis',
  evidence: 'newEvidence',
  again: 'reanalysis',
} as const

function causeView({ cause }: HistoryRow, { rows, decisions, authors }: Shown): ValueRun['cause'] {
  switch (cause.kind) {
    case 'list': {
      const [first, ...others] = cause.lists
      if (!first) return { kind: 'reanalysis' }
      const { list: name, source, change } = first
      const author = authors.get(first)
      return {
        kind: 'listChanged',
        list: { name, source, change, ...author, others: others.length },
      }
    }
    case 'version': {
      const { worker: analyzer, before, after } = cause.version
      return { kind: 'newVersion', version: { analyzer, before, after } }
    }
    case 'decision': {
      const row = decisions.find(({ id }) => id === cause.id)
      if (!row) return { kind: 'decision' }
      return { kind: 'decision', decision: { ...decisionView(row, rows), step: cause.step } }
    }
    default:
      return { kind: kinds[cause.kind] }
  }
}
