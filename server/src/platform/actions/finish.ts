import type { JobStatus } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { EngineJob } from '../../domain/response/engine-answers.ts'
import { actionReport, failedActionReport } from '../../domain/response/reports.ts'
import { targetTypeOf } from '../../domain/response/targets.ts'
import { type Writing, write } from '../changes/write.ts'
import type { ActionRow } from '../rows.ts'
import { launcherOf, type TrackedRow } from '../tracking/store.ts'
import type { Tracked } from '../tracking/track.ts'
import { executeOperations } from './execute.ts'
import { changeOpenAction, findAction, saveOperations } from './store.ts'
import { findTarget, rootOfTarget } from './targets.ts'
import { eventDetails } from './views.ts'

/** What happens to an action when its engine responds. */
export const trackActions = (deps: Deps): Tracked => ({
  table: 'actions',
  begun: async (row) => {
    await write(deps, launcherOf(row), async (w) => {
      const action = await changeOpenAction(w, row.id, { status: 'InProgress' })
      if (action) await notifyOf(w, action)
    })
  },
  ended: (row, status, job) => finish(deps, row, status, job),
  lost: async (row, reason) => {
    await write(deps, launcherOf(row), async (w) => {
      const open = await findAction(w.tx, w.organization, row.id)
      if (open) await end(w, open, 'Failure', failedActionReport(reason, parametersOf(open)))
    })
  },
})

/** The action, its report and everything that its operations change: all of it or nothing. */
async function finish(
  deps: Deps,
  row: TrackedRow,
  status: JobStatus,
  job: EngineJob,
): Promise<void> {
  await write(deps, launcherOf(row), async (w) => {
    const open = await findAction(w.tx, w.organization, row.id)
    if (!open) return
    const report = actionReport(job.report, parametersOf(open))
    const action = await end(w, open, status, report)
    if (!action || job.report.operations.length === 0) return
    const results = await executeOperations(w, action, job.report.operations, deps.log)
    await saveOperations(w, action.id, JSON.stringify(results))
  })
}

async function end(
  w: Writing,
  { id }: ActionRow,
  status: JobStatus,
  report: string,
): Promise<ActionRow | undefined> {
  const action = await changeOpenAction(w, id, {
    status,
    report,
    end_date: w.now,
    next_poll_at: null,
    poll_failures: 0,
  })
  if (action) await notifyOf(w, action)
  return action
}

async function notifyOf(w: Writing, action: ActionRow): Promise<void> {
  const target = await findTarget(
    w.tx,
    w.organization,
    targetTypeOf(action.object_type),
    action.object_id,
  )
  w.record({
    operation: 'update',
    objectType: 'action',
    objectId: action.id,
    rootId: target ? rootOfTarget(target) : action.object_id,
    details: eventDetails(action),
  })
}

const parametersOf = (action: ActionRow): Record<string, unknown> => JSON.parse(action.parameters)
