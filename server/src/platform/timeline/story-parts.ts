import type { StoryEntry } from '@assay/contract'
import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { CaseRow } from '../rows.ts'
import { begunTasks } from './begun-tasks.ts'

export type ReadStory = (db: Db, organization: string, row: CaseRow) => Promise<StoryEntry[]>

interface WrittenRow {
  readonly id: string
  readonly created_at: number
  readonly created_by: string
}

/** Which entry it is, when it was written, and by whom. */
export const written = (row: WrittenRow) => ({
  id: row.id,
  at: row.created_at,
  by: row.created_by,
})

/** The newest of each kind, up to this many: each may be long, and readers stop there. */
export const maxOfEach = 300
/** Of a comment or log; the entity itself has it whole. */
const maxMessage = 20_000

const cutMessage = sql<string>`substr(message, 1, ${sql.lit(maxMessage)})`.as('message')

export const comments: ReadStory = async (db, organization, { id }) => {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'created_at', 'created_by', 'updated_at', cutMessage])
    .where('organization', '=', organization)
    .where('case_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map((row) => ({
    ...written(row),
    kind: 'comment',
    message: row.message,
    isEdited: row.updated_at !== null,
  }))
}

export const logs: ReadStory = async (db, organization, { id }) => {
  const rows = await db
    .selectFrom('task_logs')
    .innerJoin('tasks', 'tasks.id', 'task_logs.task_id')
    .select(['task_logs.id', 'task_logs.task_id', 'task_logs.created_at', 'task_logs.created_by'])
    .select(['tasks.title', cutMessage])
    .where('task_logs.organization', '=', organization)
    .where('tasks.organization', '=', organization)
    .where('tasks.case_id', '=', id)
    .orderBy('task_logs.created_at', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map((row) => ({
    ...written(row),
    kind: 'log',
    title: row.title,
    message: row.message,
    taskId: row.task_id,
  }))
}

export const tasks: ReadStory = async (db, organization, { id }) => {
  const rows = await begunTasks(db, organization, id, maxOfEach)
  return rows.flatMap(({ id: taskId, title, status, assignee, start_date, end_date }) => {
    const task = {
      id: taskId,
      kind: 'task' as const,
      title,
      taskId,
      ...(assignee !== null && { by: assignee }),
    }
    return [
      ...(start_date === null ? [] : [{ ...task, at: start_date, status: 'started' }]),
      ...(end_date === null
        ? []
        : [{ ...task, at: end_date, status: status === 'Cancel' ? 'cancelled' : 'done' }]),
    ]
  })
}

/** What was merged into the case, and what it was made of: that has its very moment. */
export const alerts: ReadStory = async (db, organization, { id, created_at }) => {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'title', 'import_date', 'updated_at'])
    .where('organization', '=', organization)
    .where('case_id', '=', id)
    .orderBy('import_date', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(({ id: alertId, title, import_date, updated_at }) => ({
    id: alertId,
    kind: 'alert',
    at: import_date ?? updated_at ?? created_at,
    title,
    status: import_date === created_at ? 'opened' : 'merged',
  }))
}

export const techniques: ReadStory = async (db, organization, { id }) => {
  const rows = await db
    .selectFrom('procedures')
    .leftJoin('patterns', 'patterns.pattern_id', 'procedures.pattern_id')
    .select(['procedures.id', 'procedures.pattern_id', 'procedures.tactic', 'patterns.name'])
    .select(['procedures.created_at', 'procedures.created_by'])
    .where('procedures.organization', '=', organization)
    .where('procedures.case_id', '=', id)
    .orderBy('procedures.created_at', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map((row) => ({
    ...written(row),
    kind: 'technique',
    title: row.name ?? row.pattern_id,
    patternId: row.pattern_id,
    tactic: row.tactic,
  }))
}

export const events: ReadStory = async (db, organization, { id }) => {
  const rows = await db
    .selectFrom('custom_events')
    .select(['id', 'title', 'date', 'end_date', 'created_by'])
    .select(sql<string | null>`substr(description, 1, ${sql.lit(maxMessage)})`.as('message'))
    .where('organization', '=', organization)
    .where('case_id', '=', id)
    .orderBy('date', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: 'event',
    at: row.date,
    by: row.created_by,
    title: row.title,
    ...(row.message !== null && { message: row.message }),
    ...(row.end_date !== null && { endDate: row.end_date }),
  }))
}
