import type { Mailbox } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

/** What the form holds. */
export interface MailboxValues {
  name: string
  host: string
  port: string
  security: Mailbox['security']
  auth: Mailbox['auth']
  user: string
  secret: string
  tenant: string
  clientId: string
  folder: string
  doneFolder: string
  failedFolder: string
  take: Mailbox['take']
  allow: string
  deny: string
  severity: number
  tlp: number
  pap: number
  tags: readonly string[]
  caseTemplate: string
  perHour: string
  reply: Mailbox['reply']
  trustedServer: string
  replyDomains: string
  replyLanguage: Mailbox['replyLanguage']
  enabled: boolean
}

export const valuesOf = (
  mailbox: Mailbox | undefined,
  language: Mailbox['replyLanguage'],
): MailboxValues => ({
  name: mailbox?.name ?? '',
  host: mailbox?.host ?? '',
  port: mailbox ? String(mailbox.port) : '',
  security: mailbox?.security ?? 'tls',
  auth: mailbox?.auth ?? 'password',
  user: mailbox?.user ?? '',
  secret: '',
  tenant: mailbox?.tenant ?? '',
  clientId: mailbox?.clientId ?? '',
  folder: mailbox?.folder ?? 'INBOX',
  doneFolder: mailbox?.doneFolder ?? 'Assay-Done',
  failedFolder: mailbox?.failedFolder ?? 'Assay-Failed',
  take: mailbox?.take ?? 'attached',
  allow: mailbox?.allow.join('\n') ?? '',
  deny: mailbox?.deny.join('\n') ?? '',
  severity: mailbox?.alert.severity ?? 2,
  tlp: mailbox?.alert.tlp ?? 2,
  pap: mailbox?.alert.pap ?? 2,
  tags: mailbox?.alert.tags ?? [],
  caseTemplate: mailbox?.alert.caseTemplate ?? '',
  perHour: String(mailbox?.perHour ?? 200),
  reply: mailbox?.reply ?? 'off',
  trustedServer: mailbox?.trustedServer ?? '',
  replyDomains: mailbox?.replyDomains.join('\n') ?? '',
  replyLanguage: mailbox?.replyLanguage ?? language,
  enabled: mailbox ? mailbox.state === 'on' || mailbox.state === 'broken' : true,
})

export const usualPort = (security: Mailbox['security']) => (security === 'tls' ? '993' : '143')

const entries = (written: string) =>
  written
    .split(/[\s,;]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** As the API takes it; a secret that was not typed stays as it is. */
export const inputOf = (values: MailboxValues) => ({
  name: values.name.trim(),
  host: values.host.trim(),
  port: Number(values.port.trim() || usualPort(values.security)),
  security: values.security,
  auth: values.auth,
  user: values.user.trim(),
  ...(values.auth === 'microsoft' && {
    tenant: values.tenant.trim(),
    clientId: values.clientId.trim(),
  }),
  folder: values.folder.trim(),
  doneFolder: values.doneFolder.trim(),
  failedFolder: values.failedFolder.trim(),
  take: values.take,
  allow: entries(values.allow),
  deny: entries(values.deny),
  alert: {
    severity: values.severity,
    tlp: values.tlp,
    pap: values.pap,
    tags: [...values.tags],
    caseTemplate: values.caseTemplate.trim() || null,
  },
  perHour: Number(values.perHour),
  reply: values.reply,
  trustedServer: values.trustedServer.trim() || null,
  replyDomains: entries(values.replyDomains),
  replyLanguage: values.replyLanguage,
  enabled: values.enabled,
})

/** What is wrong before anything is sent, by name of the field. */
export function wrongFields(values: MailboxValues, isNew: boolean): Record<string, string> {
  const required = ['name', 'host', 'user', 'folder', 'doneFolder', 'failedFolder'] as const
  const needed = [
    ...required,
    ...(isNew ? (['secret'] as const) : []),
    ...(values.auth === 'microsoft' ? (['tenant', 'clientId'] as const) : []),
    ...(values.reply === 'closed' ? (['trustedServer', 'replyDomains'] as const) : []),
  ]
  const missing = needed.filter((name) => values[name].trim() === '')
  const perHour = Number(values.perHour)
  return {
    ...Object.fromEntries(missing.map((name) => [name, text('mailboxes.missing')])),
    ...(Number.isInteger(perHour) && perHour >= 1 && perHour <= 5_000
      ? {}
      : { perHour: text('mailboxes.perHourWrong') }),
  }
}
