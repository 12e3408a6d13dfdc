import type { TimelineEvent } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import type { CaseRow } from '../rows.ts'
import { begunTasks } from './begun-tasks.ts'

/** The latest of each kind, up to this many: a longer list of alerts does not help. */
const maxOfEach = 1_000

/** What happened in a case, the oldest first. */
export async function timelineOf(
  db: Db,
  organization: string,
  row: CaseRow,
): Promise<TimelineEvent[]> {
  const { id, title, number } = row
  const ofCase = { entity: 'Case', entityId: id, details: { title, number } }
  const events: TimelineEvent[] = [{ date: row.start_date, kind: 'CaseStart', ...ofCase }]
  if (row.end_date !== null) events.push({ date: row.end_date, kind: 'CaseEnd', ...ofCase })
  const parts = [alerts, tasks, procedures, customEvents]
  for (const read of parts) events.push(...(await read(db, organization, id)))
  return events.sort((a, b) => a.date - b.date)
}

type Read = (db: Db, organization: string, caseId: string) => Promise<TimelineEvent[]>

const alerts: Read = async (db, organization, caseId) => {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'title', 'type', 'source', 'date', 'import_date'])
    .where('organization', '=', organization)
    .where('case_id', '=', caseId)
    .orderBy('date', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.flatMap(({ id, title, type, source, date, import_date }) => {
    const alert = { entity: 'Alert', entityId: id, details: { title, type, source } }
    const imported = import_date ?? undefined
    return [
      { date, kind: 'AlertOccurred', ...alert },
      ...(imported === undefined ? [] : [{ date: imported, kind: 'AlertImported', ...alert }]),
    ]
  })
}

const tasks: Read = async (db, organization, caseId) => {
  const rows = await begunTasks(db, organization, caseId, maxOfEach)
  return rows.flatMap(({ id, title, status, start_date, end_date }) => {
    const task = { entity: 'Task', entityId: id, details: { title, status } }
    return [
      ...(start_date === null ? [] : [{ date: start_date, kind: 'TaskStart', ...task }]),
      ...(end_date === null ? [] : [{ date: end_date, kind: 'TaskEnd', ...task }]),
    ]
  })
}

const procedures: Read = async (db, organization, caseId) => {
  const rows = await db
    .selectFrom('procedures')
    .select(['id', 'pattern_id', 'tactic', 'occur_date'])
    .where('organization', '=', organization)
    .where('case_id', '=', caseId)
    .orderBy('occur_date', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(({ id, pattern_id, tactic, occur_date }) => ({
    date: occur_date,
    kind: 'Procedure',
    entity: 'Procedure',
    entityId: id,
    details: { patternId: pattern_id, tactic },
  }))
}

const customEvents: Read = async (db, organization, caseId) => {
  const rows = await db
    .selectFrom('custom_events')
    .select(['id', 'title', 'date', 'end_date'])
    .where('organization', '=', organization)
    .where('case_id', '=', caseId)
    .orderBy('date', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(({ id, title, date, end_date }) => ({
    date,
    ...(end_date !== null && { endDate: end_date }),
    kind: 'CustomEvent',
    entity: 'CustomEvent',
    entityId: id,
    details: { title },
  }))
}
