import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'

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

export async function byId<R extends { id: string }>(
  ids: readonly (string | null)[],
  read: (ids: string[]) => Promise<R[]>,
): Promise<Map<string, R>> {
  return new Map((await inBatches(ids, read)).map((row) => [row.id, row]))
}

export const casesById = (db: Db, organization: string, ids: readonly (string | null)[]) =>
  byId(ids, (some) =>
    db
      .selectFrom('cases')
      .selectAll()
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )

export const alertsById = (db: Db, organization: string, ids: readonly (string | null)[]) =>
  byId(ids, (some) =>
    db
      .selectFrom('alerts')
      .selectAll()
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )

export const tasksById = (db: Db, organization: string, ids: readonly (string | null)[]) =>
  byId(ids, (some) =>
    db
      .selectFrom('tasks')
      .selectAll()
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )

export const observablesById = (db: Db, organization: string, ids: readonly (string | null)[]) =>
  byId(ids, (some) =>
    db
      .selectFrom('observables')
      .selectAll()
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )

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
