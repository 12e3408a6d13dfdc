import { contract } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import { logV0, taskV0 } from '../render/v0.ts'
import { logV1, taskV1 } from '../render/v1.ts'
import type { TaskRow } from '../rows.ts'
import { createTask, type NewTask } from './create.ts'
import { createLog, removeLog, updateLog } from './logs.ts'
import { requireLog, requireTask } from './store.ts'
import { removeTask, type TaskChange, updateTask } from './update.ts'

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}
type CallOf<I> = Call & { readonly params: { id: string }; readonly input: I }

export function taskRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const create = ({ caller, origin }: Call, caseId: string, input: NewTask) =>
    write(deps, actorOf(caller, origin), async (w) =>
      createTask(w, await requireCase(w.tx, w.organization, caseId), input),
    )

  const change = ({ caller, origin }: Call, ids: readonly string[], input: TaskChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const rows: TaskRow[] = []
      // In one order, so that two bulk changes cannot wait for each other.
      for (const id of [...new Set(ids)].sort()) rows.push(await updateTask(w, { id }, input))
      return rows
    })

  route(contract.createCaseTask, async (call) =>
    taskV0(await create(call, call.params.id, call.input)),
  )
  route(contract.createCaseTaskV1, async (call) =>
    taskV1(await create(call, call.params.id, call.input)),
  )
  route(contract.createTaskV1, async (call) => {
    const { caseId, ...input } = call.input
    return taskV1(await create(call, caseId, input))
  })

  route(contract.getTask, async ({ caller, params }) =>
    taskV0(await requireTask(db, caller.organization, params.id)),
  )
  route(contract.getTaskV1, async ({ caller, params }) =>
    taskV1(await requireTask(db, caller.organization, params.id)),
  )

  route(contract.updateTask, async (call) => {
    const [row] = await change(call, [call.params.id], call.input)
    return taskV0(row as TaskRow)
  })
  route(contract.updateTaskV1, async (call) => {
    await change(call, [call.params.id], call.input)
  })
  route(contract.updateTasksV1, async (call) => {
    const { ids, ...input } = call.input
    await change(call, ids, input)
  })
  route(contract.deleteTaskV1, ({ caller, origin, params }) =>
    write(deps, actorOf(caller, origin), async (w) =>
      removeTask(w, await requireTask(w.tx, w.organization, params.id)),
    ),
  )

  const addLog = async ({
    caller,
    origin,
    params,
    input: { message, attachment },
  }: CallOf<{ message: string; attachment?: ReceivedFile }>) => {
    // Asked before the file is kept: who names no task must not fill the disk.
    const task = await requireTask(db, caller.organization, params.id)
    return write(
      deps,
      actorOf(caller, origin),
      (w) => createLog(w, task, { message, file: attachment }),
      attachment ? [attachment] : [],
    )
  }
  const changeLog = ({ caller, origin, params, input }: CallOf<{ message?: string }>) =>
    write(deps, actorOf(caller, origin), (w) => updateLog(w, params.id, input))
  const deleteLog = ({ caller, origin, params }: Call & { params: { id: string } }) =>
    write(deps, actorOf(caller, origin), async (w) =>
      removeLog(w, await requireLog(w.tx, w.organization, params.id)),
    )

  route(contract.createTaskLog, async (call) => logV0(await addLog(call)))
  route(contract.createTaskLogV1, async (call) => logV1(await addLog(call)))
  route(contract.getTaskLog, async ({ caller, params }) =>
    logV0(await requireLog(db, caller.organization, params.id)),
  )
  route(contract.getLogV1, async ({ caller, params }) =>
    logV1(await requireLog(db, caller.organization, params.id)),
  )
  route(contract.updateTaskLog, async (call) => {
    const { caller, params } = call
    await call.refuseChanges(async () =>
      logV0(await requireLog(db, caller.organization, params.id)),
    )
    return logV0(await changeLog(call))
  })
  route(contract.updateLogV1, async (call) => {
    const { caller, params } = call
    await call.refuseChanges(async () =>
      logV1(await requireLog(db, caller.organization, params.id)),
    )
    await changeLog(call)
  })
  route(contract.deleteTaskLog, deleteLog)
  route(contract.deleteLogV1, deleteLog)
}
