import { behindFilling } from '../formats/filling.ts'
import { extensionOf } from '../formats/risky-names.ts'
import type { FileObservable } from '../kit/index.ts'

export const maxBytes = 8 * 1024 * 1024
const headLength = 8192

export interface PageText {
  readonly html: string
  readonly start: number
}

type Found =
  | PageText
  /** Named like a page, and nothing of it was reached. */
  | { readonly gap: string }

const pageNames: ReadonlySet<string> = new Set(['html', 'htm', 'shtml', 'xhtml', 'xht', 'svg'])

const first =
  /^<(?:!doctype\s{1,10}(?:html|svg)|html|head|body|script|svg|title|meta|form|iframe|a\s|div|p[\s>]|table|h1)/i

/** Browsers skip spaces, zeros and comments, however many; the text of a page, or undefined for other files. */
export async function pageText(file: FileObservable): Promise<Found | undefined> {
  const isNamed = pageNames.has(extensionOf(file.filename))
  const mark = (await file.bytes(0, 3)).toString('latin1')
  const encoding = mark.startsWith('\xff\xfe') ? 'utf16le' : 'utf8'
  const from = encoding === 'utf16le' ? 2 : mark === '\xef\xbb\xbf' ? 3 : 0
  const behind = await behindFilling(file, { from, maxBytes })
  if (behind === undefined) return isNamed && file.size > maxBytes ? notReached : undefined
  const start = encoding === 'utf16le' ? behind & ~1 : behind
  const head = (await file.bytes(start, headLength)).toString(encoding)
  const headEnd = behindComments(head)
  const isOpen = headEnd > head.length - 20 && file.size > start + headLength
  const mayBe = isOpen || isNamed || first.test(head.slice(headEnd))
  if (!mayBe) return undefined
  const html = (await file.bytes(start, maxBytes)).toString(encoding)
  const end = isOpen ? behindComments(html) : headEnd
  if (first.test(html.slice(end, end + 100))) return { html, start }
  if (!isNamed) return undefined
  if (end >= html.length && file.size > start + maxBytes) return notReached
  // Words in front of the first element are shown, and the rest as well.
  return !isBinary(head) && /<[a-z]/i.test(html) ? { html, start } : undefined
}

const notReached = {
  gap: `content after more than ${maxBytes} bytes of padding at the start`,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text has.
const isBinary = (head: string) => /[\x01-\x08\x0e-\x1a]|\0[^\0]{1,50}\0/.test(head.slice(0, 512))

/** Where the first element begins; the length of the text if it ends before. */
function behindComments(text: string): number {
  const filling = /[^\s\0\ufeff]/g
  let at = 0
  for (;;) {
    filling.lastIndex = at
    at = filling.exec(text)?.index ?? text.length
    const isComment = text.startsWith('<!--', at)
    if (!isComment && !/^<\?xml\s/i.test(text.slice(at, at + 6))) return at
    const end = isComment ? text.indexOf('-->', at + 2) : text.indexOf('>', at)
    if (end < 0) return text.length
    at = end + (isComment ? 3 : 1)
  }
}
