import { maxTouched, type ValueImpact } from '@assay/contract'
import { freshnessOf } from '../../domain/values/freshness.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import type { Wanted } from './named.ts'

/** What it touched, whatever became of that since: a benign verdict may have been acted on. */
export async function impactOf(
  db: Db,
  organization: string,
  { key, hashes, value, isFile }: Wanted,
  now: number,
): Promise<ValueImpact> {
  const answers = await db
    .selectFrom('value_answers')
    .select(['level', 'level_since', 'answered_at'])
    .where('organization', '=', organization)
    .where('value_hash', '=', key)
    .where('level', 'is not', null)
    .execute()
  const level = answers.length === 0 ? null : Math.max(...answers.map((row) => row.level ?? 0))
  const answeredAt = latest(answers.map((row) => row.answered_at))
  const since = latest(answers.filter((row) => row.level === level).map((row) => row.level_since))
  const held = db
    .selectFrom('observables')
    .where('observables.organization', '=', organization)
    .where('observables.value_hash', 'in', [...hashes])
    .$if(!isFile, (query) => query.where('observables.data_type', '=', value.dataType))
  const cases = await held
    .innerJoin('cases', (join) =>
      join
        .onRef('cases.id', '=', 'observables.case_id')
        .onRef('cases.organization', '=', 'observables.organization'),
    )
    .select(['cases.id', 'cases.number', 'cases.title', 'cases.status', 'cases.assignee'])
    .select('cases.end_date')
    .distinct()
    .orderBy('cases.number', 'desc')
    .limit(maxTouched)
    .execute()
  const { alerts } = await held
    .innerJoin('alerts', (join) =>
      join
        .onRef('alerts.id', '=', 'observables.alert_id')
        .onRef('alerts.organization', '=', 'observables.organization'),
    )
    .select((eb) => eb.fn.count<number>('alerts.id').distinct().as('alerts'))
    .where('alerts.case_id', 'is', null)
    .executeTakeFirstOrThrow()
  const responses = await db
    .selectFrom('actions')
    .select(['id', 'responder_name', 'status', 'start_date', 'created_by', 'object_id'])
    .where('organization', '=', organization)
    .where('object_type', '=', 'Observable')
    .where('object_id', 'in', held.select('observables.id'))
    .orderBy('start_date', 'desc')
    .orderBy('id')
    .limit(maxTouched)
    .execute()
  return {
    level: level === null ? null : verdictOf(level),
    since,
    answeredAt,
    freshness:
      level === null || answeredAt === null
        ? null
        : freshnessOf({ dataType: isFile ? 'file' : value.dataType, level, answeredAt }, now),
    cases: cases.map(({ end_date: endDate, ...row }) => ({ ...row, endDate })),
    alerts: Number(alerts),
    responses: responses.map((row) => ({
      id: row.id,
      responderName: row.responder_name,
      status: row.status,
      at: row.start_date,
      by: row.created_by,
      objectId: row.object_id,
    })),
  }
}

const latest = (moments: readonly (number | null)[]): number | null =>
  moments.reduce((last, at) => (at !== null && at > (last ?? 0) ? at : last), null)
