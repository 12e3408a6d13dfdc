import { createHash } from 'node:crypto'
import { type Mail, plainAddress } from './mail.ts'

const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * What is the same in every copy of a mail: sender, reply address, subject, texts, attachments. Recipient, date,
 * `Message-ID` and the headers of servers differ from copy to copy. Nothing looser may count: a mail that is merely
 * similar would join an alert that was found harmless.
 */
export const contentKey = (mail: Mail): string =>
  digest(
    JSON.stringify([
      // guard (open = 'anyone'): content-key.test.ts
      addressKey(mail.from?.address),
      mail.replyTo.map(({ address }) => addressKey(address)),
      mail.subject.normalize('NFC').replace(/\s+/g, ' ').trim(),
      plainText(mail.text),
      plainText(mail.html),
      mail.attachments.map(({ name, content }) => [name, digest(content)]),
    ]),
  )

/** One that is written in a way that is no address still tells two mails apart. */
const addressKey = (address: string | undefined) =>
  plainAddress(address) || (address ?? '').trim().toLowerCase()

/** Servers rewrite the ends of lines. A run of spaces is looked at once, however long it is. */
const plainText = (text: string) => text.replace(/(?<![ \t])[ \t]*\r?\n/g, '\n').trimEnd()
