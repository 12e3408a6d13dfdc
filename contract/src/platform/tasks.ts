import { Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { FileInput, FilesInput } from '../files.ts'
import { object } from '../values.ts'
import { log } from './entities/log.ts'
import { changed, created, fixed } from './entities/schemas.ts'
import { task } from './entities/task.ts'
import { Ids } from './marked.ts'
import { LogV0, LogV1, TaskV0, TaskV1 } from './objects.ts'
import { idParams, reading, writing } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'task'

const NewTask = object(created(task))

/** Changes may also call the assignee `user`. */
const changes = { ...changed(task), user: changed(task).owner }
const TaskChange = object(changes)
const TasksChange = object({ ids: Ids, ...changes })

const NewLog = object({
  ...created(log),
  attachment: Type.Optional(FileInput),
  attachments: Type.Optional(FilesInput),
})
const LogChange = object(changed(log))

const read = { method: 'GET', ...reading, resource, params: idParams } as const
const change = { method: 'PATCH', ...writing, resource, ignoresUnknown: true } as const
const remove = {
  method: 'DELETE',
  ...writing,
  resource,
  params: idParams,
} as const
const create = { method: 'POST', ...writing, resource, ignoresUnknown: true } as const

export const [createCaseTask, createCaseTaskV1] = inBothVersions(
  {
    ...create,
    summary: 'Add a task to a case',
    params: idParams,
    input: NewTask,
    status: 201,
  },
  v0('/case/:id/task', TaskV0),
  v1('/case/:id/task', TaskV1),
)
export const createTaskV1 = endpoint({
  ...create,
  ...v1('/task', TaskV1),
  summary: 'Add a task to a case',
  input: object({ ...created(task), caseId: Type.String({ minLength: 1, maxLength: 128 }) }),
  status: 201,
})
export const [getTask, getTaskV1] = inBothVersions(
  { ...read, summary: 'Read a task' },
  v0('/case/task/:id', TaskV0),
  v1('/task/:id', TaskV1),
)
export const [updateTask, updateTaskV1] = inBothVersions(
  { ...change, summary: 'Change a task', params: idParams, input: TaskChange },
  v0('/case/task/:id', TaskV0),
  v1('/task/:id'),
)
export const updateTasksV1 = empty({
  ...change,
  ...v1('/task/_bulk'),
  summary: 'Change several tasks, all or none',
  input: TasksChange,
})
export const deleteTaskV1 = empty({
  ...remove,
  ...v1('/task/:id'),
  summary: 'Delete a task with its logs and their files',
})

const ofOrganisation = Type.Object({
  id: Type.String(),
  organisation: Type.String({ description: 'Your own; tasks are not shared' }),
})
const demand = {
  method: 'PUT',
  ...writing,
  resource,
  params: ofOrganisation,
} as const
export const getActionRequired = endpoint({
  ...read,
  ...v1('/task/:id/actionRequired'),
  summary: 'Check whether the organization must act on a task, by organization name',
  output: Type.Record(Type.String(), Type.Boolean()),
})
export const requireAction = empty({
  ...demand,
  ...v1('/task/:id/actionRequired/:organisation'),
  summary: 'Mark a task as requiring action by the organization',
})
export const actionDone = empty({
  ...demand,
  ...v1('/task/:id/actionDone/:organisation'),
  summary: 'Mark the required action on a task as done',
})

export const [createTaskLog, createTaskLogV1] = inBothVersions(
  {
    ...create,
    summary: 'Add a log entry, optionally with a file; starts a waiting task',
    params: idParams,
    input: NewLog,
    status: 201,
  },
  v0('/case/task/:id/log', LogV0),
  v1('/task/:id/log', LogV1),
)
export const [getTaskLog, getLogV1] = inBothVersions(
  { ...read, summary: 'Get a task log' },
  v0('/case/task/log/:id', LogV0),
  v1('/log/:id', LogV1),
)
const fixedFile = { attachment: 'add another log with the other file' }
export const [updateTaskLog, updateLogV1] = inBothVersions(
  { ...change, summary: 'Change a task log', params: idParams, input: LogChange },
  {
    ...v0('/case/task/log/:id', LogV0),
    fixedAttributes: { ...fixedFile, ...fixed(log, 0) },
  },
  {
    ...v1('/log/:id'),
    fixedAttributes: {
      ...fixedFile,
      attachments: 'add and delete files at /api/v1/log/:id/attachments',
      ...fixed(log, 1),
    },
  },
)
export const [deleteTaskLog, deleteLogV1] = inBothVersions(
  { ...remove, summary: 'Delete a task log and its file' },
  v0('/case/task/log/:id'),
  v1('/log/:id'),
)
