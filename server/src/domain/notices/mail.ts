import type { ChannelLanguage } from '@assay/contract'
import { linkOf, type Message, sentenceOf, wordsOf } from './sentences.ts'

export interface Rendered {
  readonly subject: string
  readonly text: string
}

/** What an organization puts around each mail. */
export interface Frame {
  readonly prefix: string
  readonly footer: string
}

export interface MailOptions {
  readonly maxTlp: number
  readonly base: string | undefined
  readonly language: ChannelLanguage
  readonly frame: Frame
}

export const defaultFrame: Frame = { prefix: 'Assay', footer: '' }

/** More are counted only. */
export const maxShown = 10
const maxSubject = 150

/** One mail of all that waits for one person. */
export function renderMail(
  messages: readonly Message[],
  { maxTlp, base, language, frame }: MailOptions,
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
  return framed(subject, [...lines, ...(more > 0 ? [own.more(more)] : []), own.choose], frame)
}

export const confirmationMail = (
  code: string,
  language: ChannelLanguage,
  frame: Frame,
): Rendered => {
  const own = wordsOf(language).confirm
  return framed(own.subject, [own.code(code), own.enter], frame)
}

/** Plain text alone: nothing in it is drawn or followed. */
export function framed(
  subject: string,
  paragraphs: readonly string[],
  { prefix, footer }: Frame,
): Rendered {
  const start = prefix === '' ? '' : `[${prefix}] `
  return {
    subject: `${start}${subject}`.slice(0, maxSubject).toWellFormed(),
    text: [...paragraphs, ...(footer === '' ? [] : [`-- \n${footer}`])].join('\n\n').toWellFormed(),
  }
}
