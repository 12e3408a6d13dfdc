import type { Entity } from '../../domain/response/query-entities.ts'
import type { Db } from '../../storage/database.ts'
import { alertV0 } from '../alerts/views.ts'
import { caseV0 } from '../cases/views.ts'
import { observableV0 } from '../observables/views.ts'
import { taskV0 } from '../tasks/views.ts'
import type { QueryScope } from './conditions.ts'
import { alertsById, casesById, observablesById, tasksById } from './rows-by-id.ts'

type Row = Record<string, unknown>

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const idsOf = (rows: readonly Row[], column: string) => rows.map((row) => textOf(row[column]))

/** Version 0 with `nparent`: what each row belongs to, and at depth 2 what that belongs to. */
export async function addParents(
  db: Db,
  { organization }: QueryScope,
  entity: Entity,
  rows: readonly Row[],
  views: Row[],
  depth: number,
): Promise<void> {
  const set = (key: string, parentOf: (row: Row) => unknown) => {
    for (const [index, view] of views.entries()) {
      const parent = parentOf(rows[index] ?? {})
      if (parent !== undefined) view[key] = parent
    }
  }
  const of = <R, V>(parents: Map<string, R>, column: string, view: (parent: R) => V) => {
    return (row: Row): V | undefined => {
      const parent = parents.get(textOf(row[column]) ?? '')
      return parent && view(parent)
    }
  }
  switch (entity) {
    case 'task':
    case 'observable': {
      set('case', of(await casesById(db, organization, idsOf(rows, 'case_id')), 'case_id', caseV0))
      if (entity === 'task') return
      const alerts = await alertsById(db, organization, idsOf(rows, 'alert_id'))
      set(
        'alert',
        of(alerts, 'alert_id', (alert) => alertV0(alert)),
      )
      return
    }
    case 'log': {
      const tasks = await tasksById(db, organization, idsOf(rows, 'task_id'))
      const caseIds = depth > 1 ? [...tasks.values()].map(({ case_id }) => case_id) : []
      const cases = await casesById(db, organization, caseIds)
      set(
        'case_task',
        of(tasks, 'task_id', (task) => {
          const parent = cases.get(task.case_id)
          return { ...taskV0(task), ...(parent && { case: caseV0(parent) }) }
        }),
      )
      return
    }
    case 'job': {
      const observables = await observablesById(db, organization, idsOf(rows, 'observable_id'))
      set('case_artifact', of(observables, 'observable_id', observableV0))
      return
    }
    default:
      return
  }
}
