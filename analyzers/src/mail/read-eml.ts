import PostalMime, { type Address } from 'postal-mime'
import { fail } from '../kit/index.ts'
import type { Mailbox, Message } from './message.ts'

/** Mail programs never nest deeper. */
const maxNestingDepth = 50
const maxHeadersSize = 2 * 1024 * 1024

export async function readEml(bytes: Buffer): Promise<Message> {
  const email = await PostalMime.parse(bytes, {
    maxNestingDepth,
    maxHeadersSize,
    // A forwarded mail is an attachment, to be analyzed by itself.
    forceRfc822Attachments: true,
  }).catch((error: unknown) =>
    fail(`The email is corrupt: ${error instanceof Error ? error.message : String(error)}`),
  )
  return {
    form: 'eml',
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    from: mailboxes(email.from)[0],
    sender: mailboxes(email.sender)[0],
    replyTo: mailboxes(email.replyTo),
    to: mailboxes(email.to),
    cc: mailboxes(email.cc),
    returnPath: email.returnPath?.replace(/^<|>$/g, ''),
    subject: email.subject ?? '',
    date: email.date,
    messageId: email.messageId,
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map((part, index) => ({
      filename:
        part.filename ?? `part-${index + 1}${part.mimeType === 'message/rfc822' ? '.eml' : ''}`,
      contentType: part.mimeType,
      content: bytesOf(part.content),
      isInline: part.related === true || part.disposition === 'inline',
    })),
    missing: missingOf(bytes, email.headers),
  }
}

/** A multipart mail states where its last part ends; base64 comes in groups of four. */
function missingOf(
  bytes: Buffer,
  headers: readonly { readonly key: string; readonly value: string }[],
): string[] {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  const type = headerOf('content-type')
  if (/^\s*multipart\//i.test(type)) {
    const [, quoted, plain] =
      /\bboundary\s*=\s*(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type) ?? []
    const boundary = quoted ?? plain
    return boundary !== undefined && bytes.lastIndexOf(`--${boundary}--`) >= 0
      ? []
      : ['last part has no end (email truncated)']
  }
  if (!/base64/i.test(headerOf('content-transfer-encoding'))) return []
  const body = /\r?\n\r?\n([\s\S]*)$/.exec(bytes.toString('latin1'))?.[1] ?? ''
  // Programs that show mails stop there; the library decodes what follows, and the text with it to nonsense.
  if (/[^A-Za-z0-9+/=\s]/.test(body)) return ['base64 content is followed by other bytes']
  const letters = body.replace(/\s/g, '').length
  return letters > 0 && letters % 4 === 0 ? [] : ['base64 content ends early (email truncated)']
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content)

const mailboxes = (found: Address | Address[] | undefined): Mailbox[] =>
  (found === undefined ? [] : Array.isArray(found) ? found : [found]).flatMap((entry) =>
    entry.group ? entry.group : [{ name: entry.name, address: entry.address }],
  )
