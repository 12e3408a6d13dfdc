import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import {
  channelLanguages,
  noticeKinds,
  noticeObjects,
  outgoingKinds,
  outgoingStatuses,
} from './notice-kinds.ts'
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

export const Unread = object(
  {
    notices: Type.Integer({ description: 'Unread notifications' }),
    mentions: Type.Integer({ description: 'Unread mentions of you' }),
    allMentions: Type.Integer({ description: 'Mentions of you, read or not' }),
    updates: Type.Integer({ description: 'Unread updates on observables you watch' }),
    watches: Type.Integer({ description: 'Observables you watch' }),
  },
  'Unread',
)
export type Unread = Static<typeof Unread>

export const countUnread = endpoint({
  method: 'GET',
  path: `${base}/_unread`,
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'Count what you have not read: notifications, mentions, updates',
  output: Unread,
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
    emailReturnedAt: Type.Optional(
      Type.Number({
        description: 'A mail to this address came back. It gets none until it is confirmed again',
      }),
    ),
    canMail: Type.Boolean({ description: 'The operator set `mail.url`' }),
    language: Type.Enum([...channelLanguages], { description: 'Of your mails' }),
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
  summary: 'Set how you are notified of some kinds, and the language of your mails',
  input: object({
    kinds: Type.Optional(Type.Array(NoticeSetting, { maxItems: noticeKinds.length })),
    language: Type.Optional(Type.Enum([...channelLanguages])),
  }),
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
    way: Type.Enum(['mail', 'chat', 'reply'], {
      description: '`reply`: to who reported an email',
    }),
    to: Type.String({ description: 'Login, name of the channel, or address' }),
    kind: Type.Enum([...outgoingKinds]),
    createdAt: Timestamp,
    status: Type.Enum([...outgoingStatuses], {
      description: '`Returned`: a mail server could not deliver it',
    }),
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
  summary:
    'List mails, replies and chat messages of your organization, newest first: sent, returned, waiting, given up',
  row: OutgoingMessage,
  input: { status: Type.Optional(Type.Enum([...outgoingStatuses])) },
})

export const retryOutbox = endpoint({
  method: 'POST',
  path: `${base}/outbox/_retry`,
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Try messages again that wait or were given up: some, or all that were given up',
  input: object({
    ids: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 500 })),
  }),
  output: object({ messages: Type.Integer({ description: 'That are tried again' }) }),
})

/** One line: it becomes part of a header. */
const oneLine = '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$'

export const MailTexts = object(
  {
    prefix: Type.String({ maxLength: 40, pattern: oneLine, description: '`[prefix] subject`' }),
    footer: Type.String({ maxLength: 500, description: 'Plain text below each mail' }),
  },
  'MailTexts',
)
export type MailTexts = Static<typeof MailTexts>

export const getMailTexts = endpoint({
  method: 'GET',
  path: `${base}/texts`,
  roles: ['orgadmin'],
  effect: 'read',
  resource,
  summary: 'Get what the mails of your organization begin and end with',
  output: MailTexts,
})

export const setMailTexts = endpoint({
  method: 'PATCH',
  path: `${base}/texts`,
  roles: ['orgadmin'],
  effect: 'write',
  resource,
  summary: 'Set what the mails of your organization begin and end with',
  input: Type.Partial(MailTexts, { additionalProperties: false }),
  output: MailTexts,
})
