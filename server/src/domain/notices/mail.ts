import type { ChannelLanguage } from '@assay/contract'
import { linkOf, type Message, sentenceOf, wordsOf } from './sentences.ts'

export interface Rendered {
  readonly subject: string
  readonly text: string
}

export interface MailOptions {
  readonly maxTlp: number
  readonly base: string | undefined
  readonly language?: ChannelLanguage
}

/** More are counted only. */
export const maxShown = 10
const maxSubject = 150

/** One mail of all that waits for one person. */
export function renderMail(
  messages: readonly Message[],
  { maxTlp, base, language = 'en' }: MailOptions,
): Rendered {
  const reader = { maxTlp, language, audience: 'person' } as const
  const own = wordsOf(language)
  const lines = messages.slice(0, maxShown).map((message) => {
    const link = base === undefined ? '' : `\n${linkOf(message, base)}`
    return `${sentenceOf(message, reader)}${link}`
  })
  const more = messages.length - lines.length
  const [first] = messages
  const subject =
    messages.length === 1 && first ? sentenceOf(first, reader) : own.notifications(messages.length)
  return {
    subject: `[Assay] ${subject}`.slice(0, maxSubject).toWellFormed(),
    text: [...lines, ...(more > 0 ? [own.more(more)] : []), own.choose].join('\n\n'),
  }
}

export const confirmationMail = (code: string): Rendered => ({
  subject: '[Assay] Confirm your address',
  text: [
    `Your code: ${code}`,
    'Enter it in Settings › Account within 24 hours. If you did not request it, ignore this mail.',
  ].join('\n\n'),
})
