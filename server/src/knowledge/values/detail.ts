import type { ValueAnswer, ValueChange, ValueDetail } from '@assay/contract'
import { analyst } from '../../domain/values/decision.ts'
import { isLate } from '../../domain/values/late.ts'
import { movesOf, readChanges, verdictOf } from '../../domain/values/verdict.ts'
import { findFile } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import type { DecisionRow } from '../../storage/rows/decisions.ts'
import {
  type AnswerRow,
  byAnalyzers,
  isDecided,
  reasonsFrom,
  reasonsOf,
  verdictFrom,
} from './answers.ts'
import {
  changesOfDecisions,
  decisionPart,
  decisionView,
  knownOf,
  maxPast,
  pastDecisions,
} from './decisions.ts'
import { headlineOf } from './headline.ts'
import { valueHistory } from './history.ts'
import { holdersOf, sightingsOf } from './holders.ts'
import { investigationsOf } from './investigations.ts'
import { shownName, type Wanted } from './named.ts'
import type { MayShow } from './visible.ts'

const maxReasons = 24
const maxDecisions = 20
const maxChanges = 100
const maxRunning = 50
const maxNames = 10

/** Everything about one value. A reader without access to jobs does not see which are running. */
export async function valueDetail(
  db: Db,
  organization: string,
  wanted: Wanted,
  seesJobs: boolean,
  mayShow: MayShow,
  now: number,
  caseId?: string,
): Promise<ValueDetail> {
  const { answers, decisions } = await knownOf(db, organization, [wanted.key], caseId)
  const all = answers.get(wanted.key) ?? []
  const rows = byAnalyzers(all)
  const past = await pastDecisions(db, organization, wanted.key, caseId)
  const [held, sightings, investigations, running, notAsked, kept, file, history] =
    await Promise.all([
      holdersOf(db, organization, [wanted]),
      sightingsOf(db, organization, wanted),
      investigationsOf(db, organization, wanted),
      seesJobs ? runningOn(db, organization, wanted, now) : [],
      fittingAnalyzers(db, organization, wanted, rows),
      keptReports(db, organization, rows),
      wanted.isFile ? fileOf(db, organization, wanted, rows) : undefined,
      valueHistory(db, organization, wanted, {
        rows,
        decisions: past,
        isCut: past.length === maxPast,
      }),
    ])
  const { cases, caseCount = cases?.length ?? 0, alerts = 0 } = held.get(wanted.key) ?? {}
  const isSupported = rows.length > 0 || notAsked.length > 0
  const headline = await headlineOf(db, organization, wanted, all, {
    running,
    isSupported,
    mayShow,
  })
  return {
    ...shownName(wanted),
    ...(file ? { file } : {}),
    verdict: {
      ...verdictFrom(all),
      ...(rows.length > 0 ? { firstAt: Math.min(...rows.map((row) => row.first_at)) } : {}),
    },
    ...(all.some(isDecided) ? { analyzersLevel: verdictFrom(rows).level } : {}),
    ...decisionPart(decisions.get(wanted.key), all),
    decisions: past.slice(0, maxDecisions).map((row) => decisionView(row, rows)),
    headline,
    reasons: reasonsFrom(all, true).slice(0, maxReasons),
    answers: rows.map((row) => answerView(row, kept)).sort(worstFirst),
    sightings,
    investigations: investigations.rows,
    seenIn: { cases: caseCount, alerts, investigations: investigations.total },
    changes: changesOf(rows, past),
    history,
    running,
    notAsked,
  }
}

const rank = ({ level }: ValueAnswer) =>
  level === null ? 4 : ['malicious', 'suspicious', 'safe', 'none'].indexOf(level)
const worstFirst = (a: ValueAnswer, b: ValueAnswer) => rank(a) - rank(b)

/** A failure counts only until there is an answer again. */
function answerView(row: AnswerRow, kept: ReadonlySet<string>): ValueAnswer {
  const hasFailed = row.failed_at !== null && row.failed_at > (row.answered_at ?? 0)
  return {
    analyzer: row.worker_name,
    analyzerId: row.worker_id,
    level: row.level === null ? null : verdictOf(row.level),
    reasons: reasonsOf(row),
    ...(row.job_id === null ? {} : { jobId: row.job_id }),
    ...(row.answered_at === null ? {} : { at: row.answered_at }),
    hasReport: row.job_id !== null && kept.has(row.job_id),
    ...(hasFailed
      ? {
          failure: {
            jobId: row.failed_job_id ?? '',
            at: row.failed_at ?? 0,
            message: row.error ?? '',
            ...(row.not_applicable === null ? {} : { notApplicable: row.not_applicable }),
          },
        }
      : {}),
  }
}

function changesOf(rows: readonly AnswerRow[], past: readonly DecisionRow[]): ValueChange[] {
  const histories = [...rows.map(({ changes }) => readChanges(changes)), changesOfDecisions(past)]
  return movesOf(histories)
    .slice(0, maxChanges)
    .map(({ at, from, rank: to, by, jobId }) => ({
      at,
      ...(from === undefined ? {} : { from: verdictOf(from) }),
      to: verdictOf(to),
      analyzer: rows[by]?.worker_name ?? analyst,
      jobId,
    }))
}

async function keptReports(
  db: Db,
  organization: string,
  rows: readonly AnswerRow[],
): Promise<Set<string>> {
  const ids = rows.flatMap(({ job_id }) => job_id ?? [])
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('organization', '=', organization)
    .where('id', 'in', ids)
    .where('status', '=', 'Success')
    .execute()
  return new Set(found.map(({ id }) => id))
}

async function runningOn(
  db: Db,
  organization: string,
  { hashes, isFile, value }: Wanted,
  now: number,
) {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'worker_name', 'status', 'created_at', 'start_date'])
    .where('organization', '=', organization)
    .where(isFile ? 'attachment_id' : 'data_hash', 'in', hashes)
    .where('data_type', '=', value.dataType)
    .where('type', '=', 'analyzer')
    .where('status', 'in', ['Waiting', 'InProgress'])
    .orderBy('created_at')
    .limit(maxRunning)
    .execute()
  return rows.map((row) => ({
    analyzer: row.worker_name,
    jobId: row.id,
    status: row.status === 'Waiting' ? ('Waiting' as const) : ('InProgress' as const),
    since: row.status === 'Waiting' ? row.created_at : (row.start_date ?? row.created_at),
    isLate: isLate(row.status, row.created_at, now),
  }))
}

async function fittingAnalyzers(
  db: Db,
  organization: string,
  { value, isFile }: Wanted,
  rows: readonly AnswerRow[],
) {
  const asked = new Set(rows.map(({ worker_id }) => worker_id))
  const enabled = await db
    .selectFrom('workers')
    .select(['id', 'name', 'data_type_list'])
    .where('organization', '=', organization)
    .where('type', '=', 'analyzer')
    .orderBy('name')
    .limit(1000)
    .execute()
  const dataType = (isFile ? 'file' : value.dataType).toLowerCase()
  return enabled
    .filter(
      (worker) =>
        !asked.has(worker.id) &&
        (JSON.parse(worker.data_type_list) as string[]).some(
          (type) => type.toLowerCase() === dataType,
        ),
    )
    .map(({ id, name }) => ({ id, name }))
}

async function fileOf(
  db: Db,
  organization: string,
  wanted: Wanted,
  rows: readonly AnswerRow[],
): Promise<ValueDetail['file']> {
  const hash = wanted.hashes[0] ?? ''
  const [file, names] = await Promise.all([
    findFile(db, organization, hash),
    namesOf(db, organization, hash),
  ])
  const known = rows.flatMap(({ file_name }) => file_name ?? [])
  return {
    isStored: file !== undefined,
    names: [...new Set([...names, ...known])].toSorted().slice(0, maxNames),
    ...(file
      ? { size: file.size, contentType: file.contentType, sha1: file.sha1, md5: file.md5 }
      : {}),
  }
}

async function namesOf(db: Db, organization: string, hash: string): Promise<string[]> {
  const found = await Promise.all(
    (['observables', 'jobs', 'artifacts'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('attachment_name')
        .distinct()
        .where('organization', '=', organization)
        .where('attachment_id', '=', hash)
        .limit(maxNames)
        .execute(),
    ),
  )
  return found.flat().flatMap(({ attachment_name: name }) => name ?? [])
}
