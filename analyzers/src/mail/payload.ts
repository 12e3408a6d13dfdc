import { passwordsIn } from '../archive/mail-passwords.ts'
import { carriers, extensionOf, pages, programs } from '../formats/risky-names.ts'
import type { HtmlContent } from './links.ts'
import { bankChange } from './lure-words.ts'
import { newest, plainOf } from './lures.ts'
import type { Message } from './message.ts'
import type { Payload } from './threads.ts'

const archives: ReadonlySet<string> = new Set('zip rar 7z gz tgz tar z xz bz2'.split(' '))

/** What a mail asks its reader to open or to do. */
export function payloadOf(message: Message, html: HtmlContent, text: string): Payload {
  const now = newest(message.subject, text)
  const isRisky = message.attachments.some(({ filename }) => {
    const extension = extensionOf(filename)
    return [archives, carriers, pages, programs].some((kind) => kind.has(extension))
  })
  if (isRisky || bankChange.test(plainOf(now))) return 'risky'
  if (message.attachments.length > 0 && passwordsIn(now).length > 0) return 'risky'
  const hasLink = html.links.some(({ target }) => /^https?:/i.test(target))
  return hasLink || /https?:\/\//i.test(now) ? 'link' : 'nothing'
}
