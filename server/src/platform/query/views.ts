import type { Entity } from '../../domain/response/query-entities.ts'
import { actionView } from '../actions/views.ts'
import { alertViews } from '../alerts/views.ts'
import { analysisView } from '../analyses/views.ts'
import { caseTemplateViews } from '../case-templates/views.ts'
import { caseViews } from '../cases/views.ts'
import { customFieldViews } from '../custom-fields/views.ts'
import { observableTypeViews } from '../observable-types/views.ts'
import { observableViews } from '../observables/views.ts'
import { each, type Views } from '../render/views.ts'
import type {
  ActionRow,
  AlertRow,
  CaseRow,
  CaseTemplateRow,
  CustomFieldRow,
  ObservableJobRow,
  ObservableRow,
  ObservableTypeRow,
  TagRow,
  TaskLogRow,
  TaskRow,
} from '../rows.ts'
import { tagViews } from '../tags/views.ts'
import { logViews, taskViews } from '../tasks/views.ts'

type Row = Record<string, unknown>

/** How each entity is shown, in each version. */
const views: { readonly [E in Entity]: Views<RowOf[E]> } = {
  alert: alertViews,
  case: caseViews,
  task: taskViews,
  log: logViews,
  observable: observableViews,
  caseTemplate: caseTemplateViews,
  customField: customFieldViews,
  observableType: observableTypeViews,
  tag: tagViews,
  // These three have one form; without a path that says otherwise, today's names are used.
  action: inBoth((row) => actionView(row, 'cortex')),
  job: inBoth((row) => analysisView(row, 'cortex')),
  user: inBoth(colleague),
}

interface RowOf {
  alert: AlertRow
  case: CaseRow
  task: TaskRow
  log: TaskLogRow
  observable: ObservableRow
  caseTemplate: CaseTemplateRow
  customField: CustomFieldRow
  observableType: ObservableTypeRow
  tag: TagRow
  action: ActionRow
  job: ObservableJobRow
  user: Colleague
}

/** The query knows its rows by the entity; here they get the type that the table has. */
export const viewsOf = (entity: Entity) => views[entity] as unknown as Views<Row, Row, Row>

interface Colleague {
  login: string
  organization: string
  name: string
  roles: string
  status: 'Active' | 'Locked'
  created_at: number
  created_by: string
}

/** Enough to assign a task; the whole user has calls of its own. */
function colleague(row: Colleague) {
  return {
    _id: row.login,
    id: row.login,
    _type: 'user',
    login: row.login,
    name: row.name,
    roles: JSON.parse(row.roles),
    organisation: row.organization,
    status: row.status,
    locked: row.status === 'Locked',
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}

function inBoth<R, V>(show: (row: R) => V): Views<R, V, V> {
  return { v0: each(show), v1: each(show) }
}
