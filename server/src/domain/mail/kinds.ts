import { headerOf, type Mail } from './mail.ts'

/** A server says what became of a mail: those name no person who reports something. */
export const isDeliveryReport = (mail: Pick<Mail, 'headers'>): boolean =>
  /^\s*multipart\/report\b/i.test(headerOf(mail, 'content-type')) &&
  /report-type\s*=\s*"?(?:delivery-status|disposition-notification)/i.test(
    headerOf(mail, 'content-type'),
  )

/** Sent by a program, such as a note of absence (RFC 3834): it answers no one. */
export const isAutomatic = (mail: Pick<Mail, 'headers'>): boolean => {
  const value = headerOf(mail, 'auto-submitted').trim().toLowerCase()
  return (value !== '' && !value.startsWith('no')) || headerOf(mail, 'x-autoreply') !== ''
}

/** Everything that may name the mail that this one answers. */
export const referencesOf = (mail: Pick<Mail, 'headers'>): string =>
  `${headerOf(mail, 'references')} ${headerOf(mail, 'in-reply-to')}`

/**
 * What a person wrote above the mail that is quoted below. Programs mark the quoted part in a few ways; where
 * none is found the text stays whole.
 */
export function answerIn(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const quote = lines.findIndex((line, at) => startsQuote(line, lines.slice(at + 1, at + 4)))
  const own = (quote > 0 ? lines.slice(0, quote) : lines).join('\n').trim()
  return own === '' ? text.trim() : own
}

const startsQuote = (line: string, next: readonly string[]): boolean =>
  /^\s*-{3,}.{0,60}(?:original message|message d'origine|ursprüngliche nachricht).{0,10}-{3,}\s*$/i.test(
    line,
  ) ||
  /^_{20,}$/.test(line.trim()) ||
  // "On … wrote:", in whatever language: a line that ends in a colon, followed by quoted ones.
  (/:\s*$/.test(line) && next.some((one) => one.startsWith('>')) && next.every(isQuotedOrEmpty))

const isQuotedOrEmpty = (line: string) => line.trim() === '' || line.startsWith('>')

/** In bytes, at the end of a character. */
export function cutText(text: string, maxBytes: number): { text: string; isCut: boolean } {
  const bytes = Buffer.from(text.toWellFormed())
  if (bytes.length <= maxBytes) return { text: text.toWellFormed(), isCut: false }
  const cut = new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\uFFFD{1,3}$/, '')
  return { text: cut, isCut: true }
}
