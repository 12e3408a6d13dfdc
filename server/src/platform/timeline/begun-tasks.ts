import type { Db } from '../../storage/database.ts'

/** Tasks in progress or ended: waiting ones have no moment. */
export const begunTasks = (db: Db, organization: string, caseId: string, limit: number) =>
  db
    .selectFrom('tasks')
    .select(['id', 'title', 'status', 'assignee', 'start_date', 'end_date'])
    .where('organization', '=', organization)
    .where('case_id', '=', caseId)
    .where((eb) => eb.or([eb('start_date', 'is not', null), eb('end_date', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
