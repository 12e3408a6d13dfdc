import { isCompoundFile } from '../formats/compound-file.ts'
import { Failure } from '../kit/index.ts'
import { readHtml } from './links.ts'
import { looksLikeMail, looksLikeMsg } from './looks.ts'
import type { Message } from './message.ts'
import { readEml } from './read-eml.ts'
import { readMsg } from './read-msg.ts'

// For the server, which makes alerts of mails: the same reader as the analyzer's, without its judgement.

export type { MailAttachment, Mailbox, Message } from './message.ts'

export interface ReadMail extends Message {
  /** What a reader of the HTML sees. */
  readonly shownText: string
  /** Of links and forms, as they are written. */
  readonly targets: readonly string[]
}

/** The mail, or why these bytes cannot be read as one. */
export async function readMail(bytes: Buffer): Promise<ReadMail | { readonly problem: string }> {
  const isMsg = isCompoundFile(bytes.subarray(0, 512))
  if (isMsg ? !looksLikeMsg(bytes) : !looksLikeMail(bytes.toString('latin1', 0, 65_536)))
    return { problem: 'The file is not an email' }
  try {
    const message = isMsg ? await readMsg(bytes) : await readEml(bytes)
    const { links, forms, text } = readHtml(message.html)
    return {
      ...message,
      shownText: text,
      targets: [...links.map(({ target }) => target), ...forms],
    }
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message }
    throw error
  }
}
