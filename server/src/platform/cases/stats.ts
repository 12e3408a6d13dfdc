import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { countOwnedBy } from '../../storage/rows/count-owned.ts'

/** Version 0 with `nstats`: how much each case holds. */
export async function addCaseStats(
  db: Db,
  organization: string,
  rows: readonly { id: string }[],
  views: Record<string, unknown>[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const tasks = await taskCounts(db, organization, ids)
  const artifacts = await observableCounts(db, organization, ids)
  const alerts = await alertsOfCases(db, organization, ids)
  for (const [index, view] of views.entries()) {
    const id = ids[index] ?? ''
    view.stats = {
      tasks: tasks.get(id) ?? { total: 0 },
      artifacts: { count: artifacts.get(id) ?? 0 },
      alerts: (alerts.get(id) ?? []).map(({ type, source }) => ({ type, source })),
      mergeFrom: null,
      mergeInto: null,
      // Nothing is shared between organizations.
      isOwner: true,
      shareCount: 0,
    }
  }
}

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

export const observableCounts = (db: Db, organization: string, caseIds: readonly string[]) =>
  countOwnedBy(db, 'observables', 'case_id', organization, caseIds)

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

/** Those of these cases that have a task which the organization has to act on. */
export async function casesToActOn(
  db: Db,
  organization: string,
  caseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await inBatches(caseIds, (ids) =>
    db
      .selectFrom('tasks')
      .select('case_id')
      .distinct()
      .where('organization', '=', organization)
      .where('case_id', 'in', ids)
      .where('action_required', '=', 1)
      .execute(),
  )
  return new Set(found.map(({ case_id }) => case_id))
}
