import type { Selectable } from 'kysely'
import { type Caller, isSuperadmin } from '../domain/caller.ts'
import type {
  ActionTable,
  AlertTable,
  AnalyzerTemplateTable,
  AttachmentTable,
  CaseLinkTable,
  CaseReportTable,
  CaseShareTable,
  CaseTable,
  CaseTemplateTable,
  CommentTable,
  CustomEventTable,
  CustomFieldTable,
  DashboardTable,
  ObservableJobTable,
  ObservableTable,
  ObservableTypeTable,
  PageTable,
  PageTemplateTable,
  PatternTable,
  ProcedureTable,
  ReportDraftTable,
  ReportTemplateTable,
  StatusTable,
  TagTable,
  TaskLogTable,
  TaskTable,
} from '../storage/tables/platform.ts'

/** What only repeats a request; see `tracking/tracked-rows.ts`. */
type RequestColumn = 'request_key' | 'cause_run'

export type ActionRow = Omit<Selectable<ActionTable>, RequestColumn>
export type AlertRow = Selectable<AlertTable>
export type AnalyzerTemplateRow = Selectable<AnalyzerTemplateTable>
export type AttachmentRow = Selectable<AttachmentTable>
export type CaseRow = Selectable<CaseTable>
export type CaseLinkRow = Selectable<CaseLinkTable>
export type CaseShareRow = Selectable<CaseShareTable>
export type CaseTemplateRow = Selectable<CaseTemplateTable>
export type CommentRow = Selectable<CommentTable>
export type CustomEventRow = Selectable<CustomEventTable>
export type CustomFieldRow = Selectable<CustomFieldTable>
export type DashboardRow = Selectable<DashboardTable>
export type ObservableJobRow = Omit<Selectable<ObservableJobTable>, RequestColumn>
export type ObservableRow = Selectable<ObservableTable>
export type ObservableTypeRow = Selectable<ObservableTypeTable>
export type PageRow = Selectable<PageTable>
export type PageTemplateRow = Selectable<PageTemplateTable>
export type PatternRow = Selectable<PatternTable>
export type ProcedureRow = Selectable<ProcedureTable>
export type ReportDraftRow = Selectable<ReportDraftTable>
export type ReportTemplateRow = Selectable<ReportTemplateTable>
export type CaseReportRow = Selectable<CaseReportTable>
export type StatusRow = Selectable<StatusTable>
export type TagRow = Selectable<TagTable>
export type TaskLogRow = Selectable<TaskLogTable>
export type TaskRow = Selectable<TaskTable>

export { rowColumns as entityColumns } from '@assay/contract/entities'

/** Owner of global rows that superadmin manages; no organization can have this name. */
export const wholePlatform = ''

/** Superadmin manages what the whole platform has, other users what their organization has. */
export const keptBy = (caller: Caller): string =>
  isSuperadmin(caller) ? wholePlatform : caller.organization
