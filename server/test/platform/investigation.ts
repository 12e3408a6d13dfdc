import type { Deps } from '../../src/deps.ts'
import { multipart, type Part } from '../forms.ts'
import type { Person, TestApp } from '../setup.ts'

const marks = {
  title: 'A title',
  description: 'A description',
  severity: 2,
  flag: 0,
  tlp: 2,
  pap: 2,
  tags: '[]',
  custom_fields: '{}',
}

const made = (organization: string) => ({
  organization,
  created_at: 1_000,
  created_by: 'init',
  updated_at: null,
  updated_by: null,
})

/** A case without anything in it. */
export async function givenCase(
  { db }: Deps,
  { id = '~1001', number = 1, organization = 'alpha' } = {},
): Promise<string> {
  await db
    .insertInto('cases')
    .values({
      id,
      number,
      ...marks,
      status: 'Open',
      start_date: 1_000,
      end_date: null,
      summary: null,
      resolution_status: null,
      impact_status: null,
      assignee: null,
      ...made(organization),
    })
    .execute()
  return id
}

/** An alert without observables. */
export async function givenAlert(
  { db }: Deps,
  { id = '~2001', reference = 'ref', organization = 'alpha' } = {},
): Promise<string> {
  await db
    .insertInto('alerts')
    .values({
      id,
      ...marks,
      type: 'internal',
      source: 'test',
      source_ref: reference,
      external_link: null,
      date: 1_000,
      last_sync_date: 1_000,
      read: 0,
      follow: 1,
      case_template: null,
      case_id: null,
      import_date: null,
      ...made(organization),
    })
    .execute()
  return id
}

interface Given {
  id?: string
  organization?: string
  attachment_id?: string
}

/** An observable of a case. */
export async function givenObservable(
  { db }: Deps,
  { id = '~3001', organization = 'alpha', ...columns }: Given & { case_id?: string } = {},
): Promise<string> {
  await db
    .insertInto('observables')
    .values({
      id,
      case_id: '~1001',
      data_type: columns.attachment_id === undefined ? 'ip' : 'file',
      data: columns.attachment_id === undefined ? '1.1.1.1' : null,
      value_hash: columns.attachment_id ?? id,
      tlp: 2,
      ioc: 0,
      sighted: 0,
      tags: '[]',
      reports: '{}',
      ...columns,
      ...made(organization),
    })
    .execute()
  return id
}

/** A task of a case. */
export async function givenTask(
  { db }: Deps,
  { id = '~4001', organization = 'alpha', ...columns }: Given & { case_id?: string } = {},
): Promise<string> {
  await db
    .insertInto('tasks')
    .values({
      id,
      case_id: '~1001',
      title: 'A task',
      task_group: 'default',
      status: 'Waiting',
      flag: 0,
      position: 0,
      ...columns,
      ...made(organization),
    })
    .execute()
  return id
}

/** A log of a task, which is made as well. */
export async function givenLog(
  deps: Deps,
  { id = '~5001', organization = 'alpha', ...columns }: Given = {},
): Promise<string> {
  const task = await givenTask(deps, { id: `~4${id.slice(1)}`, organization })
  await deps.db
    .insertInto('task_logs')
    .values({
      id,
      task_id: task,
      case_id: '~1001',
      message: 'm',
      ...columns,
      ...made(organization),
    })
    .execute()
  return id
}

/** An action that a responder ran on something. */
export const givenAction = ({ db }: Deps, objectId: string, organization = 'alpha') =>
  db
    .insertInto('actions')
    .values({
      id: `~9${objectId.slice(1)}`,
      responder_id: 'r',
      responder_name: 'r',
      responder_definition: 'r',
      object_type: 'Observable',
      object_id: objectId,
      tlp: 2,
      pap: 2,
      parameters: '{}',
      engine_id: 'local',
      engine_job_id: 'j',
      status: 'Waiting',
      start_date: 1,
      end_date: null,
      report: '{}',
      operations: '[]',
      next_poll_at: null,
      poll_failures: 0,
      ...made(organization),
    })
    .execute()

/** An analysis that was started from an observable. */
export const givenAnalysis = ({ db }: Deps, observableId: string, organization = 'alpha') =>
  db
    .insertInto('observable_jobs')
    .values({
      id: `~8${observableId.slice(1)}`,
      observable_id: observableId,
      analyzer_id: 'a',
      analyzer_name: 'a',
      analyzer_definition: 'a',
      engine_id: 'local',
      engine_job_id: 'j',
      status: 'Waiting',
      start_date: 1,
      end_date: null,
      report: '{}',
      operations: '[]',
      next_poll_at: null,
      poll_failures: 0,
      ...made(organization),
    })
    .execute()

/** Sends a file with `_json` beside it, as the clients of today's platform do. */
export const upload = (
  app: TestApp,
  url: string,
  json: Record<string, unknown>,
  file: Omit<Part, 'name'>,
  as: Person = 'analyze',
) =>
  app.inject({
    as,
    method: 'POST',
    url,
    ...multipart(
      { name: '_json', value: JSON.stringify(json) },
      { name: 'attachment', type: 'application/octet-stream', ...file },
    ),
  })
