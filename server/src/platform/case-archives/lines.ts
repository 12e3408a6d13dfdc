import type { Selectable } from 'kysely'
import type { CustomFieldValues } from '../../domain/response/custom-fields.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformTables } from '../../storage/tables/platform.ts'
import type { CaseRow, TaskLogRow, TaskRow } from '../rows.ts'
import type { FileOfLine, Line } from './format.ts'

const batch = 200

type CaseTable =
  | 'tasks'
  | 'task_logs'
  | 'observables'
  | 'comments'
  | 'attachments'
  | 'procedures'
  | 'custom_events'
  | 'pages'
  | 'case_reports'
  | 'case_links'

/** All rows that belong to the case, some at a time; rows removed since are left out. */
async function* rowsOf<T extends CaseTable>(
  db: Db,
  { organization, id }: CaseRow,
  of: T,
): AsyncGenerator<Selectable<PlatformTables[T]>> {
  // Kysely cannot say "one of these tables"; what is used here all of them have.
  const table = of as 'tasks'
  let after = ''
  while (true) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('organization', '=', organization)
      .where('case_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) yield row as unknown as Selectable<PlatformTables[T]>
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = last.id
  }
}

interface WithFile {
  readonly attachment_id: string | null
  readonly attachment_name: string | null
  readonly attachment_type: string | null
}

const fileOf = (row: WithFile): FileOfLine[] =>
  row.attachment_id === null
    ? []
    : [
        {
          sha256: row.attachment_id,
          name: row.attachment_name ?? row.attachment_id,
          contentType: row.attachment_type ?? 'application/octet-stream',
        },
      ]

/** Attributes without a value are left out: null is not valid for new entities. */
const said = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )

const writtenBy = (row: { created_by: string; created_at: number }) => ({
  by: row.created_by,
  at: row.created_at,
})

/** A case as lines of the document: the case first, tasks before their logs. */
export async function* linesOf(db: Db, row: CaseRow): AsyncGenerator<Line> {
  yield { kind: 'case', input: caseInput(row), ...writtenBy(row) }
  if (row.status !== 'Open') yield { kind: 'closing', input: closingInput(row) }
  const tasks = new Map<string, number>()
  for await (const task of rowsOf(db, row, 'tasks')) {
    tasks.set(task.id, tasks.size)
    yield { kind: 'task', task: tasks.size - 1, input: taskInput(task) }
  }
  for await (const log of rowsOf(db, row, 'task_logs')) {
    const task = tasks.get(log.task_id)
    if (task === undefined) continue
    yield { kind: 'log', task, ...writtenBy(log), ...(await logParts(db, log)) }
  }
  for await (const one of rowsOf(db, row, 'observables'))
    yield {
      kind: 'observable',
      files: fileOf(one),
      input: said({
        dataType: one.data_type,
        data: one.attachment_id === null ? one.data : null,
        message: one.message,
        tlp: one.tlp,
        tags: JSON.parse(one.tags),
        ioc: one.ioc === 1,
        sighted: one.sighted === 1,
        ignoreSimilarity: one.ignore_similarity === null ? null : one.ignore_similarity === 1,
      }),
    }
  for await (const one of rowsOf(db, row, 'comments'))
    yield { kind: 'comment', input: { message: one.message }, ...writtenBy(one) }
  for await (const one of rowsOf(db, row, 'attachments'))
    yield { kind: 'attachment', input: {}, files: fileOf(one) }
  // A file like any other where it is imported: that organization has not handed it out.
  for await (const { version, attachment_id } of rowsOf(db, row, 'case_reports'))
    yield {
      kind: 'attachment',
      input: {},
      files: fileOf({
        attachment_id,
        attachment_name: `report-${row.number}-v${version}.md`,
        attachment_type: 'text/markdown',
      }),
    }
  for await (const one of rowsOf(db, row, 'procedures'))
    yield {
      kind: 'procedure',
      input: said({
        patternId: one.pattern_id,
        tactic: one.tactic,
        occurDate: one.occur_date,
        description: one.description,
      }),
    }
  for await (const one of rowsOf(db, row, 'custom_events'))
    yield {
      kind: 'customEvent',
      input: said({
        date: one.date,
        endDate: one.end_date,
        title: one.title,
        description: one.description,
      }),
    }
  for await (const { title, content, category, position } of rowsOf(db, row, 'pages'))
    yield { kind: 'page', input: { title, content, category, order: position } }
  // To addresses only: other cases do not come along.
  for await (const { type, url } of rowsOf(db, row, 'case_links'))
    if (url !== null) yield { kind: 'link', input: { type, url } }
}

const caseInput = (row: CaseRow) =>
  said({
    title: row.title,
    description: row.description,
    severity: row.severity,
    startDate: row.start_date,
    tags: JSON.parse(row.tags),
    flag: row.flag === 1,
    tlp: row.tlp,
    pap: row.pap,
    summary: row.summary,
    customFields: Object.entries(JSON.parse(row.custom_fields) as CustomFieldValues).map(
      ([name, { value, order }]) => ({ name, value, ...(order === null ? {} : { order }) }),
    ),
  })

const closingInput = (row: CaseRow) =>
  said({
    status: row.extended_status ?? row.status,
    plainStatus: row.status,
    endDate: row.end_date,
    resolutionStatus: row.resolution_status,
    impactStatus: row.impact_status,
  })

const taskInput = (row: TaskRow) =>
  said({
    title: row.title,
    group: row.task_group,
    description: row.description,
    status: row.status,
    flag: row.flag === 1,
    mandatory: row.mandatory === 1,
    startDate: row.start_date,
    endDate: row.end_date,
    dueDate: row.due_date,
    order: row.position,
  })

async function logParts(db: Db, log: TaskLogRow) {
  const added = await db
    .selectFrom('attachments')
    .selectAll()
    .where('organization', '=', log.organization)
    .where('log_id', '=', log.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { input: { message: log.message }, files: [log, ...added].flatMap(fileOf) }
}
