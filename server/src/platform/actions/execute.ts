import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../domain/errors.ts'
import { fileName } from '../../domain/response/observable-values.ts'
import {
  failed,
  type Operation,
  type OperationFile,
  type OperationResult,
  type ReadOperation,
  readOperations,
  succeeded,
} from '../../domain/response/operations.ts'
import { targetTypeOf } from '../../domain/response/targets.ts'
import { findLogin } from '../../identity/users/store.ts'
import { findFile } from '../../storage/blobs/attachments.ts'
import { updateAlert } from '../alerts/update.ts'
import { updateCase } from '../cases/update.ts'
import type { Change, Writing } from '../changes/write.ts'
import { createComment } from '../comments/change.ts'
import { addObservables } from '../observables/create.ts'
import { updateObservable } from '../observables/update.ts'
import type { ActionRow } from '../rows.ts'
import { createTask } from '../tasks/create.ts'
import { createLog } from '../tasks/logs.ts'
import { updateTask } from '../tasks/update.ts'
import { findTarget, type Target } from './targets.ts'

/**
 * Does what a responder asks for, in the transaction that ends its action, with the rights that its
 * launcher has now. Each operation stands or falls alone.
 */
export async function executeOperations(
  w: Writing,
  action: ActionRow,
  reported: readonly unknown[],
  log: Deps['log'],
): Promise<OperationResult[]> {
  const forbidden = await launcherProblem(w)
  const results: OperationResult[] = []
  for (const read of readOperations(reported)) {
    if ('problem' in read) results.push(failed(read, read.problem))
    else if (forbidden !== undefined) results.push(failed(read, forbidden))
    else results.push(await attempt(w, action, read, log))
  }
  return results
}

/** Days may lie between the start and the end: who may not write any more writes nothing. */
async function launcherProblem(w: Writing): Promise<string | undefined> {
  const { login } = w.actor
  const user = await findLogin(w.tx, login)
  if (user?.organization !== w.organization) return `User ${login} not found`
  if (user.status !== 'Active') return `User ${login} is locked`
  if (user.organization_status !== 'Active') return `Organization ${w.organization} is locked`
  const roles: string[] = JSON.parse(user.roles)
  if (!roles.includes('analyze')) return `User ${login} has read-only access`
  return undefined
}

/**
 * Behind a savepoint: after an error PostgreSQL refuses everything in the same transaction, and
 * what a failed operation has recorded did not happen.
 */
async function attempt(
  w: Writing,
  action: ActionRow,
  read: Extract<ReadOperation, { operation: Operation }>,
  log: Deps['log'],
): Promise<OperationResult> {
  const recorded: Change[] = []
  await sql`savepoint operation`.execute(w.tx)
  try {
    // Read again each time: the previous operation may have changed it.
    const target = await findTarget(
      w.tx,
      w.organization,
      targetTypeOf(action.object_type),
      action.object_id,
    )
    const own = { ...w, record: (change: Change) => void recorded.push(change) }
    await apply(own, action, target, read.operation)
    await sql`release savepoint operation`.execute(w.tx)
  } catch (error) {
    await sql`rollback to savepoint operation`.execute(w.tx)
    await sql`release savepoint operation`.execute(w.tx)
    if (error instanceof AppError) return failed(read, error.message)
    // Messages of the database name tables and values; only our own are shown.
    const { type } = read.operation
    log.error({ err: error, action: action.id, operation: type }, 'responder operation failed')
    return failed(read, 'The operation failed')
  }
  for (const change of recorded) w.record(change)
  return succeeded(read)
}

async function apply(
  w: Writing,
  action: ActionRow,
  target: Target | undefined,
  operation: Operation,
): Promise<void> {
  const relatedCase = () => {
    if (!target || target.type === 'alert') throw without(operation, 'case')
    return target.case
  }
  const relatedTask = () => {
    if (target?.type !== 'case_task' && target?.type !== 'case_task_log')
      throw without(operation, 'task')
    return target.task
  }
  const alert = () => {
    if (target?.type !== 'alert')
      throw problem(`Wrong entity for ${operation.type}: ${action.object_type}`)
    return target.alert
  }
  switch (operation.type) {
    case 'AddTagToCase':
      return void (await updateCase(w, relatedCase(), { addTags: [operation.tag] }))
    case 'AddTagToArtifact':
      if (target?.type !== 'case_artifact') throw notFound('Observable', action.object_id)
      return void (await updateObservable(w, target.observable, { addTags: [operation.tag] }))
    case 'AddTagToAlert':
      return void (await updateAlert(w, alert(), { addTags: [operation.tag] }))
    case 'MarkAlertAsRead':
      return void (await updateAlert(w, alert(), { read: true }))
    case 'CreateTask': {
      const { title, description } = operation
      return void (await createTask(w, relatedCase(), { title, description }))
    }
    case 'CloseTask':
      return void (await updateTask(w, relatedTask(), { status: 'Completed' }))
    case 'AddLogToTask':
      return void (await createLog(w, relatedTask(), { message: operation.content }))
    case 'AddCommentToCase':
      return void (await createComment(
        w,
        { kind: 'case', id: relatedCase().id },
        operation.content,
      ))
    case 'AddCustomFields': {
      const { name, value = null } = operation
      return void (await updateCase(w, relatedCase(), { setCustomFields: [{ name, value }] }))
    }
    case 'AssignCase':
      return void (await updateCase(w, relatedCase(), { assignee: operation.owner }))
    case 'AddArtifactToCase':
      return await addArtifact(w, relatedCase().id, operation)
  }
}

async function addArtifact(
  w: Writing,
  caseId: string,
  operation: Extract<Operation, { type: 'AddArtifactToCase' }>,
): Promise<void> {
  const { type: _, file: _name, attachment, ...observable } = operation
  const file = attachment && (await storedFile(w, attachment))
  const { failures } = await addObservables(w, { caseId }, [
    { ...observable, ...(file && { file }) },
  ])
  const [failure] = failures
  if (failure) throw problem(failure.message)
}

/** Our engine keeps files of a job where ours are; another engine's files are not here. */
async function storedFile(w: Writing, { id, name, contentType }: OperationFile) {
  const stored = await findFile(w.tx, w.organization, id)
  // guard: server/test/platform/operation-files.test.ts
  if (!stored) throw problem(`The file ${name ?? id} is not in the file store of this server`)
  return {
    ...stored,
    ...(name !== undefined && { name: fileName(name) }),
    ...(contentType !== undefined && { contentType: contentType.slice(0, 255) }),
  }
}

const problem = (message: string) => new AppError('BadRequest', message)

const without = ({ type }: Operation, what: 'case' | 'task') =>
  problem(`Unable to apply action ${type} without ${what}`)
