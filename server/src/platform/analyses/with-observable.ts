import type { Namespace } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import { findObservable } from '../observables/store.ts'
import { observableV0 } from '../observables/views.ts'
import type { ObservableJobRow } from '../rows.ts'
import { type AnalysisView, analysisView } from './views.ts'

export async function withObservable(
  db: Db,
  namespace: Namespace,
  row: ObservableJobRow,
): Promise<AnalysisView> {
  const observable = await findObservable(db, row.organization, row.observable_id)
  return analysisView(row, namespace, observable && observableV0(observable))
}
