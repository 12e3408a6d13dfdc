import { type Static, Type } from 'typebox'
import { empty, list } from './endpoint.ts'
import { noticeKinds, noticeObjects } from './notice-kinds.ts'
import { object, Timestamp } from './values.ts'

const resource = 'notice'
const base = '/api/notice'

const word = (description: string) => Type.Optional(Type.String({ description }))
const digit = (description: string) => Type.Optional(Type.Integer({ description }))

/** What the sentence names. */
export const NoticeParameters = object(
  {
    by: word('Login of the person who did it'),
    caseId: word('Case that the object belongs to'),
    number: digit('Number of the case'),
    title: word('Title of the case, task or alert'),
    severity: digit('1 low to 4 critical'),
    tlp: digit('0 white to 4 red'),
    dataType: word('Type of the observable'),
    data: word('The observable, or its file name'),
    hash: word('SHA-256 of the file'),
    jobId: word('Job of the response'),
    from: word('Verdict before; omitted: no verdict'),
    to: word('Verdict now; omitted: no verdict'),
    name: word('Name of the analyzer, responder, rule, budget, mailbox or audit stream'),
    reason: word('Why, at most 300 characters'),
    dueAt: digit('When it is or was due'),
  },
  'NoticeParameters',
)
export type NoticeParameters = Static<typeof NoticeParameters>

export const Notice = object(
  {
    id: Type.String(),
    at: Timestamp,
    isRead: Type.Boolean(),
    kind: Type.Enum([...noticeKinds]),
    objectType: Type.Enum([...noticeObjects]),
    objectId: Type.String(),
    parameters: NoticeParameters,
  },
  'Notice',
)
export type Notice = Static<typeof Notice>

export const listNotices = list({
  method: 'GET',
  path: base,
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'List your notifications: unread first, then newest',
  row: Notice,
  input: {
    unread: Type.Optional(Type.Boolean({ description: 'Only unread ones' })),
  },
})

export const readNotices = empty({
  method: 'POST',
  path: `${base}/_read`,
  roles: 'any',
  effect: 'write',
  resource,
  summary: 'Mark notifications as read, some or all, with the mentions and updates behind them',
  input: object({
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: 500,
        description: 'Omit to mark all',
      }),
    ),
  }),
})
