import { readJob } from '../domain/response/engine-answers.ts'
import { newJobId } from '../engine/jobs/submit.ts'
import { trackAnalyses } from '../platform/analyses/finish.ts'
import { insertAnalysis } from '../platform/analyses/store.ts'
import { localEngine } from '../platform/engines/engines.ts'
import type { ObservableRow } from '../platform/rows.ts'
import { analyzersFor } from './analyzers.ts'
import { listsChangedMs, type PastJob, requireWorker } from './jobs.ts'
import { named } from './observables.ts'
import { answerOf, depsAt, type Past } from './past.ts'
import type { CaseStory } from './stories.ts'

/** The job in the engine, the analysis in the platform, and the short report at the observable. */
export async function analyzeAll(
  past: Past,
  { assignee }: CaseStory,
  row: ObservableRow,
  begin: number,
): Promise<void> {
  const observable = named(row.attachment_name ?? row.data ?? '')
  for (const [place, name] of analyzersFor(observable).entries()) {
    const worker = requireWorker(past, name)
    const start = begin + place * 2_000
    const analyzed = await past.analyzers.analyze(
      name,
      observable,
      start < past.now - listsChangedMs,
    )
    const { report } = analyzed
    const job: PastJob = {
      id: newJobId(start),
      at: start,
      login: 'platform',
      worker,
      observable,
      tlp: row.tlp,
      analyzed,
      ms: past.chance.between(4, 180),
    }
    past.jobs.push(job)
    const analysis = await past.at(start, assignee, (w) =>
      insertAnalysis(w, {
        observable_id: row.id,
        analyzer_id: worker.id,
        analyzer_name: worker.name,
        analyzer_definition: worker.definition_id,
        engine_id: localEngine,
        engine_job_id: job.id,
      }),
    )
    const answer = readJob({ id: job.id, status: report.status, report: answerOf(report) })
    const later = depsAt(past.deps, start + job.ms + 900)
    if (answer) await trackAnalyses(later).ended(analysis, report.status, answer)
  }
}
