import { contract } from '@assay/contract'
import type { Changed, Created, log } from '@assay/contract/entities'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Route } from '../../http/route.ts'
import { attachmentV1 } from '../attachments/views.ts'
import type { Call, CallOfOne, Writing } from '../changes/write.ts'
import { actorOf, inLockOrder, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import { bothVersions } from '../render/both-versions.ts'
import type { TaskRow } from '../rows.ts'
import { readingAs, refusePeople, writeShared } from '../shares/access.ts'
import { createTask, type NewTask } from './create.ts'
import { addLogFiles, removeLogFile } from './log-files.ts'
import { createLog, removeLog, updateLog } from './logs.ts'
import { requireLog, requireTask } from './store.ts'
import { removeTask, setActionRequired, type TaskChange, updateTask } from './update.ts'
import { logViews, taskV1, taskViews } from './views.ts'

export function taskRoutes(route: Route, deps: PlatformDeps): void {
  const both = bothVersions(route, deps.db, taskViews)

  const create = (call: Call, caseId: string, input: NewTask) =>
    write(deps, actorOf(call), async (w) =>
      createTask(w, await requireCase(w.tx, w.organization, caseId), input),
    )
  const change = (call: Call, ids: readonly string[], input: TaskChange) =>
    write(deps, actorOf(call), async (w) => {
      const rows: TaskRow[] = []
      for (const id of inLockOrder(ids)) rows.push(await updateTask(w, { id }, input))
      return rows
    })

  both(contract.createCaseTask, contract.createCaseTaskV1, (call) =>
    create(call, call.params.id, call.input),
  )
  route(contract.createTaskV1, async (call) => {
    const { caseId, ...input } = call.input
    return taskV1(await create(call, caseId, input))
  })
  both(contract.getTask, contract.getTaskV1, async ({ caller, params: { id } }) =>
    requireTask(deps.db, await readingAs(deps.db, caller.organization, 'task', id), id),
  )
  both(contract.updateTask, contract.updateTaskV1, (call) =>
    writeShared(deps, call, { kind: 'task', id: call.params.id }, (w, grant) => {
      refusePeople(grant, call.input)
      return updateTask(w, call.params, call.input)
    }),
  )
  route(contract.updateTasksV1, async (call) => {
    const { ids, ...input } = call.input
    await change(call, ids, input)
  })
  route(contract.deleteTaskV1, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeTask(w, await requireTask(w.tx, w.organization, call.params.id)),
    ),
  )
}

/** Tasks belong to one organization, so there is one that can be asked to act. */
export function actionRequiredRoutes(route: Route, deps: PlatformDeps): void {
  route(contract.getActionRequired, async ({ caller, params }) => {
    const row = await requireTask(deps.db, caller.organization, params.id)
    return { [caller.organization]: row.action_required === 1 }
  })
  type DemandCall = CallOfOne & { params: { organisation: string } }
  const demand = (isRequired: boolean) => async (call: DemandCall) => {
    const { id, organisation } = call.params
    if (organisation !== call.caller.organization) throw notFound('Organisation', organisation)
    await write(deps, actorOf(call), (w) => setActionRequired(w, id, isRequired))
  }
  route(contract.requireAction, demand(true))
  route(contract.actionDone, demand(false))
}

export function logRoutes(route: Route, deps: PlatformDeps): void {
  const both = bothVersions(route, deps.db, logViews)

  type NewLogCall = CallOfOne & {
    input: Created<typeof log> & { attachment?: ReceivedFile; attachments?: ReceivedFile[] }
  }
  const create = async (call: NewLogCall) => {
    const { attachment, attachments = [], ...input } = call.input
    // Asked before the files are kept: who names no task must not fill the disk.
    const { id } = call.params
    const home = await readingAs(deps.db, call.caller.organization, 'task', id)
    const task = await requireTask(deps.db, home, id)
    return writeShared(
      deps,
      call,
      { kind: 'task', id },
      async (w) => {
        const row = await createLog(w, task, { ...input, file: attachment })
        if (attachments.length > 0) await addLogFiles(w, row, attachments)
        return row
      },
      [...(attachment ? [attachment] : []), ...attachments],
    )
  }
  const present = ({ caller, params }: CallOfOne) =>
    requireLog(deps.db, caller.organization, params.id)
  const readable = async ({ caller: { organization }, params: { id } }: CallOfOne) =>
    requireLog(deps.db, await readingAs(deps.db, organization, 'log', id), id)
  const change = (call: CallOfOne & { input: Changed<typeof log> }) =>
    write(deps, actorOf(call), (w) => updateLog(w, call.params.id, call.input))
  const remove = (call: CallOfOne) =>
    write(deps, actorOf(call), async (w) =>
      removeLog(w, await requireLog(w.tx, w.organization, call.params.id)),
    )

  both(contract.createTaskLog, contract.createTaskLogV1, create)
  both(contract.getTaskLog, contract.getLogV1, readable)
  both(contract.updateTaskLog, contract.updateLogV1, change, present)
  both(contract.deleteTaskLog, contract.deleteLogV1, remove)

  route(contract.addLogAttachments, async (call) => {
    const { attachments } = call.input
    if (attachments.length === 0) throw badRequest('Missing file part `attachments`')
    const log = await present(call)
    const work = (w: Writing) => addLogFiles(w, log, attachments)
    const rows = await write(deps, actorOf(call), work, attachments)
    return { attachments: rows.map(attachmentV1) }
  })
  route(contract.deleteLogAttachment, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeLogFile(
        w,
        await requireLog(w.tx, w.organization, call.params.id),
        call.params.attachmentId,
      ),
    ),
  )
}
