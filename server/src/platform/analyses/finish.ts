import type { JobStatus } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Taxonomy } from '../../domain/response/engine-answers.ts'
import {
  analysisReport,
  failedAnalysisReport,
  withTaxonomies,
} from '../../domain/response/reports.ts'
import { type Writing, write } from '../changes/write.ts'
import { rootOf } from '../observables/store.ts'
import type { ObservableJobRow } from '../rows.ts'
import { launcherOf } from '../tracking/store.ts'
import type { Tracked } from '../tracking/track.ts'
import { changeOpenAnalysis, lockReports, saveReports } from './store.ts'
import { eventDetails } from './views.ts'

/** What happens to an analysis when its engine responds. */
export const trackAnalyses = (deps: Deps): Tracked => ({
  table: 'observable_jobs',
  begun: (row) =>
    write(deps, launcherOf(row), async (w) => {
      const analysis = await changeOpenAnalysis(w, row.id, { status: 'InProgress' })
      if (analysis) await record(w, analysis)
    }),
  ended: (row, status, job) =>
    write(deps, launcherOf(row), (w) =>
      end(w, row.id, status, analysisReport(job.report), job.report.taxonomies),
    ),
  lost: (row, reason) =>
    write(deps, launcherOf(row), (w) => end(w, row.id, 'Failure', failedAnalysisReport(reason))),
})

async function end(
  w: Writing,
  id: string,
  status: JobStatus,
  report: string,
  taxonomies: readonly Taxonomy[] = [],
): Promise<void> {
  const analysis = await changeOpenAnalysis(w, id, {
    status,
    report,
    end_date: w.now,
    next_poll_at: null,
    poll_failures: 0,
  })
  if (!analysis) return
  await record(w, analysis)
  if (status === 'Success') await keepTaxonomies(w, analysis, taxonomies)
}

/** Two analyzers of one observable may end at the same moment: each adds to what the other wrote. */
async function keepTaxonomies(
  w: Writing,
  { observable_id: id, analyzer_name: name }: ObservableJobRow,
  taxonomies: readonly Taxonomy[],
): Promise<void> {
  const observable = await lockReports(w, id)
  if (!observable) return
  const reports = withTaxonomies(observable.reports, name, taxonomies)
  await saveReports(w, id, reports)
  w.record({
    operation: 'update',
    objectType: 'case_artifact',
    objectId: id,
    rootId: rootOf(observable),
    details: { reports: [name] },
  })
}

async function record(w: Writing, analysis: ObservableJobRow): Promise<void> {
  const observable = await lockReports(w, analysis.observable_id)
  w.record({
    operation: 'update',
    objectType: 'case_artifact_job',
    objectId: analysis.id,
    rootId: observable ? rootOf(observable) : analysis.observable_id,
    details: eventDetails(analysis),
  })
}
