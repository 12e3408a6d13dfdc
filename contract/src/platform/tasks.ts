import { Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { FileInput, FilesInput } from '../files.ts'
import { object, orNull } from '../values.ts'
import { Ids } from './marked.ts'
import { LogV0, LogV1, TaskV0, TaskV1 } from './objects.ts'
import { Description, idParams, Moment, reading, Title, writing } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'task'

export const TaskStatus = Type.Enum(['Waiting', 'InProgress', 'Completed', 'Cancel'])
const Login = Type.String({ maxLength: 256 })
const Group = Type.String({ minLength: 1, maxLength: 128 })
const Order = Type.Number({ minimum: -2_147_483_648, maximum: 2_147_483_647 })

const fields = {
  group: Type.Optional(Group),
  status: Type.Optional(TaskStatus),
  flag: Type.Optional(Type.Boolean()),
  mandatory: Type.Optional(
    Type.Boolean({ description: 'Blocks resolving the case while it is open' }),
  ),
  order: Type.Optional(Order),
}

/** A new task in either version: `owner` is how version 0 spells the assignee. */
export const taskFields = {
  ...fields,
  title: Title,
  description: Type.Optional(Description),
  assignee: Type.Optional(Login),
  owner: Type.Optional(Login),
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(Moment),
  dueDate: Type.Optional(Moment),
}
const NewTask = object(taskFields)

const changes = {
  ...fields,
  title: Type.Optional(Title),
  description: Type.Optional(orNull(Description)),
  assignee: Type.Optional(orNull(Login)),
  owner: Type.Optional(orNull(Login)),
  user: Type.Optional(orNull(Login)),
  startDate: Type.Optional(orNull(Moment)),
  endDate: Type.Optional(orNull(Moment)),
  dueDate: Type.Optional(orNull(Moment)),
}
const TaskChange = object(changes)
const TasksChange = object({ ids: Ids, ...changes })

const NewLog = object({
  message: Description,
  attachment: Type.Optional(FileInput),
  attachments: Type.Optional(FilesInput),
})
const LogChange = object({ message: Type.Optional(Description) })

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
  input: object({ ...taskFields, caseId: Type.String({ minLength: 1, maxLength: 128 }) }),
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
const written = 'it is the time the log was written'
const fixedLog = {
  attachment: 'add another log with the other file',
  owner: "it is the log's author",
}
export const [updateTaskLog, updateLogV1] = inBothVersions(
  { ...change, summary: 'Change a task log', params: idParams, input: LogChange },
  {
    ...v0('/case/task/log/:id', LogV0),
    fixedAttributes: { ...fixedLog, startDate: written },
  },
  {
    ...v1('/log/:id'),
    fixedAttributes: {
      ...fixedLog,
      attachments: 'add and delete files at /api/v1/log/:id/attachments',
      date: written,
    },
  },
)
export const [deleteTaskLog, deleteLogV1] = inBothVersions(
  { ...remove, summary: 'Delete a task log and its file' },
  v0('/case/task/log/:id'),
  v1('/log/:id'),
)
