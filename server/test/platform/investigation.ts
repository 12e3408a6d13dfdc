import type { Deps } from '../../src/deps.ts'
import { multipart, type Part } from '../forms.ts'
import type { Person, TestApp } from '../setup.ts'
import { insertRows, row } from './rows.ts'

/** A case without anything in it. */
export async function givenCase(
  { db }: Deps,
  { id = '~1001', number = 1, organization = 'alpha' } = {},
): Promise<string> {
  await insertRows(db, { cases: [row.case(id, { number, ...made(organization) })] })
  return id
}

/** An alert without observables. */
export async function givenAlert(
  { db }: Deps,
  { id = '~2001', reference = 'ref', organization = 'alpha' } = {},
): Promise<string> {
  await insertRows(db, {
    alerts: [row.alert(id, { source_ref: reference, ...made(organization) })],
  })
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
  const isFile = columns.attachment_id !== undefined
  await insertRows(db, {
    observables: [
      row.observable(id, isFile ? null : '1.1.1.1', {
        case_id: '~1001',
        data_type: isFile ? 'file' : 'ip',
        value_hash: columns.attachment_id ?? id,
        ...columns,
        ...made(organization),
      }),
    ],
  })
  return id
}

/** A task of a case. */
export async function givenTask(
  { db }: Deps,
  { id = '~4001', organization = 'alpha', case_id = '~1001' }: Given & { case_id?: string } = {},
): Promise<string> {
  await insertRows(db, { tasks: [row.task(id, case_id, made(organization))] })
  return id
}

/** A log of a task, which is made as well. */
export async function givenLog(
  deps: Deps,
  { id = '~5001', organization = 'alpha', ...columns }: Given = {},
): Promise<string> {
  const task = await givenTask(deps, { id: `~4${id.slice(1)}`, organization })
  await insertRows(deps.db, {
    task_logs: [row.log(id, task, '~1001', { ...columns, ...made(organization) })],
  })
  return id
}

/** An action that a responder ran on something. */
export const givenAction = ({ db }: Deps, objectId: string, organization = 'alpha') =>
  insertRows(db, {
    actions: [row.action(`~9${objectId.slice(1)}`, 'Observable', objectId, made(organization))],
  })

/** An analysis that was started from an observable. */
export const givenAnalysis = ({ db }: Deps, observableId: string, organization = 'alpha') =>
  insertRows(db, {
    observable_jobs: [row.job(`~8${observableId.slice(1)}`, observableId, made(organization))],
  })

const made = (organization: string) => ({ organization, created_by: 'init' })

/** Sends a file with `_json`, as the clients of today's platform do. */
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
