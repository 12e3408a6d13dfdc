import type { Mail, MailFile } from './mail.ts'

/** `attached`: the mails in a mail count, else the mail itself. `whole`: always the mail itself. */
export type Take = 'attached' | 'whole'

/** Files that are mails themselves, by what the sending program calls them. */
export const attachedMails = ({ attachments }: Pick<Mail, 'attachments'>): MailFile[] =>
  attachments.filter(
    ({ name, contentType }) =>
      /^message\/rfc822\b/i.test(contentType) ||
      /^application\/vnd\.ms-outlook\b/i.test(contentType) ||
      /\.(?:eml|msg)$/i.test(name.trim()),
  )
