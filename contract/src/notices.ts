import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
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

export const NoticeSetting = object(
  {
    kind: Type.Enum([...noticeKinds]),
    page: Type.Boolean({ description: 'Shown by the bell' }),
    mail: Type.Enum(['now', 'off']),
  },
  'NoticeSetting',
)

export const NoticeSettings = object(
  {
    email: Type.Optional(Type.String()),
    emailState: Type.Optional(Type.Enum(['open', 'confirmed', 'provider'])),
    canMail: Type.Boolean({ description: 'The operator set `mail.url`' }),
    kinds: Type.Array(NoticeSetting),
  },
  'NoticeSettings',
)
export type NoticeSettings = Static<typeof NoticeSettings>

export const getNoticeSettings = endpoint({
  method: 'GET',
  path: `${base}/settings`,
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'Get how you are notified: your address, and page and mail for each kind',
  output: NoticeSettings,
})

export const setNoticeSettings = endpoint({
  method: 'PATCH',
  path: `${base}/settings`,
  roles: 'any',
  effect: 'write',
  resource,
  summary: 'Set how you are notified of some kinds',
  input: object({ kinds: Type.Array(NoticeSetting, { maxItems: noticeKinds.length }) }),
  output: NoticeSettings,
})

export const confirmAddress = empty({
  method: 'POST',
  path: '/api/user/:login/email/_confirm',
  roles: 'any',
  effect: 'write',
  resource: 'user',
  summary:
    'Confirm your email address with the code from the mail; without a code the mail is sent',
  params: Type.Object({ login: Type.String() }),
  input: object({
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 128, format: 'password' })),
  }),
})

export const OutgoingMessage = object(
  {
    id: Type.String(),
    to: Type.String({ description: 'Login' }),
    kind: Type.Enum([...noticeKinds]),
    createdAt: Timestamp,
    status: Type.Enum(['Sent', 'Waiting', 'GivenUp']),
    attempts: Type.Integer(),
    nextAttemptAt: Type.Optional(Timestamp),
    sentAt: Type.Optional(Timestamp),
    lastError: Type.Optional(Type.String()),
  },
  'OutgoingMessage',
)
export type OutgoingMessage = Static<typeof OutgoingMessage>

export const listOutbox = list({
  method: 'GET',
  path: `${base}/outbox`,
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'List the mails to users of your organization, newest first: sent, waiting, given up',
  row: OutgoingMessage,
  input: {},
})
