import { mailLimits } from './limits.ts'
import { oneLine } from './observables.ts'

export interface DescribedMail {
  readonly subject: string
  readonly from: string
  readonly replyTo: readonly string[]
  readonly date: string | undefined
  readonly text: string
  readonly files: readonly string[]
  /** A sentence each. */
  readonly leftOut: readonly string[]
}

const maxFiles = 20

/** In Markdown; whatever the mail says stands in code, so it is shown as it is and leads nowhere. */
export function describeMail(mail: DescribedMail): string {
  const { files, leftOut } = mail
  const shown = files.slice(0, maxFiles).map(code)
  const more = files.length - shown.length
  return [
    `From: ${code(mail.from || 'unknown')}`,
    ...(mail.replyTo.length === 0
      ? []
      : [`Reply to: ${mail.replyTo.slice(0, 5).map(code).join(', ')}`]),
    `Subject: ${code(mail.subject || '(none)')}`,
    ...(mail.date === undefined ? [] : [`Date: ${code(mail.date)}`]),
    ...(files.length === 0
      ? []
      : [`Attachments: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(leftOut.length === 0 ? [] : ['Not included:', leftOut.map((one) => `- ${one}`).join('\n')]),
    ...textBlock(mail.text),
  ].join('\n\n')
}

function textBlock(text: string): string[] {
  const plain = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
  if (plain === '') return []
  const cut = plain.slice(0, mailLimits.shownText).toWellFormed()
  // Longer than any run inside it, or the text could end the block.
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const heading =
    plain.length > cut.length ? `Text, the first ${mailLimits.shownText} characters:` : 'Text:'
  return [heading, `${fence}\n${cut}\n${fence}`]
}

const code = (text: string) => `\`${oneLine(text, 300).replaceAll('`', "'")}\``
