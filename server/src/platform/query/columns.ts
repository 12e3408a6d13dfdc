import type { Entity } from '../../domain/response/query-entities.ts'
import { auditColumns } from '../../identity/audit/store.ts'
import { organizationColumns } from '../../identity/organizations/store.ts'
import { actionColumns } from '../actions/store.ts'
import { analysisColumns } from '../analyses/store.ts'
import { analyzerTemplateColumns } from '../analyzer-templates/store.ts'
import { attachmentRowColumns } from '../attachments/store.ts'
import { caseTemplateColumns } from '../case-templates/store.ts'
import { commentColumns } from '../comments/store.ts'
import { dashboardColumns } from '../dashboards/store.ts'
import { observableTypeColumns } from '../observable-types/store.ts'
import { observableColumns } from '../observables/store.ts'
import { pageColumns, pageTemplateColumns } from '../pages/store.ts'
import { alertColumns } from '../parents/alert.ts'
import { caseColumns } from '../parents/case.ts'
import { patternColumns } from '../patterns/store.ts'
import { procedureColumns } from '../procedures/store.ts'
import { customFieldColumns } from '../render/definitions.ts'
import { statusColumns } from '../statuses/store.ts'
import { tagColumns } from '../tags/store.ts'
import { logColumns, taskColumns } from '../tasks/store.ts'
import { userColumns } from '../users/views.ts'

/** What is read of each; profiles are in no table. */
export const entityColumns: Readonly<Record<Entity, readonly string[]>> = {
  action: actionColumns,
  alert: alertColumns,
  case: caseColumns,
  caseTemplate: caseTemplateColumns,
  comment: commentColumns,
  attachment: attachmentRowColumns,
  pattern: patternColumns,
  procedure: procedureColumns,
  page: pageColumns,
  pageTemplate: pageTemplateColumns,
  analyzerTemplate: analyzerTemplateColumns,
  dashboard: dashboardColumns,
  caseStatus: statusColumns,
  alertStatus: statusColumns,
  customField: customFieldColumns,
  job: analysisColumns,
  log: logColumns,
  observable: observableColumns,
  observableType: observableTypeColumns,
  tag: tagColumns,
  task: taskColumns,
  user: userColumns,
  organisation: organizationColumns,
  profile: [],
  audit: auditColumns,
}
