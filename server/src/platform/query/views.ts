import type { Profile } from '../../domain/response/permissions.ts'
import type { Entity } from '../../domain/response/query-entities.ts'
import type { OrganizationRow } from '../../identity/organizations/store.ts'
import { actionView } from '../actions/views.ts'
import { alertViews } from '../alerts/views.ts'
import { analysisView } from '../analyses/views.ts'
import { analyzerTemplateViews } from '../analyzer-templates/views.ts'
import { attachmentViews } from '../attachments/views.ts'
import { type AuditRow, auditViews } from '../audit/views.ts'
import { caseTemplateViews } from '../case-templates/views.ts'
import { caseViews } from '../cases/views.ts'
import { commentViews } from '../comments/views.ts'
import { customFieldViews } from '../custom-fields/views.ts'
import { dashboardViews } from '../dashboards/views.ts'
import { observableTypeViews } from '../observable-types/views.ts'
import { observableViews } from '../observables/views.ts'
import { organizationViews } from '../organizations/views.ts'
import { pageTemplateViews, pageViews } from '../pages/views.ts'
import { patternViews } from '../patterns/views.ts'
import { procedureViews } from '../procedures/views.ts'
import { profileViews } from '../profiles/views.ts'
import { each, type Views } from '../render/views.ts'
import type {
  ActionRow,
  AlertRow,
  AnalyzerTemplateRow,
  AttachmentRow,
  CaseRow,
  CaseTemplateRow,
  CommentRow,
  CustomFieldRow,
  DashboardRow,
  ObservableJobRow,
  ObservableRow,
  ObservableTypeRow,
  PageRow,
  PageTemplateRow,
  PatternRow,
  ProcedureRow,
  StatusRow,
  TagRow,
  TaskLogRow,
  TaskRow,
} from '../rows.ts'
import { alertStatusViews, caseStatusViews } from '../statuses/views.ts'
import { tagViews } from '../tags/views.ts'
import { logViews, taskViews } from '../tasks/views.ts'
import { type QueriedUser, userViews } from '../users/views.ts'

type Row = Record<string, unknown>

/** How each entity is shown, in each version. */
const views: { readonly [E in Entity]: Views<RowOf[E]> } = {
  alert: alertViews,
  case: caseViews,
  task: taskViews,
  log: logViews,
  observable: observableViews,
  comment: commentViews,
  attachment: attachmentViews,
  pattern: patternViews,
  procedure: procedureViews,
  page: pageViews,
  pageTemplate: pageTemplateViews,
  analyzerTemplate: analyzerTemplateViews,
  dashboard: dashboardViews,
  caseStatus: caseStatusViews,
  alertStatus: alertStatusViews,
  caseTemplate: caseTemplateViews,
  customField: customFieldViews,
  observableType: observableTypeViews,
  tag: tagViews,
  user: userViews,
  organisation: organizationViews,
  profile: profileViews,
  audit: auditViews,
  // These two have one form; without a path that says otherwise, today's names are used.
  action: inBoth((row) => actionView(row, 'cortex')),
  job: inBoth((row) => analysisView(row, 'cortex')),
}

interface RowOf {
  alert: AlertRow
  case: CaseRow
  task: TaskRow
  log: TaskLogRow
  observable: ObservableRow
  comment: CommentRow
  attachment: AttachmentRow
  pattern: PatternRow
  procedure: ProcedureRow
  page: PageRow
  pageTemplate: PageTemplateRow
  analyzerTemplate: AnalyzerTemplateRow
  dashboard: DashboardRow
  caseStatus: StatusRow
  alertStatus: StatusRow
  caseTemplate: CaseTemplateRow
  customField: CustomFieldRow
  observableType: ObservableTypeRow
  tag: TagRow
  action: ActionRow
  job: ObservableJobRow
  user: QueriedUser
  organisation: OrganizationRow
  profile: Profile
  audit: AuditRow
}

/** The query knows its rows by the entity; here they get the type that the table has. */
export const viewsOf = (entity: Entity) => views[entity] as unknown as Views<Row, Row, Row>

function inBoth<R, V>(show: (row: R) => V): Views<R, V, V> {
  return { v0: each(show), v1: each(show) }
}
