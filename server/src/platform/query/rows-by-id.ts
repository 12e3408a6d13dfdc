import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { readTogether } from '../../storage/row-pages.ts'
import type { AlertRow, CaseRow, ObservableRow, TaskRow } from '../rows.ts'
import { entityColumns } from './columns.ts'

/** Far below the number of values that one statement may bind on either database. */
const batch = 1_000

/** Rows that belong to these ids, asked for in a few statements however many ids there are. */
export async function inBatches<R>(
  ids: readonly (string | null)[],
  read: (ids: string[]) => Promise<R[]>,
): Promise<R[]> {
  const different = [...new Set(ids)].filter((id) => id !== null)
  const rows: R[] = []
  for (let start = 0; start < different.length; start += batch) {
    rows.push(...(await read(different.slice(start, start + batch))))
  }
  return rows
}

/** Long texts of what stands beside the rows of one batch; with more the batch is halved. */
const maxBytesBeside = 4 * 1024 ** 2
/** So few are always taken together: 10 MiB at the worst. */
const alwaysTogether = 10

/** Thrown while a batch is rendered; whoever renders it tries again with half of it. */
export class TooMuchBeside extends Error {}

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
  if (!rows) throw new TooMuchBeside()
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

/** `{ Waiting: 2, Completed: 1, total: 3 }` for each case that has tasks. */
export async function taskCounts(db: Db, organization: string, caseIds: readonly string[]) {
  const rows = await inBatches(caseIds, (ids) =>
    db
      .selectFrom('tasks')
      .select(['case_id', 'status', (eb) => eb.fn.countAll<number>().as('count')])
      .where('organization', '=', organization)
      .where('case_id', 'in', ids)
      .groupBy(['case_id', 'status'])
      .execute(),
  )
  const counts = new Map<string, Record<string, number>>()
  for (const { case_id, status, count } of rows) {
    const known = counts.get(case_id) ?? { total: 0 }
    known[status] = Number(count)
    known.total = (known.total ?? 0) + Number(count)
    counts.set(case_id, known)
  }
  return counts
}

export async function observableCounts(db: Db, organization: string, caseIds: readonly string[]) {
  const rows = await inBatches(caseIds, (ids) =>
    db
      .selectFrom('observables')
      .select(['case_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('organization', '=', organization)
      .where('case_id', 'in', ids)
      .groupBy('case_id')
      .execute(),
  )
  return new Map(rows.map(({ case_id, count }) => [case_id ?? '', Number(count)]))
}

export async function alertsOfCases(db: Db, organization: string, caseIds: readonly string[]) {
  const rows = await inBatches(caseIds, (ids) =>
    db
      .selectFrom('alerts')
      .select(['id', 'case_id', 'type', 'source'])
      .where('organization', '=', organization)
      .where('case_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
  )
  const alerts = new Map<string, { _id: string; type: string; source: string }[]>()
  for (const { id, case_id, type, source } of rows) {
    const known = alerts.get(case_id ?? '') ?? []
    known.push({ _id: id, type, source })
    alerts.set(case_id ?? '', known)
  }
  return alerts
}

/** Values that more than one observable holds. */
export async function seenElsewhere(
  db: Db,
  organization: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(hashes, (some) =>
    db
      .selectFrom('observables')
      .select('value_hash')
      .where('organization', '=', organization)
      .where('value_hash', 'in', some)
      .groupBy('value_hash')
      .having(sql`count(*)`, '>', 1)
      .execute(),
  )
  return new Set(rows.map(({ value_hash }) => value_hash))
}

export async function actionCounts(db: Db, organization: string, objectIds: readonly string[]) {
  const rows = await inBatches(objectIds, (ids) =>
    db
      .selectFrom('actions')
      .select(['object_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('organization', '=', organization)
      .where('object_id', 'in', ids)
      .groupBy('object_id')
      .execute(),
  )
  return new Map(rows.map(({ object_id, count }) => [object_id, Number(count)]))
}
