import type { InvestigationJob, InvestigationValue } from '@assay/contract'
import { stateOf } from '../../domain/investigation.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import type { DecisionRow } from '../../storage/rows/decisions.ts'
import {
  type AnswerRow,
  reasonsFrom,
  reasonsOf,
  sentenceOf,
  verdictFrom,
} from '../values/answers.ts'
import { decisionPart, knownOf } from '../values/decisions.ts'
import { type Held, holdersOf } from '../values/holders.ts'
import { wantedOf } from '../values/named.ts'
import { isHeld } from '../values/visible.ts'
import { nameOfValue, type ValueRow, valuesOf } from './store.ts'

/** As many values as are looked up at once. */
const group = 500
const maxMessage = 300

export interface Detail {
  readonly values: InvestigationValue[]
  readonly jobs: InvestigationJob[]
}

/** The values of an investigation with what is known about them, and the jobs that are at it. */
export async function detailOf(
  db: Db,
  organization: string,
  id: string,
  seesAll: boolean,
): Promise<Detail> {
  const rows = await valuesOf(db, organization, id)
  const answers = new Map<string, AnswerRow[]>()
  const held = new Map<string, Held>()
  const decisions = new Map<string, DecisionRow>()
  for (let start = 0; start < rows.length; start += group) {
    const some = rows.slice(start, start + group)
    const wanted = some.map((row) => wantedOf(nameOfValue(row)))
    const keys = wanted.map(({ key }) => key)
    const known = await knownOf(db, organization, keys)
    for (const [key, found] of known.answers) answers.set(key, found)
    for (const [key, found] of known.decisions) decisions.set(key, found)
    for (const [key, found] of await holdersOf(db, organization, wanted)) held.set(key, found)
  }
  const jobs = seesAll ? await jobsOf(db, organization, id, answers) : []
  const jobsByValue = Map.groupBy(jobs, ({ key }) => key)
  const values = rows.map((row) => {
    const key = row.value_hash
    const shown = seesAll || isHeld(held.get(key)) ? (answers.get(key) ?? []) : []
    return {
      ...valueView(row, shown, held.get(key), jobsByValue.get(key) ?? []),
      ...decisionPart(decisions.get(key), shown),
    }
  })
  return { values, jobs }
}

function valueView(
  row: ValueRow,
  answers: readonly AnswerRow[],
  held: Held | undefined,
  jobs: readonly InvestigationJob[],
): InvestigationValue {
  const verdict = verdictFrom(answers)
  return {
    key: row.value_hash,
    ...nameOfValue(row),
    ...(row.file_name === null ? {} : { filename: row.file_name }),
    ...verdict,
    reasons: reasonsFrom(answers).slice(0, 2),
    cases: held?.cases ?? [],
    alerts: held?.alerts ?? 0,
    state: stateOf(verdict.level, {
      isRunning: jobs.some(({ status }) => status === 'Waiting' || status === 'InProgress'),
      hasFailed: jobs.some(
        ({ status, notApplicable }) => status === 'Failure' && notApplicable === undefined,
      ),
      isNotApplicable: jobs.some(({ notApplicable }) => notApplicable !== undefined),
    }),
  }
}

async function jobsOf(
  db: Db,
  organization: string,
  id: string,
  answers: ReadonlyMap<string, readonly AnswerRow[]>,
): Promise<InvestigationJob[]> {
  const rows = await db
    .selectFrom('investigation_jobs as w')
    .innerJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'w.job_id').onRef('jobs.organization', '=', 'w.organization'),
    )
    .select(['w.value_hash', 'jobs.id', 'jobs.worker_id', 'jobs.worker_name', 'jobs.status'])
    .select(['jobs.created_at', 'jobs.end_date', 'jobs.error_message', 'jobs.not_applicable'])
    .where('w.organization', '=', organization)
    .where('w.investigation_id', '=', id)
    .where('jobs.status', '!=', 'Deleted')
    .orderBy('jobs.worker_name')
    .orderBy('jobs.id')
    .execute()
  return rows.map((row) => {
    const answer = answers.get(row.value_hash)?.find(({ worker_id }) => worker_id === row.worker_id)
    return {
      id: row.id,
      key: row.value_hash,
      analyzer: row.worker_name,
      analyzerId: row.worker_id,
      status: row.status,
      ...said(row, answer),
      ...(row.not_applicable === null ? {} : { notApplicable: row.not_applicable }),
      createdAt: row.created_at,
      ...(row.end_date === null ? {} : { endDate: row.end_date }),
    }
  })
}

function said(
  { status, error_message }: { readonly status: string; readonly error_message: string | null },
  answer: AnswerRow | undefined,
): Pick<InvestigationJob, 'level' | 'text' | 'reason'> {
  if (status === 'Failure') return error_message ? { text: error_message.slice(0, maxMessage) } : {}
  if (status !== 'Success' || answer === undefined || answer.level === null) return {}
  const [first] = reasonsOf(answer)
  return {
    level: verdictOf(answer.level),
    ...(first ? { text: first.text, reason: sentenceOf(first) } : {}),
  }
}
