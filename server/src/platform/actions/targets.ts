import { AppError } from '../../domain/errors.ts'
import { type TargetLabel, type TargetType, targetLabels } from '../../domain/response/targets.ts'
import type { Db } from '../../storage/database.ts'
import { alertV0 } from '../alerts/views.ts'
import { caseV0 } from '../cases/views.ts'
import { findObservable } from '../observables/store.ts'
import { observableV0 } from '../observables/views.ts'
import { findAlert } from '../parents/alert.ts'
import { findCase } from '../parents/case.ts'
import type { AlertRow, CaseRow, ObservableRow, TaskLogRow, TaskRow } from '../rows.ts'
import { findLog, findTask } from '../tasks/store.ts'
import { logV0, taskV0 } from '../tasks/views.ts'

/** What a responder is run on, with the case around it. */
export type Target =
  | { readonly type: 'case'; readonly case: CaseRow }
  | { readonly type: 'case_task'; readonly task: TaskRow; readonly case: CaseRow }
  | {
      readonly type: 'case_task_log'
      readonly log: TaskLogRow
      readonly task: TaskRow
      readonly case: CaseRow
    }
  | { readonly type: 'case_artifact'; readonly observable: ObservableRow; readonly case: CaseRow }
  | { readonly type: 'alert'; readonly alert: AlertRow }

/** Ids, and names where the type has one: the number of a case, `type;source;sourceRef`. */
export async function findTarget(
  db: Db,
  organization: string,
  type: TargetType,
  idOrName: string,
): Promise<Target | undefined> {
  const caseOf = (id: string) => findCase(db, organization, id)
  switch (type) {
    case 'case': {
      const row = await caseOf(idOrName)
      return row && { type, case: row }
    }
    case 'alert': {
      const alert = await findAlert(db, organization, idOrName)
      return alert && { type, alert }
    }
    case 'case_task': {
      const task = await findTask(db, organization, idOrName)
      const parent = task && (await caseOf(task.case_id))
      return parent && { type, task, case: parent }
    }
    case 'case_task_log': {
      const log = await findLog(db, organization, idOrName)
      const task = log && (await findTask(db, organization, log.task_id))
      const parent = task && (await caseOf(task.case_id))
      return parent && { type, log, task, case: parent }
    }
    case 'case_artifact': {
      const observable = await findObservable(db, organization, idOrName)
      // An alert's observable is not a target: there is no case whose PAP would count.
      if (!observable?.case_id) return undefined
      const parent = await caseOf(observable.case_id)
      return parent && { type, observable, case: parent }
    }
  }
}

export async function requireTarget(
  db: Db,
  organization: string,
  type: TargetType,
  idOrName: string,
): Promise<Target> {
  const target = await findTarget(db, organization, type, idOrName)
  if (!target) throw targetNotFound(type)
  return target
}

export const targetNotFound = (type: TargetType) =>
  new AppError('NotFoundError', `${targetLabels[type]} not found`)

/** The row itself; what is around it is in `target.case`. */
function rowOf(target: Target): { id: string } {
  switch (target.type) {
    case 'case':
      return target.case
    case 'alert':
      return target.alert
    case 'case_task':
      return target.task
    case 'case_task_log':
      return target.log
    case 'case_artifact':
      return target.observable
  }
}

export const labelOf = ({ type }: Target): TargetLabel => targetLabels[type]
export const idOf = (target: Target): string => rowOf(target).id

/** The case or alert that changes of it are recorded under. */
export const rootOfTarget = (target: Target): string =>
  target.type === 'alert' ? target.alert.id : target.case.id

/** The TLP of an observable is its own, everything else below a case has that of the case. */
export const tlpOf = (target: Target): number => {
  if (target.type === 'alert') return target.alert.tlp
  return target.type === 'case_artifact' ? target.observable.tlp : target.case.tlp
}

export const papOf = (target: Target): number =>
  target.type === 'alert' ? target.alert.pap : target.case.pap

/** One line for people who look at the engine's list of jobs; a log may be a book. */
export const titleOf = (target: Target): string => wholeTitleOf(target).slice(0, 1_000)

function wholeTitleOf(target: Target): string {
  switch (target.type) {
    case 'case':
      return `#${target.case.number} ${target.case.title}`
    case 'alert':
      return `[${target.alert.source}:${target.alert.source_ref}] ${target.alert.title}`
    case 'case_task':
      return `${target.task.title} (${target.task.status})`
    case 'case_task_log':
      return `${target.log.message} from ${target.log.created_by}`
    case 'case_artifact':
      return `[${target.observable.data_type}] ${target.observable.data ?? '<no data>'}`
  }
}

/** The entity in version 0 with its parents: what responders of today's catalog read. */
export function dataOf(target: Target): Record<string, unknown> {
  switch (target.type) {
    case 'case':
      return caseV0(target.case)
    case 'alert':
      return alertV0(target.alert)
    case 'case_task':
      return { ...taskV0(target.task), case: caseV0(target.case) }
    case 'case_task_log':
      return {
        ...logV0(target.log),
        case_task: { ...taskV0(target.task), case: caseV0(target.case) },
      }
    case 'case_artifact':
      return { ...observableV0(target.observable), case: caseV0(target.case) }
  }
}

/** How an action names what it was run on. */
export const targetColumns = (target: Target) => ({
  object_type: labelOf(target),
  object_id: idOf(target),
  tlp: tlpOf(target),
  pap: papOf(target),
})
