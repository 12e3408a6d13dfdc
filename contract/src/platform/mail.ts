import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from '../endpoint.ts'
import { FileInput, plainPart, rawBody } from '../files.ts'
import { channelLanguages } from '../notice-kinds.ts'
import { Name, object, orNull, Secret, Timestamp } from '../values.ts'
import { TemplateName } from './entities/alert.ts'
import { administrators, idParams, Pap, Severity, Tags, Tlp, writing } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'mailbox'
const base = '/api/mailbox'

/** Of one organization. */
export const maxMailboxes = 10
const maxEntries = 500

export const mailTakes = ['attached', 'whole'] as const
export type MailTake = (typeof mailTakes)[number]
export const mailAuths = ['password', 'microsoft'] as const
export type MailAuth = (typeof mailAuths)[number]
export const mailboxReplies = ['off', 'closed'] as const
export type MailboxReply = (typeof mailboxReplies)[number]
export const mailboxStates = ['on', 'off', 'broken', 'paused'] as const
export type MailboxState = (typeof mailboxStates)[number]
export const mailStates = ['new', 'done', 'duplicate', 'followup', 'refused', 'failed'] as const
export type MailState = (typeof mailStates)[number]

const Take = Type.Enum([...mailTakes], {
  description:
    '`attached`: attached emails count, else the email itself; `whole`: always the email itself',
})
const State = Type.Enum([...mailStates], {
  description:
    '`new`: waits; `done`: made an alert; `duplicate`: joined the alert of the same email; `followup`: became a comment; `refused` and `failed`: see `reason`',
})

/** What became of a mail. */
const outcome = {
  state: State,
  reason: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  reporter: Type.Optional(Type.String({ description: 'Address of who sent it, or login' })),
  alertId: Type.Optional(Type.String()),
  commentId: Type.Optional(Type.String()),
}

export const MailReport = object(outcome, 'MailReport')
export type MailReport = Static<typeof MailReport>

export const MailMessage = object(
  {
    id: Type.String(),
    receivedAt: Timestamp,
    size: Type.Integer(),
    ...outcome,
    repliedAt: Type.Optional({
      ...Timestamp,
      description:
        'When the answer to the reporter was written; see `/api/notice/outbox` for delivery',
    }),
    notReplied: Type.Optional(
      Type.String({
        description: 'Why the reporter got no answer when the alert or its case was closed',
      }),
    ),
  },
  'MailMessage',
)
export type MailMessage = Static<typeof MailMessage>

export const createMail = endpoint({
  ...writing,
  ...v1('/mail', object({ mails: Type.Array(MailReport) })),
  method: 'POST',
  resource: 'mail',
  input: object({
    attachment: rawBody(FileInput, 'message/rfc822', 'mail.eml'),
    take: Type.Optional(Type.Enum([...mailTakes], { ...plainPart, default: 'attached' })),
  }),
  status: 201,
  summary:
    'Make an alert of an email: file part `attachment` (.eml, .msg; up to 25 MiB), or the body as message/rfc822. The same email joins its alert for 30 days',
})

const MailboxAlert = object({
  severity: Type.Optional(Severity),
  tlp: Type.Optional(Tlp),
  pap: Type.Optional(Pap),
  tags: Type.Optional(Tags),
  caseTemplate: Type.Optional(orNull(TemplateName)),
})

const Reply = Type.Enum([...mailboxReplies], {
  description:
    '`closed`: when a user closes the alert or its case, each reporter whose domain is in `replyDomains` and whose email passed DMARC gets one answer',
})

export const Mailbox = object(
  {
    id: Type.String(),
    name: Type.String(),
    host: Type.String(),
    port: Type.Integer(),
    security: Type.Enum(['tls', 'starttls']),
    auth: Type.Enum([...mailAuths]),
    user: Type.String(),
    tenant: Type.Optional(Type.String()),
    clientId: Type.Optional(Type.String()),
    folder: Type.String(),
    doneFolder: Type.String(),
    failedFolder: Type.String(),
    take: Take,
    allow: Type.Array(Type.String()),
    deny: Type.Array(Type.String()),
    alert: MailboxAlert,
    reply: Reply,
    replyDomains: Type.Array(Type.String()),
    replyLanguage: Type.Enum([...channelLanguages]),
    trustedServer: Type.Optional(Type.String()),
    perHour: Type.Integer(),
    state: Type.Enum([...mailboxStates], {
      description: '`broken` after five failures in a row; `paused` after a restore, until enabled',
    }),
    reason: Type.Optional(Type.String({ description: 'Why it is broken or paused' })),
    failures: Type.Integer({ description: 'In a row' }),
    waiting: Type.Optional(
      Type.Integer({ description: 'Emails still in the folder at the last look' }),
    ),
    checkedAt: Type.Optional(Timestamp),
    nextAt: Type.Optional(Timestamp),
    createdAt: Timestamp,
    createdBy: Type.String(),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
  },
  'Mailbox',
)
export type Mailbox = Static<typeof Mailbox>

const Folder = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
})
const Entries = Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: maxEntries })

const required = {
  name: Name('Name of the mailbox, which is the source of its alerts'),
  host: Type.String({ minLength: 1, maxLength: 253, description: 'IMAP server' }),
  user: Type.String({ minLength: 1, maxLength: 320, description: 'Username or address' }),
  secret: Secret({ minLength: 1, maxLength: 4_096, description: 'Password or client secret' }),
}
const attributes = {
  port: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 65_535, description: '993 with TLS, 143 with STARTTLS' }),
  ),
  security: Type.Optional(Type.Enum(['tls', 'starttls'], { default: 'tls' })),
  auth: Type.Optional(Type.Enum([...mailAuths], { default: 'password' })),
  tenant: Type.Optional(
    orNull(Type.String({ maxLength: 128, description: 'Microsoft 365: tenant ID or domain' })),
  ),
  clientId: Type.Optional(
    orNull(Type.String({ maxLength: 128, description: 'Microsoft 365: application ID' })),
  ),
  folder: Type.Optional(Folder),
  doneFolder: Type.Optional(Folder),
  failedFolder: Type.Optional(Folder),
  take: Type.Optional(Take),
  allow: Type.Optional(Entries),
  deny: Type.Optional(Entries),
  alert: Type.Optional(MailboxAlert),
  reply: Type.Optional(Reply),
  replyDomains: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: maxEntries }),
  ),
  replyLanguage: Type.Optional(Type.Enum([...channelLanguages], { default: 'en' })),
  trustedServer: Type.Optional(
    orNull(
      Type.String({
        maxLength: 255,
        pattern: '^[^\\s;=()"]*$',
        description: 'Name in `Authentication-Results` of the server that checks DMARC',
      }),
    ),
  ),
  perHour: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000, default: 200 })),
  enabled: Type.Optional(Type.Boolean({ default: true })),
}

export const listMailboxes = list({
  method: 'GET',
  path: base,
  roles: administrators,
  effect: 'read',
  resource,
  summary: 'List mailboxes, whose emails become alerts; not paged',
  row: Mailbox,
})

export const getMailbox = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'read',
  resource,
  summary: 'Read a mailbox',
  params: idParams,
  output: Mailbox,
})

export const createMailbox = endpoint({
  method: 'POST',
  path: base,
  roles: administrators,
  effect: 'admit',
  resource,
  summary: `Read a mailbox over IMAP; at most ${maxMailboxes}`,
  input: object({ ...required, ...attributes }),
  output: Mailbox,
  status: 201,
})

export const updateMailbox = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'admit',
  resource,
  summary: 'Change a mailbox; `enabled` also continues a paused one',
  params: idParams,
  input: Type.Partial(object({ ...required, ...attributes }), { additionalProperties: false }),
  output: Mailbox,
})

export const deleteMailbox = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Stop reading a mailbox; its alerts stay',
  params: idParams,
})

export const MailboxTest = object(
  {
    ok: Type.Boolean(),
    problem: Type.Optional(
      Type.String({
        description: 'unreachable, certificate, sign-in refused, no answer, or a folder',
      }),
    ),
    waiting: Type.Optional(Type.Integer({ description: 'Emails in the folder' })),
  },
  'MailboxTest',
)
export type MailboxTest = Static<typeof MailboxTest>

export const testMailbox = endpoint({
  method: 'POST',
  path: `${base}/:id/test`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Sign in and count the emails in the folder; nothing is fetched or moved',
  params: idParams,
  output: MailboxTest,
})

export const listMailboxMessages = list({
  method: 'GET',
  path: `${base}/:id/messages`,
  roles: administrators,
  effect: 'read',
  resource,
  summary: 'List what became of the emails of a mailbox, newest first; sort and query are ignored',
  params: idParams,
  row: MailMessage,
})

export const retryMailbox = endpoint({
  method: 'POST',
  path: `${base}/:id/retry`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Check the mailbox now, and process its failed emails again',
  params: idParams,
  output: object({ messages: Type.Integer({ description: 'Emails that are processed again' }) }),
})
