import { Type } from 'typebox'
import { untrusted } from '../fence/answer.ts'
import { type ToolContext, tool } from '../tool.ts'
import { listedCases, listedObservables, requireAlert, requireCase } from '../visible.ts'
import { alertLine, caseLine, observableLine } from './shown.ts'

const shownObservables = 50
const shownTasks = 30
const shownComments = 20

const input = (description: string) =>
  Type.Object(
    { id: Type.String({ minLength: 1, maxLength: 128, description }) },
    { additionalProperties: false },
  )

export const getCase = tool({
  name: 'get_case',
  title: 'Get a case',
  description:
    'A case with its description, observables, tasks and comments. Observables have ids for get_value, analyze and propose_response.',
  scope: 'agent-read',
  input: input('Id or number of the case'),
  async run(context, { id }) {
    const row = await requireCase(context, id)
    const at = { _name: 'getCase', idOrName: row._id }
    const observables = await inside(context, 'case', row._id)
    const tasks = await context.calls.query({
      query: [at, { _name: 'tasks' }, { _name: 'page', from: 0, to: shownTasks }],
    })
    return {
      case: {
        ...caseLine(row),
        ...(row.owner ? { assignee: row.owner } : {}),
        text: untrusted({
          description: row.description,
          ...(row.summary ? { summary: row.summary } : {}),
        }),
      },
      observables,
      tasks: (tasks as unknown as { title: string; status: string }[]).map(({ title, status }) => ({
        status,
        ...untrusted({ title }),
      })),
      comments: await commentsAt(context, at),
    }
  },
})

export const getAlert = tool({
  name: 'get_alert',
  title: 'Get an alert',
  description:
    'An alert with its description, observables and comments. Observables have ids for get_value, analyze and propose_response.',
  scope: 'agent-read',
  input: input('Id of the alert'),
  async run(context, { id }) {
    const row = await requireAlert(context, id)
    const at = { _name: 'getAlert', idOrName: row._id }
    const promoted = row.case
      ? (await listedCases(context, { _field: '_id', _value: row.case }, 1)).rows[0]
      : undefined
    return {
      alert: { ...alertLine(row), text: untrusted({ description: row.description }) },
      // A case above the limit of the key does not exist for it.
      ...(promoted ? { case: caseLine(promoted) } : {}),
      observables: await inside(context, 'alert', row._id),
      comments: await commentsAt(context, at),
    }
  },
})

async function inside(context: ToolContext, _type: 'case' | 'alert', id: string) {
  const filter = { _parent: { _type, _query: { _field: '_id', _value: id } } }
  const { rows, total } = await listedObservables(context, filter, shownObservables)
  return { total, newest: rows.map(observableLine) }
}

interface CommentRow {
  readonly message: string
  readonly createdBy: string
  readonly createdAt: number
}

async function commentsAt({ calls }: ToolContext, at: object) {
  const rows = await calls.query({
    query: [
      at,
      { _name: 'comments' },
      { _name: 'sort', _fields: [{ _createdAt: 'desc' }] },
      { _name: 'page', from: 0, to: shownComments },
    ],
  })
  return (rows as unknown as CommentRow[]).map(({ message, createdBy, createdAt }) => ({
    at: new Date(createdAt).toISOString(),
    // Authors of imported comments are whatever was imported.
    ...untrusted({ by: createdBy, message }),
  }))
}
