import {
  type CortexAnalysis,
  type EngineAnalysis,
  type Namespace,
  namespaces,
  type ObservableV0,
} from '@assay/contract'
import { withoutNulls } from '../render/parts.ts'
import type { ObservableJobRow } from '../rows.ts'

/** Either dialect: the two differ in the names of two keys. */
export type AnalysisView = EngineAnalysis & CortexAnalysis

export function analysisView(
  row: ObservableJobRow,
  namespace: Namespace,
  observable?: ObservableV0,
): AnalysisView {
  const names = namespaces[namespace]
  return {
    _type: 'case_artifact_job',
    _id: row.id,
    id: row.id,
    analyzerId: row.analyzer_id,
    analyzerName: row.analyzer_name,
    analyzerDefinition: row.analyzer_definition,
    status: row.status,
    startDate: row.start_date,
    ...withoutNulls({ endDate: row.end_date }),
    ...(row.end_date === null ? {} : { report: JSON.parse(row.report) }),
    [names.engine]: row.engine_id,
    [names.job]: row.engine_job_id,
    ...(observable ? { case_artifact: observable } : {}),
    operations: row.operations,
    // Only the names of the requested namespace are in it, so it has the type of that one.
  } as AnalysisView
}

/** What the stream and the audit say of an analysis. */
export const eventDetails = (row: ObservableJobRow) => ({
  status: row.status,
  objectId: row.observable_id,
  objectType: 'Observable',
  analyzerName: row.analyzer_name,
})
