import type { Deps } from '../deps.ts'
import { readJob } from '../domain/response/engine-answers.ts'
import { targetDataType } from '../domain/response/targets.ts'
import { addEntry } from '../engine/block-lists/store.ts'
import { newJobId } from '../engine/jobs/submit.ts'
import { trackActions } from '../platform/actions/finish.ts'
import { insertAction } from '../platform/actions/store.ts'
import { dataOf, type Target, targetColumns, tlpOf } from '../platform/actions/targets.ts'
import { localEngine } from '../platform/engines/engines.ts'
import type { CaseRow, ObservableRow } from '../platform/rows.ts'
import { transact } from '../storage/rows/prepared.ts'
import { minute } from './chance.ts'
import { type PastJob, requireWorker } from './jobs.ts'
import { answerOf, depsAt, type Past } from './past.ts'
import type { ActionStory, CaseStory } from './stories.ts'
import { demoOrganization } from './users.ts'

/** Responders that were run on the case and its contents. */
export async function runActions(
  past: Past,
  story: CaseStory,
  row: CaseRow,
  observables: readonly ObservableRow[],
  begin: number,
): Promise<void> {
  for (const [place, action] of story.actions.entries()) {
    const observable = observables.find(({ data }) => data === action.on)
    const target: Target =
      observable === undefined
        ? { type: 'case', case: row }
        : { type: 'case_artifact', observable, case: row }
    await runAction(past, story, action, target, begin + place * 3 * minute)
  }
}

async function runAction(
  past: Past,
  { assignee }: CaseStory,
  { responder, failure }: ActionStory,
  target: Target,
  start: number,
): Promise<void> {
  const worker = requireWorker(past, responder)
  const dataType = targetDataType(past.deps.config.platform.name, target.type)
  const data = dataOf(target)
  const analyzed =
    failure === undefined ? await past.analyzers.respond(responder, dataType, data) : undefined
  const job: PastJob = {
    id: newJobId(start),
    at: start,
    login: 'platform',
    worker,
    observable: { dataType, data: JSON.stringify(data) },
    tlp: tlpOf(target),
    failure,
    analyzed,
    ms: failure === undefined ? past.chance.between(5, 40) : 9_000,
  }
  past.jobs.push(job)
  const parameters = { organisation: demoOrganization, user: assignee }
  const action = await past.at(start, assignee, (w) =>
    insertAction(w, {
      responder_id: worker.id,
      responder_name: worker.name,
      responder_definition: worker.definition_id,
      engine_id: localEngine,
      engine_job_id: job.id,
      ...targetColumns(target),
      parameters: JSON.stringify(parameters),
    }),
  )
  const report =
    analyzed === undefined ? { success: false, errorMessage: failure } : answerOf(analyzed.report)
  const status = report.success ? 'Success' : 'Failure'
  const answer = readJob({ id: job.id, status, report })
  const later = depsAt(past.deps, start + job.ms + 900)
  if (answer) await trackActions(later).ended(action, status, answer)
  if (responder === 'Assay_Feed' && status === 'Success') await publish(later, job, report)
}

/** What the engine does with the report of this responder. */
async function publish(deps: Deps, { id, login }: PastJob, report: object): Promise<void> {
  const { feed } = (report as { full: { feed: FeedReport } }).full
  const job = { id, organization: demoOrganization, created_by: login }
  const order = { feed: feed.name, dataType: feed.dataType, value: feed.value, days: feed.days }
  await transact(deps.db, () => addEntry(job, order, deps.clock.now()))
}

interface FeedReport {
  readonly name: string
  readonly dataType: string
  readonly value: string
  readonly days: number
}
