import {
  type CompoundEntry,
  DamagedCompoundFile,
  missingIn,
  readCompoundFile,
} from '../formats/compound-file.ts'
import { fail } from '../kit/index.ts'
import type { MailAttachment, Mailbox, Message } from './message.ts'
import { readEml } from './read-eml.ts'

/** Numbers of the properties that we read; Outlook names its streams by them. */
const property = {
  subject: '0037',
  senderName: '0C1A',
  senderAddress: '0C1F',
  senderSmtpAddress: '5D01',
  headers: '007D',
  text: '1000',
  html: '1013',
  messageId: '1035',
  name: '3001',
  address: '3003',
  smtpAddress: '39FE',
  content: '3701',
  shortFilename: '3704',
  filename: '3707',
  contentType: '370E',
  contentId: '3712',
} as const

type Property = keyof typeof property

const maxText = 20 * 1024 * 1024
/** Of the file, of which all streams together are a part; some are read more than once. */
const maxReadings = 4

/** One storage: the mail itself, a recipient or an attachment. */
interface Storage {
  text(name: Property): string | undefined
  bytes(name: Property): Buffer | undefined
}

export async function readMsg(bytes: Buffer): Promise<Message> {
  const entries = compoundEntries(bytes)
  const storages = storagesOf(entries, bytes.length)
  const mail = storages.get('')
  if (!mail) return fail('The email is corrupt: no message found')
  // The headers are kept as the text that came over the wire, if the mail came that way.
  const wire = await readEml(Buffer.from(`${mail.text('headers') ?? ''}\r\n\r\n`))
  const below = (prefix: string) =>
    [...storages].flatMap(([path, storage]) =>
      path.startsWith(prefix) && !path.includes('/') ? [storage] : [],
    )
  const recipients = below('__recip').flatMap(
    (recipient) =>
      mailbox(recipient.text('name'), recipient.text('smtpAddress') ?? recipient.text('address')) ??
      [],
  )
  return {
    ...wire,
    form: 'msg',
    from:
      wire.from ??
      mailbox(
        mail.text('senderName'),
        mail.text('senderSmtpAddress') ?? mail.text('senderAddress'),
      ),
    to: wire.to.length > 0 ? wire.to : recipients,
    subject: mail.text('subject') ?? wire.subject,
    messageId: wire.messageId ?? mail.text('messageId'),
    text: mail.text('text') ?? '',
    html: mail.text('html') ?? mail.bytes('html')?.toString('utf8') ?? '',
    attachments: below('__attach').flatMap(attachmentOf),
    missing: [...missingIn(entries), ...leftOut(below('__attach'))],
  }
}

/** By path, the mail itself under the empty one. A mail inside of a mail is a path with a slash. */
function storagesOf(entries: readonly CompoundEntry[], maxBytes: number): Map<string, Storage> {
  const streams = new Map<string, Map<string, CompoundEntry>>()
  for (const entry of entries) {
    const slash = entry.path.lastIndexOf('/')
    const [, tag] = /^__substg1\.0_([0-9A-F]{8})$/.exec(entry.path.slice(slash + 1)) ?? []
    if (tag === undefined || entry.kind !== 'stream') continue
    const storage = slash < 0 ? '' : entry.path.slice(0, slash)
    const known = streams.get(storage) ?? new Map<string, CompoundEntry>()
    streams.set(storage, known.set(tag, entry))
  }
  return new Map([...streams].map(([path, found]) => [path, storageOf(found, maxBytes)]))
}

function compoundEntries(bytes: Buffer): CompoundEntry[] {
  let left = maxReadings * bytes.length
  return readable(() => readCompoundFile(bytes)).map((entry) => ({
    ...entry,
    read(maxBytes) {
      // Missing data of a stream is reported; the others are still read.
      if (entry.isCutOff) return Buffer.alloc(0)
      const content = readable(() => entry.read(maxBytes))
      // Thousands of streams that share their sectors: a small file would fill the memory.
      left -= content.length
      // guard: hostile-mails.test.ts
      if (left < 0) return fail('The email is corrupt: its parts are larger than the file')
      return content
    },
  }))
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedCompoundFile) return fail(`The email is corrupt: ${error.message}`)
    throw error
  }
}

const storageOf = (entries: Map<string, CompoundEntry>, maxBytes: number): Storage => ({
  text(name) {
    const unicode = entries.get(`${property[name]}001F`)
    if (unicode) return unicode.read(maxText).toString('utf16le')
    const old = entries.get(`${property[name]}001E`)
    return old && new TextDecoder('windows-1252').decode(old.read(maxText))
  },
  bytes: (name) => entries.get(`${property[name]}0102`)?.read(maxBytes),
})

const mailbox = (name: string | undefined, address: string | undefined): Mailbox | undefined =>
  name === undefined && address === undefined
    ? undefined
    : { name: name ?? '', address: address ?? '' }

function leftOut(attachments: readonly Storage[]): string[] {
  const count = attachments.filter((storage) => storage.bytes('content') === undefined).length
  return count === 0 ? [] : [`attached emails or objects that were not opened: ${count}`]
}

/** A mail that is attached has no content of its own here, only a storage below: it is left. */
function attachmentOf(storage: Storage): MailAttachment[] {
  const content = storage.bytes('content')
  if (!content) return []
  return [
    {
      filename: storage.text('filename') ?? storage.text('shortFilename') ?? 'attachment',
      contentType: storage.text('contentType') ?? 'application/octet-stream',
      content,
      isInline: storage.text('contentId') !== undefined,
    },
  ]
}
