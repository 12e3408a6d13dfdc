import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { readTogether } from '../../storage/rows/pages.ts'
import type { AlertRow, CaseRow, ObservableRow, TaskRow } from '../rows.ts'
import { entityColumns } from './columns.ts'

/** Long related texts of one batch; with more the batch is halved. */
const maxBytesBeside = 4 * 1024 ** 2
/** So few are always taken together: 10 MiB at the worst. */
const alwaysTogether = 10

/** Thrown while a batch is rendered; the renderer tries again with half of it. */
export class TooMuchRelated extends Error {}

/** The rows of these ids, by id. */
export async function rowsById<R extends { id: string }>(
  db: Db,
  organization: string,
  entity: 'alert' | 'case' | 'observable' | 'task',
  ids: readonly (string | null)[],
): Promise<Map<string, R>> {
  const table = tables[entity]
  const different = [...new Set(ids)].filter((id) => id !== null)
  const rows = await readTogether<R>(
    db,
    {
      table,
      id: 'id',
      columns: entityColumns[entity],
      scope: sql<SqlBool>`${sql.ref(`${table}.organization`)} = ${organization}`,
    },
    different,
    different.length <= alwaysTogether ? Infinity : maxBytesBeside,
  )
  if (!rows) throw new TooMuchRelated()
  return new Map(rows.map((row) => [row.id, row]))
}

const tables = { alert: 'alerts', case: 'cases', observable: 'observables', task: 'tasks' } as const

type Ids = readonly (string | null)[]

export const casesById = (db: Db, organization: string, ids: Ids) =>
  rowsById<CaseRow>(db, organization, 'case', ids)

export const alertsById = (db: Db, organization: string, ids: Ids) =>
  rowsById<AlertRow>(db, organization, 'alert', ids)

export const tasksById = (db: Db, organization: string, ids: Ids) =>
  rowsById<TaskRow>(db, organization, 'task', ids)

export const observablesById = (db: Db, organization: string, ids: Ids) =>
  rowsById<ObservableRow>(db, organization, 'observable', ids)
